/** First and last byte of a part of a file, both inclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a Range header (RFC 9110, 14.2). Null for an absent header and for one that may be ignored: another unit,
 * several ranges, malformed. `unsatisfiable` when the range begins behind the end of the file.
 */
export function byteRangeOf(header: string | undefined, bytes: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const tail = Math.min(Number(last), bytes)
    return tail === 0 ? 'unsatisfiable' : { start: bytes - tail, end: bytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= bytes ? 'unsatisfiable' : { start, end }
}

/** Yields the bytes of a range, and stops reading the stream after them. */
export async function* sliceOf(body: AsyncIterable<Uint8Array>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of body) {
    const from = Math.max(0, start - at)
    const to = Math.min(chunk.length, end + 1 - at)
    if (from < to) yield chunk.subarray(from, to)
    at += chunk.length
    if (at > end) return
  }
}

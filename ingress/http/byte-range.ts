/** A part of a file, first and last byte. */
export type ByteRange = { start: number; end: number }

/**
 * The one range that a Range header asks for (RFC 9110, 14.2). Null for none, or one that may be ignored: another unit,
 * several ranges, something malformed. `unsatisfiable` when it begins behind the end.
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

/** Those bytes of a stream, which is left as soon as they were read. */
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

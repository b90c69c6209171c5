const META_CHARSET = /<meta[^>]{0,400}?charset\s*=\s*["']?\s*([\w:-]{2,40})/i

/**
 * Bytes as text: by byte order mark, else by the declared charset, else by a meta element in the first 2 KB, else UTF-8
 * (WHATWG Encoding). A label that nobody knows counts as UTF-8. Never throws.
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const label = bomOf(bytes) ?? charset ?? META_CHARSET.exec(Buffer.from(bytes.subarray(0, 2_048)).toString('latin1'))?.[1]
  return decoderOf(label ?? 'utf-8').decode(bytes)
}

function bomOf([first, second]: Uint8Array): string | null {
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xef && second === 0xbb ? 'utf-8' : null
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

/** One line of foreign text: no control characters, single spaces, at most `max` characters. */
export function oneLine(text: string, max: number): string {
  const line = text
    .slice(0, max * 8)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
  if (line.length <= max) return line
  // A cut between the halves of a surrogate pair would leave half a character.
  return `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

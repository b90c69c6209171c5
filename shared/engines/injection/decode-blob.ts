export function decodeEscapes(found: string): Buffer {
  const codes = [...found.matchAll(/\\(?:u\{([0-9a-f]+)\}|U([0-9a-f]{8})|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi)]
  const points = codes.map(([, braced, long, short, byte]) =>
    Number.parseInt(braced ?? long ?? short ?? byte ?? '0', 16),
  )
  return Buffer.from(
    points
      .filter((point) => point <= 0x10ffff)
      .map(characterOf)
      .join(''),
    'utf8',
  )
}

/** Escaped tag characters say what tags say. */
const characterOf = (point: number) =>
  String.fromCodePoint(point >= 0xe0020 && point < 0xe007f ? point - 0xe0000 : point)

export const fromDigits = (digits: readonly string[], base: number) =>
  Buffer.from(digits.map((digit) => Number.parseInt(digit, base)))

export function fromBase32(found: string): Buffer | null {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const char of found.replace(/=+$/, '')) {
    value = (value << 5) | alphabet.indexOf(char)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
    value &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}

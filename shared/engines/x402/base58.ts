const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const VALUES = new Map([...ALPHABET].map((letter, at) => [letter, BigInt(at)]))

/** Longer texts are no keys, and the arithmetic grows with the square of the length. */
const MOST_CHARACTERS = 128

/** The bytes of base58 (Bitcoin's alphabet); null for foreign characters, or more than 128 of them unless said. */
export function fromBase58(text: string, most = MOST_CHARACTERS): Buffer | null {
  if (text.length === 0 || text.length > most) return null
  let number = 0n
  for (const letter of text) {
    const value = VALUES.get(letter)
    if (value === undefined) return null
    number = number * 58n + value
  }
  const hex = number === 0n ? '' : number.toString(16)
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex')])
}

/** Base58 of bytes. */
export function toBase58(bytes: Uint8Array): string {
  let number = bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  while (number > 0n) {
    text = (ALPHABET[Number(number % 58n)] ?? '') + text
    number /= 58n
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns the low `length` base62 digits of the bytes, read as one big-endian number and left-padded with zeros. */
export function base62(bytes: Uint8Array, length: number): string {
  let value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let text = ''
  for (let digit = 0; digit < length; digit += 1) {
    text = (ALPHABET[Number(value % 62n)] ?? '0') + text
    value /= 62n
  }
  return text
}

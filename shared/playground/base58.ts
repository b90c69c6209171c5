const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bitcoin's base58, which Solana writes addresses in: no 0, O, I, l; each leading zero byte is one "1". */
export function base58(bytes: Uint8Array): string {
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let digits = ''
  for (; value > 0n; value /= 58n) digits = (ALPHABET[Number(value % 58n)] ?? '') + digits
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + digits
}

/** The order of the Ed25519 group (RFC 8032, section 5.1). */
const GROUP_ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n

/**
 * Decodes an Ed25519 signature of 64 bytes from base64 or base64url, padded or not. Returns null for anything else, for
 * base64 with stray bits, and for a scalar S that is not reduced: RFC 8032, section 5.1.7, demands S < L, and a
 * signature has one form only.
 */
export function signatureBytes(text: string): Buffer | null {
  const plain = text
    .replace(/={0,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const bytes = Buffer.from(plain, 'base64')
  if (bytes.length !== 64 || bytes.toString('base64').replace(/=+$/, '') !== plain) return null
  const scalar = BigInt(`0x${Buffer.from(bytes.subarray(32).toReversed()).toString('hex')}`)
  return scalar < GROUP_ORDER ? bytes : null
}

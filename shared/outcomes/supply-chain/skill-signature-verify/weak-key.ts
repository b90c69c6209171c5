import type { KeyObject } from 'node:crypto'

const P = 2n ** 255n - 19n
/** The y coordinates of the eight points of small order; five values, as some points share one (RFC 7748 and 8032). */
const smallOrder = new Set([
  0n,
  1n,
  P - 1n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
])
const MIN_RSA_BITS = 2_048
const MAX_RSA_BITS = 8_192

/** Why a public key may not be relied on: under it, anybody could make signatures. Null for a sound one. */
export function weakKey(key: KeyObject): string | null {
  if (key.asymmetricKeyType === 'ed25519') {
    const raw = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
    const sent = BigInt(`0x${Buffer.from([...raw].toReversed()).toString('hex')}`)
    const y = sent & ((1n << 255n) - 1n)
    if (y >= P) return 'the Ed25519 key is not in its canonical form'
    return smallOrder.has(y) ? 'the Ed25519 key is a point of small order' : null
  }
  if (key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'rsa-pss') {
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS) return `an RSA key of ${bits} bits is not accepted`
  }
  return null
}

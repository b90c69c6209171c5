import type { KeyObject } from 'node:crypto'

const CURVES: Record<string, readonly string[]> = {
  prime256v1: ['ES256'],
  secp384r1: ['ES384'],
  secp521r1: ['ES512'],
}

/**
 * The only JWS algorithms a key may verify (RFC 7518, section 3; RFC 8037; RFC 9864). Taken from the key and never from
 * the token, so a public key cannot be made to serve as an HMAC secret. Empty for a key that no algorithm here takes.
 */
export function keyAlgorithms(key: KeyObject): readonly string[] {
  if (key.type === 'secret') return ['HS256', 'HS384', 'HS512']
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']
    case 'ec':
      return CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? []
    case 'ed25519':
      return ['EdDSA', 'Ed25519']
    default:
      return []
  }
}

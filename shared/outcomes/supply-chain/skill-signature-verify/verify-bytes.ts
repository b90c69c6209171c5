import { constants, type KeyObject, verify } from 'node:crypto'

const curveNames: Readonly<Record<string, { name: string; hash: string }>> = {
  prime256v1: { name: 'ecdsa-p256', hash: 'sha256' },
  secp384r1: { name: 'ecdsa-p384', hash: 'sha384' },
  secp521r1: { name: 'ecdsa-p521', hash: 'sha512' },
}
const rsaHashes = ['sha256', 'sha512', 'sha384'] as const

/** The name of the algorithm by which a key's signature covers these bytes; null when it does not. Never throws. */
export function verifyBytes(key: KeyObject, message: Buffer, signature: Buffer): string | null {
  const holds = (hash: string | null, options: object = {}) => {
    try {
      return verify(hash, message, { key, ...options }, signature)
    } catch {
      return false
    }
  }
  const type = key.asymmetricKeyType
  if (type === 'ed25519' || type === 'ed448') return holds(null) ? type : null
  if (type === 'ec') {
    const curve = curveNames[key.asymmetricKeyDetails?.namedCurve ?? '']
    if (curve === undefined) return null
    const forms = ['der', 'ieee-p1363'] as const
    // Sigstore clients hash with SHA-256 whatever the curve.
    const isSigned = forms.some((dsaEncoding) => [curve.hash, 'sha256'].some((hash) => holds(hash, { dsaEncoding })))
    return isSigned ? curve.name : null
  }
  if (type === 'rsa' && rsaHashes.some((hash) => holds(hash))) return 'rsa-pkcs1'
  const padding = constants.RSA_PKCS1_PSS_PADDING
  const isPss = (type === 'rsa' || type === 'rsa-pss') && rsaHashes.some((hash) => holds(hash, { padding }))
  return isPss ? 'rsa-pss' : null
}

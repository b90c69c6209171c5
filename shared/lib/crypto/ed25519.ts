import { createPublicKey, verify } from 'node:crypto'

/** Converts a key of 32 bytes from hex, base64 or base64url to lower-case hex. Returns null for anything else. */
export function keyHex(text: string): string | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  const bytes = fromBase64(text)
  return bytes?.length === 32 ? bytes.toString('hex') : null
}

/** Verifies an Ed25519 signature (64 bytes as hex, base64 or base64url) by a public key (hex). Never throws. */
export function isEd25519Signed(publicKeyHex: string, signature: string, message: Uint8Array | string): boolean {
  const bytes = /^[0-9a-f]{128}$/i.test(signature) ? Buffer.from(signature, 'hex') : fromBase64(signature)
  return isEd25519Signature(
    bytes,
    typeof message === 'string' ? Buffer.from(message) : message,
    Buffer.from(publicKeyHex, 'hex'),
  )
}

/**
 * Whether 64 bytes are the Ed25519 signature of a message by a public key of 32 bytes (RFC 8032, with S < L, neither the
 * key nor R of small order, and no cofactor: what a node of Solana takes, too). False for anything that is no key or no
 * signature. Never throws.
 */
export function isEd25519Signature(
  signature: Uint8Array | null | undefined,
  message: Uint8Array,
  publicKey: Uint8Array | null | undefined,
): boolean {
  if (signature?.length !== 64 || publicKey?.length !== 32) return false
  try {
    const x = Buffer.from(publicKey).toString('base64url')
    return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
  } catch {
    return false
  }
}

const fromBase64 = (text: string): Buffer | null =>
  /^[\w+/-]{1,200}={0,2}$/.test(text) ? Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64') : null

import { createPrivateKey, type KeyObject } from 'node:crypto'

import nacl from 'tweetnacl'

export type Ed25519KeyPair = {
  /** 32 bytes. */
  publicKey: Buffer
  /** Signs with `sign(null, message, privateKey)` of node:crypto. */
  privateKey: KeyObject
}

/**
 * Derives the Ed25519 key pair of a seed (RFC 8032's private key). Throws for a seed that has not 32 bytes, which
 * node:crypto does not do for DER.
 */
export function ed25519KeyPair(seed: Uint8Array): Ed25519KeyPair {
  const publicKey = Buffer.from(nacl.sign.keyPair.fromSeed(seed).publicKey)
  const [d, x] = [Buffer.from(seed).toString('base64url'), publicKey.toString('base64url')]
  return { publicKey, privateKey: createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' }) }
}

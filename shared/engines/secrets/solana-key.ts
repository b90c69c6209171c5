import { createPrivateKey, createPublicKey } from 'node:crypto'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'

/** Whether 64 bytes, in Base58 or as an array of numbers, are an Ed25519 key pair: the last 32 belong to the first. */
export function isSolanaKey(value: string): boolean {
  const bytes = value.startsWith('[') ? arrayBytes(value) : fromBase58(value)
  if (bytes?.length !== 64) return false
  const [d, x] = [bytes.subarray(0, 32).toString('base64url'), bytes.subarray(32).toString('base64url')]
  // Node.js derives the public key from the seed, a hundred times as fast as tweetnacl: texts of callers may hold many.
  const privateKey = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
  return createPublicKey(privateKey).export({ format: 'jwk' }).x === x
}

function arrayBytes(value: string): Buffer | null {
  const numbers = (value.match(/\d+/g) ?? []).map(Number)
  return numbers.every((number) => number < 256) ? Buffer.from(numbers) : null
}

import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { ed25519KeyPair } from '#shared/lib/crypto/ed25519-key-pair.ts'

/** Whether 64 bytes, in Base58 or as an array of numbers, are an Ed25519 key pair: the last 32 belong to the first. */
export function isSolanaKey(value: string): boolean {
  const bytes = value.startsWith('[') ? arrayBytes(value) : fromBase58(value)
  if (bytes?.length !== 64) return false
  return ed25519KeyPair(bytes.subarray(0, 32)).publicKey.equals(bytes.subarray(32))
}

function arrayBytes(value: string): Buffer | null {
  const numbers = (value.match(/\d+/g) ?? []).map(Number)
  return numbers.every((number) => number < 256) ? Buffer.from(numbers) : null
}

import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'

import { checksumAddress } from '../networks/evm-address.ts'

/** An ECDSA signature of 65 bytes, taken apart. */
export type EvmSignature = {
  compact: Uint8Array
  recovery: 0 | 1
  /** The last byte as sent: 27 or 28, by some signers 0 or 1. */
  v: number
  /** s above half the curve's order: token contracts refuse it, since a second signature can be made of every first. */
  isHighS: boolean
}

/** Reads 0x and 130 hex digits; null for anything else, also for numbers outside the curve's order. */
export function readSignature(text: string): EvmSignature | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(text)) return null
  const bytes = Buffer.from(text.slice(2), 'hex')
  const v = bytes[64] ?? 255
  const recovery = v >= 27 ? v - 27 : v
  if (recovery !== 0 && recovery !== 1) return null
  const compact = bytes.subarray(0, 64)
  try {
    return { compact, recovery, v, isHighS: secp256k1.Signature.fromCompact(compact).hasHighS() }
  } catch {
    return null
  }
}

/** The address whose key made a signature over a digest; null when no key can have. */
export function recoverSigner(digest: Uint8Array, signature: EvmSignature): string | null {
  try {
    const key = secp256k1.Signature.fromCompact(signature.compact)
      .addRecoveryBit(signature.recovery)
      .recoverPublicKey(digest)
      .toRawBytes(false)
    return checksumAddress(
      `0x${Buffer.from(keccak_256(key.subarray(1)))
        .toString('hex')
        .slice(24)}`,
    )
  } catch {
    return null
  }
}

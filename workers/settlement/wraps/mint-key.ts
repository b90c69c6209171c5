import { hkdfSync } from 'node:crypto'

import { Keypair } from '@solana/web3.js'

import { type Config, ConfigError } from '#shared/config.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'

/** The key that signs mints of tokens: it is the authority of each until its one token exists, and of none afterwards. */
export type MintKey = {
  authority: Keypair
  /** The key of the mint of a wrap: the same each time, so that a wrap never has two. */
  mintOf: (wrapId: string) => Keypair
}

/** The key that signs mints; null when it is not set. Throws a ConfigError that never quotes the key. */
export function mintKey({ SOLANA_MINT_KEY: key }: Pick<Config, 'SOLANA_MINT_KEY'>): MintKey | null {
  if (key === undefined) return null
  const authority = keypairOf(key)
  const seed = authority.secretKey.subarray(0, 32)
  return {
    authority,
    mintOf: (wrapId) =>
      Keypair.fromSeed(new Uint8Array(hkdfSync('sha256', seed, 'farebox', `wrap-mint-v1 ${wrapId}`, 32))),
  }
}

function keypairOf(key: string): Keypair {
  const bytes = fromBase58(key.trim())
  try {
    // 64 bytes include the public key, which must match; 32 bytes are the seed alone.
    if (bytes?.length === 64) return Keypair.fromSecretKey(bytes)
    if (bytes?.length === 32) return Keypair.fromSeed(bytes)
  } catch {
    // The public key does not match.
  }
  throw new ConfigError('  SOLANA_MINT_KEY  is no secret key: base58 of 64 bytes')
}

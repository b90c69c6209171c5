import { Keypair } from '@solana/web3.js'

import { type Config, ConfigError } from '#shared/config.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'

/** The key that pays sellers; null when it is not set. Throws a ConfigError that never quotes the key. */
export function treasuryKey({ SOLANA_TREASURY_KEY: key }: Pick<Config, 'SOLANA_TREASURY_KEY'>): Keypair | null {
  if (key === undefined) return null
  const bytes = fromBase58(key.trim())
  try {
    // 64 bytes include the public key, which must match; 32 bytes are the seed alone.
    if (bytes?.length === 64) return Keypair.fromSecretKey(bytes)
    if (bytes?.length === 32) return Keypair.fromSeed(bytes)
  } catch {
    // The public key does not match.
  }
  throw new ConfigError('  SOLANA_TREASURY_KEY  is no secret key: base58 of 64 bytes')
}

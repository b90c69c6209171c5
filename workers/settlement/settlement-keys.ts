import { createKeyPairSignerFromBytes, createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'
import type { PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { type Config, ConfigError } from '#shared/config.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'

export type SettlementKeys = { base: readonly PrivateKeyAccount[]; solana: readonly KeyPairSigner[] }

/** The keys that pay fees. Throws a ConfigError with the setting and position of an invalid key, never the key. */
export async function settlementKeys(
  config: Pick<Config, 'BASE_SETTLEMENT_KEYS' | 'SOLANA_FEE_PAYER_KEYS'>,
): Promise<SettlementKeys> {
  const base = listOf(config.BASE_SETTLEMENT_KEYS).map((key, at) => baseAccount(key, at))
  const solana = await Promise.all(listOf(config.SOLANA_FEE_PAYER_KEYS).map((key, at) => feePayer(key, at)))
  return { base, solana }
}

const listOf = (setting: string | undefined) =>
  (setting ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')

function baseAccount(key: string, at: number): PrivateKeyAccount {
  const hex = key.startsWith('0x') ? key.slice(2) : key
  if (/^[0-9a-fA-F]{64}$/.test(hex)) {
    try {
      return privateKeyToAccount(`0x${hex}`)
    } catch {
      // Zero and numbers beyond the curve order are not valid keys.
    }
  }
  throw new ConfigError(`  BASE_SETTLEMENT_KEYS  key ${at + 1} is no private key: 0x and 64 hex digits`)
}

async function feePayer(key: string, at: number): Promise<KeyPairSigner> {
  const bytes = fromBase58(key)
  try {
    // 64 bytes include the public key, which must match; 32 bytes are the seed alone.
    if (bytes?.length === 64) return await createKeyPairSignerFromBytes(bytes)
    if (bytes?.length === 32) return await createKeyPairSignerFromPrivateKeyBytes(bytes)
  } catch {
    // The public key does not match.
  }
  throw new ConfigError(`  SOLANA_FEE_PAYER_KEYS  key ${at + 1} is no secret key: base58 of 64 bytes`)
}

import { expect, test } from 'vitest'

import { ConfigError } from '#shared/config.ts'
import { makeSolanaWallet } from '#shared/playground/chains/wallets.ts'

import { treasuryKey } from './treasury-key.ts'

test('the treasury is the account of its secret key; without one there is none', () => {
  const { address, secret_key: key } = makeSolanaWallet()
  expect(treasuryKey({ SOLANA_TREASURY_KEY: key })?.publicKey.toBase58()).toBe(address)
  expect(treasuryKey({ SOLANA_TREASURY_KEY: undefined })).toBeNull()
})

test.each(['', 'no key', '0OIl', 'z'.repeat(88), `${makeSolanaWallet().secret_key.slice(0, -2)}zz`])(
  'what is no key is refused and never quoted: %s',
  (key) => {
    const read = () => treasuryKey({ SOLANA_TREASURY_KEY: key })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/^ {2}SOLANA_TREASURY_KEY {2}is no secret key: base58 of 64 bytes$/)
  },
)

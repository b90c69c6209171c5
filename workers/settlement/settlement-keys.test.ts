import { expect, test } from 'vitest'

import { ConfigError } from '#shared/config.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { makeSolanaWallet } from '#shared/playground/chains/wallets.ts'

import { settlementKeys } from './settlement-keys.ts'

const KEY = `0x${'46'.repeat(32)}`
const keysOf = (base: string | undefined, solana: string | undefined) =>
  settlementKeys({ BASE_SETTLEMENT_KEYS: base, SOLANA_FEE_PAYER_KEYS: solana })

test('the keys of settlement are read from lists', async () => {
  const wallets = [makeSolanaWallet(), makeSolanaWallet()]
  const keys = await keysOf(`${KEY}, ${'47'.repeat(32)}`, wallets.map(({ secret_key: key }) => key).join(','))
  expect(keys.base.map(({ address }) => address)).toEqual([
    '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F',
    expect.stringMatching(/^0x/),
  ])
  expect(keys.solana.map(({ address }) => address)).toEqual(wallets.map(({ address }) => address))
})

test('settlement has no keys where no setting names any', async () => {
  expect(await keysOf(undefined, undefined)).toEqual({ base: [], solana: [] })
})

test.each([
  ['BASE_SETTLEMENT_KEYS', `${KEY},0xsecret-of-mine`],
  ['BASE_SETTLEMENT_KEYS', `${KEY},0x${'00'.repeat(32)}`],
  ['BASE_SETTLEMENT_KEYS', `${KEY},0x${'ff'.repeat(32)}`],
  ['SOLANA_FEE_PAYER_KEYS', `${makeSolanaWallet().secret_key},secret-of-mine`],
  ['SOLANA_FEE_PAYER_KEYS', `${makeSolanaWallet().secret_key},${toBase58(Buffer.alloc(64, 7))}`],
])('one that is none is named by setting and place, and not shown: %s', async (name, list) => {
  const failed = name === 'BASE_SETTLEMENT_KEYS' ? keysOf(list, undefined) : keysOf(undefined, list)
  const error: unknown = await failed.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConfigError)
  expect(String(error)).toMatch(new RegExp(`${name}  key 2 is no`))
  expect(String(error)).not.toContain(list.split(',')[1])
})

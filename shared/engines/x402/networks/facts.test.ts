import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { DEFAULT_ASSETS as EVM_ASSETS } from '@x402/evm'
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1'
import { DEFAULT_ASSETS as SVM_ASSETS } from '@x402/svm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { atomicOf, roundUpToCents, humanAmount, isAtomic } from './amount.ts'
import { errorFact, listedErrorCodes } from '../wire/error-codes.rules.ts'
import { checksumAddress } from './evm-address.ts'
import { guessNetwork, readNetwork } from './network.ts'
import { NETWORKS, UNLISTED_LEGACY } from './networks.rules.ts'
import { solanaBytes } from './solana-address.ts'
import { tokenAt } from './token.ts'
import { TOKENS } from './tokens.rules.ts'

describe('networks', () => {
  test('have the v1 names of the reference SDK, each with its chain', () => {
    const listed = NETWORKS.filter(
      ({ legacy, caip2 }) => legacy !== null && caip2.startsWith('eip155') && !UNLISTED_LEGACY.has(legacy),
    )
    expect(Object.fromEntries(listed.map(({ legacy, caip2 }) => [legacy, Number(caip2.slice(7))]))).toEqual(
      EVM_NETWORK_CHAIN_ID_MAP,
    )
  })

  test('are named once', () => {
    expect(new Set(NETWORKS.map(({ caip2 }) => caip2)).size).toBe(NETWORKS.length)
  })

  test.each([
    ['eip155:8453', 'eip155:8453', 'caip2'],
    ['base', 'eip155:8453', 'legacy'],
    ['eip155:999999', 'eip155:999999', 'caip2'],
    ['cloudflare:402', 'cloudflare:402', 'caip2'],
    ['eip155:', null, 'neither'],
    ['Base', null, 'neither'],
    ['', null, 'neither'],
  ])('%j is read as %j (%s)', (text, caip2, style) => {
    expect(readNetwork(text)).toMatchObject({ caip2, style })
  })

  test.each([
    ['Base', 'eip155:8453'],
    ['base_sepolia', 'eip155:84532'],
    ['8453', 'eip155:8453'],
    ['solana-mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ])('%j most likely means %s', (text, caip2) => {
    expect(guessNetwork(text)?.caip2).toBe(caip2)
  })

  test('have chain ids only where they are numbers', () => {
    expect(readNetwork('eip155:8453').chainId).toBe(8453n)
    expect(readNetwork('eip155:base').chainId).toBeNull()
    expect(readNetwork('eip155:08').chainId).toBeNull()
  })
})

describe('tokens', () => {
  test('stand at addresses with a right checksum, on networks that are known', () => {
    for (const { address, network } of TOKENS) {
      expect(readNetwork(network).known, network).not.toBeNull()
      const isRight = network.startsWith('solana')
        ? solanaBytes(address) !== null
        : tokenAt(network, checksumAddress(address))?.address === address
      expect(isRight, address).toBe(true)
    }
  })

  test('are found without regard to the case of EVM addresses, and to the letter on Solana', () => {
    const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    expect(tokenAt('eip155:8453', usdc.toLowerCase())?.symbol).toBe('USDC')
    expect(tokenAt('eip155:84532', usdc)).toBeNull()
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    expect(tokenAt('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', mint.toLowerCase())).toBeNull()
  })

  test('are all the default assets of the reference SDKs, with their domains, decimals and methods', () => {
    for (const [network, assets] of Object.entries(EVM_ASSETS))
      for (const { asset, name, version, decimals, assetTransferMethod = 'eip3009' } of assets)
        expect(tokenAt(network, asset), `${network} ${asset}`).toMatchObject({
          domain: { name, version },
          decimals,
          method: assetTransferMethod,
        })
    for (const [network, assets] of Object.entries(SVM_ASSETS))
      for (const { asset, symbol, decimals } of assets)
        expect(tokenAt(network, asset)).toMatchObject({ symbol, decimals })
  })

  test('on Base and Base Sepolia sign under different names', () => {
    expect(tokenAt('eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')?.domain?.name).toBe('USD Coin')
    expect(tokenAt('eip155:84532', '0x036CbD53842c5426634e7929541eC2318f3dCF7e')?.domain?.name).toBe('USDC')
  })
})

describe('amounts', () => {
  test('keep their value from atomic to units and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }), (atomic, decimals) => {
        expect(atomicOf(humanAmount(atomic, decimals), decimals)).toBe(atomic)
      }),
    )
  })

  test.each([
    ['0.01', 6, '10000'],
    [0.02, 6, '20000'],
    ['$1.50', 6, '1500000'],
    [1e-7, 6, 'null'],
    ['-1', 6, 'null'],
    ['1,5', 6, 'null'],
    ['', 6, 'null'],
    [1e21, 6, `1${'0'.repeat(27)}`],
  ])('%j at %i decimals is %j', (units, decimals, atomic) => {
    expect(String(atomicOf(units, decimals))).toBe(atomic)
  })

  test('in cents are rounded up: a caller needs at least that', () => {
    expect(roundUpToCents(20_000n, 6)).toBe(2n)
    expect(roundUpToCents(20_001n, 6)).toBe(3n)
    expect(roundUpToCents(1n, 6)).toBe(1n)
    expect(roundUpToCents(0n, 6)).toBe(0n)
  })

  test.each(['01', '+1', '1.0', '1e3', '-1', '', ' 1', '0x1'])('%j is not atomic', (text) => {
    expect(isAtomic(text)).toBe(false)
  })
})

describe('error codes', () => {
  const sdk = (name: string) => join(import.meta.dirname, '../../../../node_modules/@x402', name, 'dist/esm')

  test('of the reference SDK all have a meaning', () => {
    const texts = ['evm', 'svm'].flatMap((name) =>
      readdirSync(sdk(name))
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => readFileSync(join(sdk(name), file), 'utf8')),
    )
    const codes = new Set(
      texts.flatMap(
        (text) =>
          text.match(
            /(?<=")(?:invalid_(?:exact|upto|batch|permit2|eip2612)|permit2_|settlement_p|duplicate_s)[a-z0-9_]+(?=")/g,
          ) ?? [],
      ),
    )
    expect(codes.size).toBeGreaterThan(80)
    expect([...codes].filter((code) => errorFact(code) === null)).toEqual([])
  })

  test('that are listed say themselves what they mean', () => {
    for (const code of listedErrorCodes) expect(errorFact(code.toUpperCase())).toEqual(errorFact(code))
  })

  test('with and without the prefix of their scheme mean the same', () => {
    expect(errorFact('nonce_already_used')).toEqual(errorFact('invalid_exact_evm_nonce_already_used'))
  })

  test('never say that money stayed where a transfer may have been sent', () => {
    for (const code of [
      'settlement_pending',
      'duplicate_settlement',
      'unexpected_settle_error',
      'invalid_upto_evm_transaction_failed',
      'invalid_exact_evm_nonce_already_used',
    ])
      expect(errorFact(code)?.money, code).toBe('unknown')
  })

  test('are codes and no sentences', () => {
    expect(errorFact('invalid signature of the payer')).toBeNull()
    fc.assert(fc.property(fc.string(), (text) => errorFact(text) === null || text.trim().length > 3))
  })
})

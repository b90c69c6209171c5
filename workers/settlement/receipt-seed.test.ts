import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'

import { ConfigError } from '#shared/config.ts'
import { receiptVectors } from '#test/support/files/receipt-vectors.ts'

import { receiptSeed } from './receipt-seed.ts'

const SERVER_SECRET = 'a server secret of thirty-two characters'
const seed = 'ab'.repeat(32)

describe('the seed of receipts', () => {
  test('is RECEIPT_SEED where it is set', () => {
    for (const production of [true, false]) {
      expect(Buffer.from(receiptSeed({ RECEIPT_SEED: seed, SERVER_SECRET, production })).toString('hex')).toBe(seed)
    }
  })

  test('is derived from SERVER_SECRET outside production, always the same', () => {
    const derived = receiptSeed({ RECEIPT_SEED: undefined, SERVER_SECRET, production: false })
    expect(derived).toHaveLength(32)
    expect(receiptSeed({ RECEIPT_SEED: undefined, SERVER_SECRET, production: false })).toEqual(derived)
    const other = `${SERVER_SECRET}!`
    expect(receiptSeed({ RECEIPT_SEED: undefined, SERVER_SECRET: other, production: false })).not.toEqual(derived)
  })

  test('is demanded in production, where every process knows SERVER_SECRET', () => {
    const start = () => receiptSeed({ RECEIPT_SEED: undefined, SERVER_SECRET, production: true })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(/RECEIPT_SEED {2}is missing/)
  })

  test('is never the published one of the test vectors', () => {
    const { seed_hex } = receiptVectors.test_key
    for (const RECEIPT_SEED of [seed_hex, seed_hex.toUpperCase()]) {
      expect(() => receiptSeed({ RECEIPT_SEED, SERVER_SECRET, production: false })).toThrow(/published seed/)
    }
  })
})

test('docker compose hands signing keys to the settlement process alone, also when they stand in .env', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')
  const { services } = z
    .object({
      services: z.record(z.string(), z.looseObject({ environment: z.record(z.string(), z.string()).optional() })),
    })
    .parse(parseYaml(text, { merge: true }))
  const ours = Object.entries(services).filter(
    ([name, service]) => 'build' in service && !['secrets', 'playground'].includes(name),
  )
  expect(ours).toHaveLength(8)
  for (const [name, { environment }] of ours) {
    const isSettlement = name === 'worker-settlement-watch'
    for (const key of ['RECEIPT_SEED', 'BASE_SETTLEMENT_KEYS', 'SOLANA_FEE_PAYER_KEYS']) {
      expect(environment?.[key], name).toBe('')
      const file = environment?.[`${key}_FILE`]
      expect(file, name).toBe(isSettlement ? `/run/farebox/settlement/${key}` : undefined)
    }
    expect(environment?.['SETTLEMENT_URL'], name).toContain('worker-settlement-watch:8403')
    expect(environment?.['SETTLEMENT_PORT'], name).toBe(isSettlement ? '8403' : undefined)
  }
  expect(services['worker-settlement-watch']).not.toHaveProperty('ports')
})

import { createHash, randomUUID } from 'node:crypto'

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { judgeKey } from './key-quality.ts'

const suggested = 'idem_0123456789abcdef0123456789abcdef'
const judge = (key: string | undefined) => judgeKey(key, suggested)
const digest = createHash('sha256').update('order 17').digest('hex')

describe('the quality of an idempotency key', () => {
  test.each([
    ['uuid4', randomUUID()],
    ['uuid4', `order-17:${randomUUID().toUpperCase()}`],
    ['uuid7', '0190c5f0-7a1b-7c3d-9e2f-1a2b3c4d5e6f'],
    ['hash', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
    ['ulid', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['hash', digest],
    ['hash', `idem_${digest.slice(0, 32)}`],
    ['random', 'V1StGXR8_Z5jdHi6B-myT'],
    ['random', 'cjld2cjxh0000qzrmn831i7rn'],
    ['random', '48291048572619384710'],
  ])('takes a %s such as %s', (kind, key) => {
    expect(judge(key)).toMatchObject({ present: true, kind, acceptable: true, length: key.length })
  })

  test.each([
    ['counter', '1'],
    ['counter', 'order-17'],
    ['counter', '0000000000000042'],
    ['timestamp', '1700000000'],
    ['timestamp', 'pay-1700000000123'],
    ['timestamp', '2026-11-20T12:00:00Z'],
    ['timestamp', '20261120-120000'],
    ['weak', 'aaaaaaaaaaaaaaaaaaaaaaaa'],
    ['weak', 'abcdefghijklmnopqrstuvwxyz'],
    ['weak', 'retry-retry-retry-retry-retry'],
    ['weak', 'pay-invoice-2026-november'],
    ['weak', 'customer_8831_invoice_2026_11'],
    ['weak', '00000000-0000-0000-0000-000000000000'],
    ['weak', '0'.repeat(64)],
    ['weak', 'Zx9q!'],
  ])('calls a %s such as %s not good enough', (kind, key) => {
    expect(judge(key)).toMatchObject({ kind, acceptable: false })
  })

  test('takes the suggested key whatever it looks like', () => {
    expect(judge(suggested)).toMatchObject({ acceptable: true })
    expect(judgeKey('k', 'k')).toMatchObject({ acceptable: true })
  })

  test.each([undefined, '', '   '])('sees no key in %j', (key) => {
    expect(judge(key)).toEqual({ present: false, length: 0, entropy_bits: 0, kind: null, acceptable: false })
  })

  test('judges any text without failing, and never finds bits in no characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (key) => {
        const { entropy_bits } = judge(key)
        expect(Number.isSafeInteger(entropy_bits) && entropy_bits >= 0).toBe(true)
      }),
    )
  })
})

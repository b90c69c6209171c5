import { createPublicKey, verify } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'
import { testSigner } from '#test/support/files/receipt-vectors.ts'

import { readbackReceipt } from './outcome.ts'
import { signingContext } from '#test/support/fakes/payment-documents.ts'

type Answer = {
  verified: boolean
  decision: string
  differences: { path: string; kind: string; within_tolerance: boolean }[]
  receipt: Record<string, unknown> & { signed_text: string; signature: string }
}
// Safe: the declared output.
const run = async (input: unknown) => (await readbackReceipt.run(input, signingContext())) as Answer
const check = (input: Record<string, unknown>) => () => readbackReceipt.check?.(input)

test('readback-receipt: answers its example', async () => {
  expect(await run(readbackReceipt.example.input)).toEqual(readbackReceipt.example.output)
})

describe('readback-receipt: what is compared', () => {
  test('in mode subset more may be there, in mode exact not', async () => {
    const states = { intended: { a: 1 }, observed: { a: 1, b: 2 } }
    expect(await run(states)).toMatchObject({ verified: true, decision: 'allow', coverage: 1 })
    expect(await run({ ...states, mode: 'exact' })).toMatchObject({
      verified: false,
      decision: 'block',
      differences: [{ path: '/b', kind: 'extra', intended: null, observed: 2 }],
    })
  })

  test.each([
    ['type_changed', { a: 1 }, { a: '1' }],
    ['type_changed', { a: null }, { a: {} }],
    ['changed', { a: 1 }, { a: 2 }],
    ['missing', { a: 1 }, {}],
    ['missing', { a: null }, {}],
    ['missing', [1, 2], [1]],
    ['changed', ['a', 'b'], ['b', 'a']],
    ['type_changed', [], {}],
  ])('%s: %j against %j', async (kind, intended, observed) => {
    const answer = await run({ intended, observed })
    expect(answer).toMatchObject({ verified: false, decision: 'block' })
    expect(answer.differences[0]).toMatchObject({ kind })
  })

  test('numbers of the same value and keys in any order are equal', async () => {
    const observed = JSON.parse('{"b":{"d":2,"c":1.0},"a":1e2}') as unknown
    expect(await run({ intended: { a: 100, b: { c: 1, d: 2 } }, observed, mode: 'exact' })).toMatchObject({
      verified: true,
    })
  })

  test.each([
    { intended: { a: 1 }, observed: { a: 2 }, ignore: ['/a'] },
    { intended: {}, observed: { a: 1 } },
  ])('nothing compared (%j) verifies nothing', async (states) => {
    expect(await run(states)).toMatchObject({
      verified: false,
      decision: 'review',
      matched: 0,
      coverage: 0,
      reasons: [expect.objectContaining({ code: 'nothing_compared' })],
      receipt: { verified: false },
    })
  })

  test('tolerances hold for numbers, times and the order of lists', async () => {
    const near = { intended: { t: 100 }, observed: { t: 100.4 } }
    expect(await run({ ...near, tolerance: { '/t': 0.5 } })).toMatchObject({
      verified: true,
      differences: [{ path: '/t', within_tolerance: true }],
    })
    expect(await run({ ...near, tolerance: { '/t': 0.3 } })).toMatchObject({ verified: false })
    expect(await run({ ...near, tolerance: { '/t': 0.4 } })).toMatchObject({ verified: true })
    const times = { intended: { at: '2026-01-01T00:00:00Z' }, observed: { at: '2026-01-01T00:00:59Z' } }
    expect(await run({ ...times, tolerance: { '/at': '60s' } })).toMatchObject({ verified: true })
    expect(await run({ ...times, tolerance: { '/at': '58s' } })).toMatchObject({ verified: false })
    const lists = { intended: { tags: ['a', 'b', 'b'] }, observed: { tags: ['b', 'a', 'b'] } }
    expect(await run({ ...lists, tolerance: { '/tags/*': 'unordered' } })).toMatchObject({ verified: true })
    expect(
      await run({
        intended: { tags: ['a', 'b'] },
        observed: { tags: ['b', 'c'] },
        tolerance: { '/tags': 'unordered' },
      }),
    ).toMatchObject({
      verified: false,
      difference_count: 1,
    })
  })

  test('ignored pointers count on neither side', async () => {
    const states = { intended: { rows: [{ id: 1, at: 'x' }], n: 1 }, observed: { rows: [{ id: 1, at: 'y' }], n: 1 } }
    expect(await run({ ...states, ignore: ['/rows/*/at'] })).toMatchObject({ verified: true, matched: 2, coverage: 1 })
  })

  test('lists the first 200 differences and counts all', async () => {
    const rows = (value: string) => Array.from({ length: 500 }, (_, at) => `${value}${at}`)
    const answer = await run({ intended: rows('a'), observed: rows('b') })
    expect(answer).toMatchObject({ difference_count: 500, matched: 0, coverage: 0 })
    expect(answer.differences).toHaveLength(200)
  })
})

test('readback-receipt: long lists in any order are compared in no time', async () => {
  const ones = Array.from({ length: 20_000 }, () => 1)
  const before = performance.now()
  expect(await run({ intended: ones, observed: ones, tolerance: { '': 'unordered' } })).toMatchObject({
    verified: true,
  })
  expect(performance.now() - before).toBeLessThan(20_000)
})

describe('readback-receipt: a read that may be stale', () => {
  const states = { intended: { a: 1 }, observed: { a: 1 }, written_at: '2026-01-01T00:00:10Z' }
  test.each([
    ['2026-01-01T00:00:09Z', true],
    ['2026-01-01T00:00:10.900Z', true],
    ['2026-01-01T00:00:12Z', false],
  ])('read at %s: %s', async (read_at, stale_risk) => {
    expect(await run({ ...states, read_at })).toMatchObject({ stale_risk, decision: stale_risk ? 'review' : 'allow' })
  })
})

describe('readback-receipt: the receipt', () => {
  const keyOf = (x: string) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

  test('is signed, and holds digests instead of the states', async () => {
    const secret = 'nobody may read this'
    const input = { intended: { secret }, observed: { secret }, agent_id: 'a|b', action: '100%\nsure', target: 'db' }
    const { receipt } = await run(input)
    expect(JSON.stringify(receipt)).not.toContain(secret)
    expect(receipt).toMatchObject({ profile: 'readback-v1', intended_digest: digestOf({ secret }), verified: true })
    expect(receipt.signed_text.split('|')).toHaveLength(8)
    expect(receipt.signed_text).toContain('a%7Cb|100%25%0Asure|db')
    const signature = Buffer.from(receipt.signature, 'base64url')
    expect(verify(null, Buffer.from(receipt.signed_text), keyOf(testSigner.key.x), signature)).toBe(true)
  })

  test('is verified only when the states are equal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), async (intended, observed) => {
        const [one, other] = [intended, observed].map((value) => JSON.parse(JSON.stringify(value)) as unknown)
        const [same, exact] = await Promise.all([
          run({ intended: one, observed: one, mode: 'exact' }),
          run({ intended: one, observed: other, mode: 'exact' }),
        ])
        expect(same.verified).toBe(true)
        expect(exact.verified).toBe(digestOf(one) === digestOf(other))
      }),
      { numRuns: 150 },
    )
  })
})

test('readback-receipt: refuses what cannot be compared, before any charge', () => {
  expect(check({ intended: { a: 1 } })).toThrow(Refusal)
  expect(check({ intended: 1, observed: null })).not.toThrow()
  expect(check({ intended: 1, observed: 1, ignore: ['a'] })).toThrow(Refusal)
  expect(check({ intended: 1, observed: 1, tolerance: { '/a': 'soon' } })).toThrow(Refusal)
  expect(check({ intended: 1, observed: 1, tolerance: { '/a': -1 } })).toThrow(Refusal)
})

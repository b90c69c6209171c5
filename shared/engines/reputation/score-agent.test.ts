import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { betaBelow, betaQuantile } from './beta-quantile.ts'
import { scoreAgent } from './score-agent.ts'
import type { Evidence } from '#shared/doors/agents.ts'

const now = new Date('2026-11-20T12:00:00Z')
let serial = 0
const row = (more: Partial<Evidence>): Evidence => ({
  id: `e${(serial += 1)}`,
  kind: 'delivered',
  rating: null,
  counterparty: `account:${serial}`,
  cluster: null,
  bySelf: false,
  isTrial: false,
  isReciprocal: false,
  at: now,
  ...more,
})
const rows = (count: number, more: Partial<Evidence> = {}) => Array.from({ length: count }, () => row(more))

describe('the Beta distribution', () => {
  test('has the published quantiles', () => {
    expect(betaQuantile(0.5, 2, 2)).toBeCloseTo(0.5, 9)
    expect(betaQuantile(0.05, 2, 2)).toBeCloseTo(0.13535, 5)
    expect(betaQuantile(0.95, 7, 2)).toBeCloseTo(0.953611, 5)
    expect(betaQuantile(0.5, 1, 3)).toBeCloseTo(1 - 0.5 ** (1 / 3), 9)
  })

  test('is the inverse of its own distribution, also far out', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 0.5, max: 400, noNaN: true }),
        fc.double({ min: 0.5, max: 400, noNaN: true }),
        (p, a, b) => {
          expect(betaBelow(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 6)
        },
      ),
    )
  })
})

describe('an agent’s score', () => {
  test('is 78 after five deliveries to five counterparties, now', () => {
    expect(scoreAgent(rows(5), now)).toMatchObject({
      score: 78,
      counterparties: 5,
      evidenceCount: 5,
      level: 'emerging',
    })
  })

  test('is none below three counterparties, however much they say', () => {
    expect(scoreAgent([], now)).toMatchObject({ score: null, level: 'unknown', firstSeen: null })
    expect(scoreAgent(rows(100, { kind: 'attested', rating: 5, counterparty: 'one' }), now)).toMatchObject({
      score: null,
      counterparties: 1,
      level: 'new',
      discounts: [{ code: 'burst', rows: 95 }],
    })
  })

  test('gives nothing for praise of one’s own, for trials, and little for rings', () => {
    expect(scoreAgent(rows(5, { kind: 'attested', rating: 5, bySelf: true }), now)).toMatchObject({
      score: null,
      counterparties: 0,
      discounts: [{ code: 'self_attested', rows: 5 }],
    })
    expect(scoreAgent(rows(5, { isTrial: true }), now).score).toBe(null)
    const [ring, honest] = [scoreAgent(rows(5, { isReciprocal: true }), now), scoreAgent(rows(5), now)]
    expect(ring.score).toBeLessThan(honest.score ?? 0)
  })

  test('counts wallets that one address funded as one, and caps each at a fifth', () => {
    expect(scoreAgent([...rows(9, { cluster: 'funder' }), ...rows(2)], now)).toMatchObject({
      counterparties: 3,
      discounts: [{ code: 'burst' }, { code: 'same_funder', rows: 9 }],
    })
    const loud = Array.from({ length: 30 }, (_, n) =>
      row({ counterparty: 'loud', at: new Date(now.getTime() - n * 86_400_000) }),
    )
    const { weighed } = scoreAgent([...loud, ...rows(4, { kind: 'dispute_lost' })], now)
    const weight = (who: string) =>
      weighed
        .filter(({ row: { counterparty } }) => counterparty === who)
        .reduce((sum, { success, failure }) => sum + success + failure, 0)
    expect(weight('loud')).toBeLessThan(8)
  })

  test('lets nobody have more than a fifth of the weight, however loud, and few friends only so much', () => {
    const days = (count: number, counterparty: string) =>
      Array.from({ length: count }, (_, n) =>
        row({ kind: 'attested', rating: 5, counterparty, at: new Date(now.getTime() - n * 43_200_000) }),
      )
    const friends = ['a', 'b', 'c'].flatMap((friend) => days(300, friend))
    expect(scoreAgent(friends, now)).toMatchObject({ score: 80, counterparties: 3, level: 'emerging' })
    const parties = fc.array(fc.record({ rows: fc.integer({ min: 1, max: 60 }), failing: fc.boolean() }), {
      minLength: 1,
      maxLength: 9,
    })
    fc.assert(
      fc.property(parties, (some) => {
        const made = some.flatMap(({ rows: count, failing }, party) =>
          Array.from({ length: count }, (_, n) =>
            row({
              kind: failing ? 'dispute_lost' : 'delivered',
              counterparty: `p${party}`,
              at: new Date(now.getTime() - n * 43_200_000),
            }),
          ),
        )
        const { weighed } = scoreAgent(made, now)
        const own = Map.groupBy(weighed, ({ row: { counterparty } }) => counterparty)
        const weights = [...own.values()].map((list) =>
          list.reduce((sum, { success, failure }) => sum + success + failure, 0),
        )
        const total = weights.reduce((sum, one) => sum + one, 4)
        expect(Math.max(...weights)).toBeLessThanOrEqual(total / 5 + 1e-9)
      }),
      { numRuns: 50 },
    )
  })

  test('counts a wallet and the keys that it paid for as one', () => {
    const wallet = 'wallet:eip155:8453:0xabc'
    const evidence = [row({ counterparty: wallet }), ...rows(6, { cluster: wallet })]
    expect(scoreAgent([...evidence, row({})], now)).toMatchObject({
      counterparties: 2,
      score: null,
      discounts: [{ code: 'burst' }, { code: 'same_funder', rows: 7 }],
    })
  })

  test('fades by half in 90 days, and falls with lost disputes', () => {
    const old = new Date(now.getTime() - 90 * 86_400_000)
    expect(scoreAgent(rows(5, { at: old }), now).weighed[0]?.success).toBeCloseTo(0.5, 9)
    const lost = scoreAgent([...rows(3), ...rows(5, { kind: 'dispute_lost' })], now)
    expect(lost).toMatchObject({ disputes: { lost: 5, won: 0, open: 0 } })
    expect(lost.score).toBeLessThan(40)
  })

  test('is trusted only when it is certain', () => {
    expect(scoreAgent(rows(19), now).level).toBe('established')
    expect(scoreAgent(rows(60), now).level).toBe('trusted')
  })

  test('does not depend on the order of the rows and stays inside its interval', () => {
    const kinds = fc.constantFrom<Evidence['kind']>(
      'settled',
      'delivered',
      'dispute_lost',
      'dispute_open',
      'dispute_won',
    )
    const some = fc.array(
      fc.record({ kind: kinds, party: fc.integer({ min: 1, max: 8 }), days: fc.integer({ min: 0, max: 500 }) }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(some, (list) => {
        const made = list.map(({ kind, party, days }, n) =>
          row({ id: `p${n}`, kind, counterparty: `p${party}`, at: new Date(now.getTime() - days * 86_400_000) }),
        )
        const { weighed: _, ...score } = scoreAgent(made, now)
        const { weighed: __, ...again } = scoreAgent(made.toReversed(), now)
        expect(again).toEqual(score)
        if (score.score === null || score.interval === null) return
        expect(score.interval.low).toBeLessThanOrEqual(score.score + 1)
        expect(score.interval.high).toBeGreaterThanOrEqual(score.score - 1)
      }),
    )
  })
})

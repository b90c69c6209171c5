import { expect, test } from 'vitest'

import { usageAdvice } from './usage-advice.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const nothing = { recent: [], repeatedCents: 0, repeatedCalls: 0, paidSlugs: [], balance: null, bundles: [], nowMs }
const kit = { id: 'kit', slugs: ['a', 'b'], listCents: 8, bundleCents: 7 }

test('agent-usage: says nothing when nothing would be cheaper', () => {
  expect(
    usageAdvice({
      ...nothing,
      recent: [{ days: 1, spendCents: 90, guardsCents: 50 }],
      bundles: [kit],
      paidSlugs: ['a'],
    }),
  ).toEqual([])
})

test('agent-usage: compares what each pass covers with its price, the largest saving first', () => {
  const recent = [
    { days: 1, spendCents: 70, guardsCents: 60 },
    { days: 7, spendCents: 300, guardsCents: 60 },
    { days: 30, spendCents: 799, guardsCents: 0 },
  ]
  expect(usageAdvice({ ...nothing, recent }).map(({ saves_cents }) => saves_cents)).toEqual([51, 10])
  expect(
    usageAdvice({ ...nothing, recent, balance: { balance_cents: null, credential: 'pass', expires_at: null } }),
  ).toEqual([])
})

test('agent-usage: names bundles, repeated bodies and a trial that ends', () => {
  const found = usageAdvice({
    ...nothing,
    bundles: [kit],
    paidSlugs: ['a', 'b', 'c'],
    repeatedCents: 4,
    repeatedCalls: 2,
    balance: { balance_cents: 9, credential: 'trial', expires_at: '2026-11-20T20:00:00Z' },
  })
  expect(found.map(({ code, saves_cents }) => [code, saves_cents])).toEqual([
    ['cache_hit_possible', 4],
    ['bundle_cheaper', 1],
    ['trial_ending', 0],
  ])
})

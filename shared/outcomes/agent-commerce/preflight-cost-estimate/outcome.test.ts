import { expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { preflightCostEstimate } from './outcome.ts'

const run = (input: unknown) => preflightCostEstimate.run(input, fakeContext())

test('preflight-cost-estimate: prices what is sold here', async () => {
  expect(
    await run({ planned_calls: ['payment-required-lint', { slug: 'payment-required-lint', qty: 4 }], max_usdc: 0.1 }),
  ).toMatchObject({
    total_cents: 10,
    within_budget: true,
    decision: 'go',
    lines: [
      { unit_cents: 2, price_source: 'catalog' },
      { qty: 4, subtotal_cents: 8 },
    ],
  })
  expect(await run({ planned_calls: ['nope'] })).toMatchObject({ unknown: ['nope'], decision: 'review' })
})

test('preflight-cost-estimate: prices a bundle that is planned as one call, under the name it is sold by', async () => {
  expect(await run({ planned_calls: [{ slug: 'bundles/security-kit', qty: 2 }], max_usdc: 0.5 })).toMatchObject({
    total_cents: 46,
    unknown: [],
    decision: 'go',
    lines: [{ unit_cents: 23, price_source: 'catalog' }],
  })
})

test('preflight-cost-estimate: offers every way to pay that is sold, the passes at their list price', async () => {
  const answer = await run({ planned_calls: [{ slug: 'payment-required-lint', qty: 500 }] })
  expect(answer).toMatchObject({
    options: expect.arrayContaining([
      expect.objectContaining({ plan: 'week_pass', cost_cents: 249 }),
      expect.objectContaining({ plan: 'month_pass', cost_cents: 799 }),
    ]),
    best: { plan: 'week_pass' },
  })
})

test('preflight-cost-estimate: takes 1 to 500 calls, each 1 to 10,000 times', () => {
  const { input } = preflightCostEstimate
  expect(input.safeParse({ planned_calls: [] }).success).toBe(false)
  expect(input.safeParse({ planned_calls: Array.from({ length: 501 }, () => 'a') }).success).toBe(false)
  for (const qty of [0, 10_001, 1.5, '2'])
    expect(input.safeParse({ planned_calls: [{ slug: 'a', qty }] }).success).toBe(false)
  expect(input.safeParse({ planned_calls: ['a', { slug: 'b', qty: 10_000 }] }).success).toBe(true)
})

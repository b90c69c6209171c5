import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { estimateCost } from './estimate.ts'
import type { Catalog } from './plans.ts'

const PRICES: Readonly<Record<string, number>> = {
  'preflight-before-write': 25,
  'web-search': 2,
  report: 10,
  'lead-research': 100,
  'guard-a': 3,
  'guard-b': 4,
  'featured-agent-slot': 500,
}
const catalog: Catalog = {
  centsOf: (slug) => (Object.hasOwn(PRICES, slug) ? (PRICES[slug] ?? null) : null),
  inGuards: (slug) => slug.startsWith('guard') || slug.startsWith('preflight'),
  passes: {
    day: { scope: 'guards', hours: 24, cents: 50 },
    week: { scope: 'all', hours: 168, cents: 249 },
    month: { scope: 'all', hours: 720, cents: 799 },
  },
  bundles: [{ id: 'kit', slugs: ['guard-a', 'guard-b'], bundleCents: 5 }],
}

type Asked = Parameters<typeof estimateCost>[0]
const estimate = (planned: Asked['planned'], more: Partial<Asked> = {}) =>
  estimateCost(
    { planned, maxUsdc: undefined, priceTable: {}, balanceCents: undefined, trial: false, input: planned, ...more },
    catalog,
  )
const planOf = (answer: ReturnType<typeof estimate>, plan: string) =>
  answer.options.find((option) => option.plan === plan)

describe('preflight-cost-estimate: an estimate', () => {
  test('adds up the calls and holds them against the budget', () => {
    expect(estimate(['preflight-before-write', { slug: 'web-search', qty: 3 }], { maxUsdc: 0.5 })).toMatchObject({
      total_usdc: '0.31',
      total_cents: 31,
      within_budget: true,
      shortfall_usdc: null,
      decision: 'go',
      best: { plan: 'per_call', total_cents: 31 },
    })
    expect(estimate(['lead-research'], { maxUsdc: 0.5 })).toMatchObject({
      decision: 'no-go',
      within_budget: false,
      shortfall_usdc: '0.5',
    })
    expect(estimate(['report'], { maxUsdc: 0.1 })).toMatchObject({ decision: 'go', within_budget: true })
    expect(estimate(['report'])).toMatchObject({ within_budget: null, shortfall_usdc: null })
  })

  test('never counts an unknown call as free', () => {
    expect(estimate(['nope', 'nope', 'report'])).toMatchObject({
      decision: 'review',
      unknown: ['nope'],
      total_cents: 10,
      lines: [{ slug: 'nope', known: false, unit_cents: null, price_source: null }, {}, {}],
    })
    expect(estimate(['toString'])).toMatchObject({ unknown: ['toString'] })
  })

  test('takes the price of the call, then of the table, then of the catalog', () => {
    const priceTable = { report: 0.2, other: 0.005 }
    expect(estimate([{ slug: 'report', price_usdc: 0.3 }, 'report', 'guard-a', 'other'], { priceTable })).toMatchObject(
      {
        lines: [
          { unit_cents: 30, price_source: 'call' },
          { unit_cents: 20, price_source: 'price_table' },
          { unit_cents: 3, price_source: 'catalog' },
          { unit_cents: 0.5, price_source: 'price_table' },
        ],
        total_usdc: '0.535',
        total_cents: 54,
      },
    )
  })

  test('finds the bundle, the pass, and what they leave to pay', () => {
    const answer = estimate([{ slug: 'guard-a', qty: 3 }, { slug: 'guard-b', qty: 2 }, 'report'])
    expect(planOf(answer, 'bundle:kit')).toEqual({
      plan: 'bundle:kit',
      cost_cents: 10,
      covers: ['guard-a', 'guard-b'],
      uncovered_cents: 13,
      total_cents: 23,
      saves_cents: 4,
    })
    expect(answer.best.plan).toBe('bundle:kit')
    expect(planOf(estimate(['guard-a']), 'bundle:kit')).toBeUndefined()
    const many = estimate([{ slug: 'guard-a', qty: 100 }, 'report'])
    expect(many.best).toMatchObject({ plan: 'day_pass', total_cents: 60, saves_cents: 250, covers: ['guard-a'] })
    expect(estimate([{ slug: 'report', qty: 100 }]).best).toMatchObject({ plan: 'week_pass', total_cents: 249 })
    expect(planOf(answer, 'fund')).toMatchObject({ cost_cents: 100, total_cents: 27 })
  })

  test('keeps to the fair use of passes', () => {
    const dear = planOf(estimate([{ slug: 'lead-research', qty: 200 }]), 'week_pass')
    expect(dear).toMatchObject({ uncovered_cents: 100 * (200 - 140) })
    const slots = planOf(estimate([{ slug: 'featured-agent-slot', qty: 3 }]), 'month_pass')
    expect(slots).toMatchObject({ uncovered_cents: 1_000 })
  })

  test('is for review when only a plan fits the budget, or the balance is short', () => {
    const planned = [{ slug: 'guard-a', qty: 100 }]
    expect(estimate(planned, { maxUsdc: 1 })).toMatchObject({
      decision: 'review',
      within_budget: false,
      shortfall_usdc: null,
    })
    expect(estimate(planned, { maxUsdc: 0.4 })).toMatchObject({ decision: 'no-go', shortfall_usdc: '0.1' })
    expect(estimate(planned, { balanceCents: 299 })).toMatchObject({ decision: 'review' })
    expect(estimate(planned, { balanceCents: 300 })).toMatchObject({ decision: 'go' })
  })

  test('knows the caps of a trial', () => {
    expect(estimate(['report'], { trial: true })).toMatchObject({
      decision: 'go',
      trial: { fits: true, refused: [] },
    })
    expect(estimate(['lead-research'], { trial: true })).toMatchObject({
      decision: 'review',
      trial: { fits: false, refused: ['lead-research'] },
    })
    expect(estimate([{ slug: 'report', qty: 2 }], { trial: true })).toMatchObject({
      trial: { fits: false, refused: [] },
    })
  })

  test('does not drift: the total is exact, and no plan saves more than it costs', () => {
    const call = fc.record({
      slug: fc.constantFrom(...Object.keys(PRICES)),
      qty: fc.integer({ min: 1, max: 10_000 }),
      price_usdc: fc.option(
        fc.integer({ min: 0, max: 10 ** 9 }).map((micro) => micro / 1e6),
        { nil: undefined },
      ),
    })
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 30 }), (planned) => {
        const answer = estimate(planned)
        const micro = planned.reduce(
          (sum, { slug, qty, price_usdc }) =>
            sum +
            BigInt(qty) *
              (price_usdc === undefined ? BigInt(PRICES[slug] ?? 0) * 10_000n : BigInt(Math.round(price_usdc * 1e6))),
          0n,
        )
        const [whole = '0', part = ''] = answer.total_usdc.split('.')
        expect(BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'))).toBe(micro)
        for (const option of answer.options) expect(answer.best.total_cents).toBeLessThanOrEqual(option.total_cents)
      }),
      { numRuns: 100 },
    )
  })
})

import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { boundedRecord } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const decisions = ['go', 'review', 'no-go'] as const
const slug = z.string().min(1).max(100)
const price = z.number().min(0).max(1_000_000)
const option = z.object({
  plan: z.string().describe('per_call, bundle:<id>, day_pass, week_pass, month_pass or fund'),
  cost_cents: z.number().describe('paid up front'),
  covers: z.array(z.string()),
  uncovered_cents: z.number().describe('paid call by call besides'),
  total_cents: z.number(),
  saves_cents: z.number().describe('against per_call'),
})

export const preflightCostEstimate = defineOutcome({
  slug: 'preflight-cost-estimate',
  title: 'Preflight cost estimate',
  description:
    'Prices a planned sequence of calls, checks budget and balance, and finds the cheapest way to pay for it: call by ' +
    'call, a bundle, a day, week or month pass (with its fair use), or a funded key.',
  cents: 2,
  inGuards: true,
  decisions,
  types: { takes: { planned_calls: 'json', max_usdc: 'usdc' }, gives: { decision: 'decision', total_usdc: 'amount' } },
  input: () =>
    guardInput({
      planned_calls: z
        .array(
          z.union([
            slug,
            z.looseObject({ slug, qty: z.int().min(1).max(10_000).optional(), price_usdc: price.optional() }),
          ]),
        )
        .min(1)
        .max(500)
        .describe('slugs, or {slug, qty, price_usdc}'),
      max_usdc: price.optional().describe('budget'),
      price_table: boundedRecord(z.string().max(200), price, 1_000)
        .optional()
        .describe('{slug: price_usdc} overriding or extending the catalogue'),
      balance_cents: z.int32().min(0).optional().describe('prepaid balance to check'),
      trial: documentedDefault(z.boolean(), false).describe('apply trial caps (15 cents total, 10 per call)'),
    }),
  output: () =>
    z.object({
      ...verdictFields,
      decision: z.enum(decisions),
      total_usdc: z.string().describe('decimal, pay per call'),
      total_cents: z.int().describe('rounded up'),
      lines: z.array(
        z.object({
          slug: z.string(),
          qty: z.int(),
          unit_cents: z.number().nullable(),
          subtotal_cents: z.number().nullable(),
          price_source: z.enum(['call', 'price_table', 'catalog']).nullable(),
          known: z.boolean(),
        }),
      ),
      unknown: z.array(z.string()).describe('slugs without any price; not counted'),
      within_budget: z.boolean().nullable().describe('paid call by call; null without max_usdc'),
      shortfall_usdc: z.string().nullable().describe('what the cheapest way lacks'),
      options: z.array(option),
      best: option.describe('cheapest way to pay for all known calls'),
      trial: z.object({ fits: z.boolean(), refused: z.array(z.string()) }).nullable(),
    }),
  example: exampleFrom(example),
  run: async (input) => {
    const [{ estimateCost }, { catalog }, { forSale }, { bundles, missingSlugs }, { PASS_TERMS }] = await Promise.all([
      import('./estimate.ts'),
      import('#shared/catalog/catalog.ts'),
      import('#shared/catalog/for-sale.ts'),
      import('#shared/catalog/bundles.ts'),
      import('#shared/terms.ts'),
    ])
    const sold = forSale(catalog)
    return estimateCost(
      {
        planned: input.planned_calls,
        maxUsdc: input.max_usdc,
        priceTable: input.price_table ?? {},
        balanceCents: input.balance_cents,
        trial: input.trial ?? false,
        input,
      },
      {
        centsOf: (name) => sold.get(name)?.outcome.cents ?? null,
        inGuards: (name) => sold.get(name)?.inGuards ?? false,
        passes: PASS_TERMS,
        bundles: bundles.filter((bundle) => missingSlugs(bundle, catalog).length === 0),
      },
    )
  },
})

import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { FetchedSource, fetchedSource, WebUrl } from '#shared/outcomes/lib/fetched-source.ts'
import example from './example.json' with { type: 'json' }

const text = z.string().nullable()
const rail = z.object({
  present: z.boolean(),
  indexes: z.array(z.int()).describe('its entries in accepts'),
  amount_atomic: text.describe('of the cheapest that can be paid'),
  payable: z.boolean(),
  errors: z.array(z.string()).describe('codes of payment-required-lint that keep entries from being paid'),
})

export const acceptsDualRailCheck = defineOutcome({
  slug: 'accepts-dual-rail-check',
  title: 'Dual-rail check',
  description:
    'Probes a paid URL, unpaid, and says whether it can be paid on Base and on Solana, at the same price and to an address ' +
    'of each: every fault of its 402 besides. A single rail is a warning, none is a no-go.',
  cents: 2,
  settle: 'before',
  timeoutMs: 20_000,
  decisions: lintDecisions,
  types: {
    takes: { url: 'url' },
    gives: { accepts: 'accepts', decision: 'decision' },
    also: { 'accepts.0.pay_to': 'base-address' },
  },
  input: () =>
    z.object({
      url: WebUrl.describe('endpoint to probe (unpaid)'),
      method: z.enum(['auto', 'GET', 'POST']).default('auto').describe('GET first, POST with {} when GET is not 402'),
      body: z.looseObject({}).optional().describe('JSON body for POST'),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: text,
      ...lintFields,
      status: z.int().nullable().describe('HTTP status of the unpaid call; null when it did not answer'),
      rails: z.object({ base: rail, solana: rail, others: z.array(z.string()).describe('other networks') }),
      dual_rail: z.boolean().describe('both are there and can be paid'),
      price_parity: z.object({
        equal: z.boolean().nullable().describe('null where the two cannot be compared'),
        base_atomic: text,
        solana_atomic: text,
        diff_pct: z.number().nullable().describe('of what Base costs'),
      }),
      first_rail: text.describe('rail of accepts[0]'),
      accepts: z.array(
        z.object({
          index: z.int(),
          scheme: text,
          network: text,
          network_caip2: text,
          asset: text,
          asset_symbol: text,
          amount_atomic: text,
          amount_human: text,
          pay_to: text,
          max_timeout_seconds: z.number().nullable(),
          payable: z.boolean(),
        }),
      ),
    }),
  example: exampleFrom(example),
  check({ url, body }) {
    refuseUnlessWebUrl(url)
    refuseDeep('body', body)
  },
  async run({ url, method, body }, ctx) {
    const [{ probeMerchant }, { checkDualRail }] = await Promise.all([
      import('#shared/engines/merchant/merchant-probe.ts'),
      import('./check-dual-rail.ts'),
    ])
    const probe = await probeMerchant(ctx, { url, method, body })
    const fetchedAt = probe === null ? ctx.now() : new Date(probe.fetchedAt)
    return {
      source: fetchedSource({ url: probe?.url ?? url, fetchedAt }),
      as_of: probe?.fetchedAt ?? null,
      ...checkDualRail(probe, url),
    }
  },
})

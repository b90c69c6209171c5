import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { legitDecisions, legitFields } from './legit-fields.ts'
import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { FetchedSource, fetchedSource, WebUrl } from '#shared/outcomes/lib/fetched-source.ts'
import example from './example.json' with { type: 'json' }

export const merchantLegitGate = defineOutcome({
  slug: 'merchant-legit-gate',
  title: 'Merchant legitimacy gate',
  description:
    'Decides before paying whether a merchant endpoint looks legitimate: proceed, probe cheaply first, or reject. Hard ' +
    'rejects (wrong or rotating payTo, no way to pay, orders in its text, over budget), then a score whose points are shown.',
  cents: 5,
  impulse: true,
  inGuards: true,
  featured: 9,
  settle: 'before',
  timeoutMs: 25_000,
  decisions: legitDecisions,
  types: {
    takes: { url: 'url', max_usdc: 'usdc', expected_payto: 'payto', task_sensitivity: 'sensitivity' },
    gives: { decision: 'decision' },
    also: { price_usdc: 'usdc' },
  },
  input: () =>
    guardInput({
      url: WebUrl.describe('endpoint to be paid'),
      max_usdc: z.number().min(0).max(1_000_000_000).optional().describe('most the caller would pay'),
      expected_payto: z.string().min(1).max(200).optional().describe('address the caller expects'),
      task_sensitivity: documentedDefault(z.enum(['low', 'medium', 'high']), 'medium').describe(
        'how bad a loss or leak would be',
      ),
      method: documentedDefault(z.enum(['auto', 'GET', 'POST']), 'auto').describe('probe method'),
    }),
  output: () => z.object({ source: FetchedSource, as_of: z.string().nullable(), ...legitFields }),
  example: exampleFrom(example),
  check: ({ url }) => refuseUnlessWebUrl(url),
  async run(input, ctx) {
    const [{ collectMerchant }, { judgeMerchant }] = await Promise.all([
      import('#shared/engines/merchant/collect-merchant.ts'),
      import('#shared/engines/merchant/judge-merchant.ts'),
    ])
    const facts = await collectMerchant(ctx, { url: input.url, method: input.method ?? 'auto' })
    const judged = judgeMerchant(facts, {
      input,
      maxUsdc: input.max_usdc,
      expectedPayto: input.expected_payto,
      sensitivity: input.task_sensitivity ?? 'medium',
      nowMs: ctx.now().getTime(),
    })
    const [first = null] = facts.samples
    const fetchedAt = first === null ? ctx.now() : new Date(first.fetchedAt)
    return {
      source: fetchedSource({ url: first?.url ?? facts.url, fetchedAt }),
      as_of: first?.fetchedAt ?? null,
      ...judged,
    }
  },
})

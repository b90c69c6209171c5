import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { legitDecisions, legitFields } from './legit-fields.ts'
import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { FetchedSource, fetchedSource, WebUrl } from '#shared/outcomes/lib/fetched-source.ts'

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
  input: guardInput({
    url: WebUrl.describe('endpoint to be paid'),
    max_usdc: z.number().min(0).max(1_000_000_000).optional().describe('most the caller would pay'),
    expected_payto: z.string().min(1).max(200).optional().describe('address the caller expects'),
    task_sensitivity: documentedDefault(z.enum(['low', 'medium', 'high']), 'medium').describe(
      'how bad a loss or leak would be',
    ),
    method: documentedDefault(z.enum(['auto', 'GET', 'POST']), 'auto').describe('probe method'),
  }),
  output: z.object({ source: FetchedSource, as_of: z.string().nullable(), ...legitFields }),
  example: {
    input: { url: 'https://merchant.example/paid' },
    output: {
      source: {
        name: 'merchant.example',
        url: 'https://merchant.example/paid',
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
      },
      as_of: '2026-11-20T12:00:00.000Z',
      decision: 'probe_cheap',
      reasons: [
        {
          code: 'too_little_known',
          severity: 'medium',
          message: 'its score is 55; medium sensitivity proceeds from 60 on and rejects below 30',
        },
      ],
      checks: [
        { id: 'paywall', status: 'pass', detail: '2 of 2 probes were answered with a payable 402' },
        { id: 'expected_payto', status: 'skipped', detail: 'expected_payto was not given' },
        { id: 'within_samples', status: 'pass', detail: 'one address per network in 2 probe(s)' },
        { id: 'price', status: 'pass', detail: 'amount and asset are the same in every probe' },
        { id: 'history', status: 'pass', detail: 'seen for the first time: nothing is known of it over time' },
        { id: 'onchain', status: 'skipped', detail: 'no chain was asked about the addresses' },
        { id: 'own_payments', status: 'pass', detail: '0 payment(s) of this credential to it were made final' },
        { id: 'lint', status: 'pass', detail: 'its 402 has 0 error(s) and 0 warning(s)' },
        { id: 'domain_age', status: 'skipped', detail: 'it could not be learnt, and counts for nothing' },
        { id: 'contact', status: 'skipped', detail: 'it could not be learnt, and counts for nothing' },
        { id: 'discovery_listing', status: 'skipped', detail: 'it could not be learnt, and counts for nothing' },
        { id: 'category_price', status: 'skipped', detail: 'it could not be learnt, and counts for nothing' },
        { id: 'score', status: 'pass', detail: '50 and the points of the signals: 55' },
      ],
      risk_score: 12,
      next_action: 'Make one cheap payment first, within probe_plan.',
      input_digest: '161f00306555fa6dec14de898f307b75c0c2ec4cbbfd96fafef447b655f05759',
      ruleset: 'merchant-legit/2026-11-20',
      verdict: 'probe_cheap',
      safe_to_pay: false,
      score: 55,
      price_usdc: 0.02,
      over_budget: false,
      signals: [
        { id: 'own_payments', value: 0, points: 0, evidence: '0 payment(s) of this credential to it were made final' },
        { id: 'lint', value: 0, points: 5, evidence: 'its 402 has 0 error(s) and 0 warning(s)' },
      ],
      payto: {
        address_by_network: { 'eip155:8453': ['0x209693bc6afc0c5328ba36faf03c514ef312287c'] },
        matches_expected: null,
        stable: true,
        observations: 1,
      },
      probe_plan: {
        max_usdc: 0.02,
        steps: [
          'Pay once, at most 0.02 USDC, for something that is not secret.',
          'Look whether it delivers, and whether the receipt names the address in payto.',
          'Then call this again: own payments and observations count.',
        ],
      },
      unknowns: ['domain_age', 'contact', 'discovery_listing', 'category_price'],
    },
  },
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

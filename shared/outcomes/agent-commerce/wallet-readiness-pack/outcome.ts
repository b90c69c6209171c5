import { z } from 'zod'

import { guardInput, documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { receiptProblems } from '#shared/engines/guard/receipt-fields.ts'
import { reason, verdictFields } from '#shared/engines/guard/verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'
import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { FetchedSource, fetchedSource, WebUrl } from '#shared/outcomes/lib/fetched-source.ts'

const object = z.looseObject({})
const cents = z.int().min(1).max(5_000_000)
const words = ['ready', 'not_ready'] as const

/** A workflow over the checks before a first payment. What the parts would cost, each bought alone. */
const PARTS_USDC = '0.15'

export const walletReadinessPack = defineOutcome({
  slug: 'wallet-readiness-pack',
  title: 'Wallet readiness pack',
  description:
    'All checks before an agent’s first payment to a merchant in one call, over shared probes: legitimacy, payTo, rails, ' +
    'budget. Where all pass, the budget is reserved (clearance token) and a signed receipt covers every part.',
  cents: 50,
  pool: 'router-workflow',
  timeoutMs: 45_000,
  decisions: words,
  answerSecrets: ['clearance_token'],
  types: {
    takes: {
      url: 'url',
      agent_id: 'agent-id',
      amount_cents: 'cents',
      ceiling_cents: 'json',
      expected_payto: 'payto',
      max_usdc: 'usdc',
    },
    gives: { decision: 'decision' },
  },
  input: () =>
    guardInput({
      url: WebUrl.describe('merchant endpoint'),
      agent_id: z.string().min(1).max(128).describe('agent that would pay'),
      amount_cents: cents.optional().describe('intended amount; default the price found'),
      ceiling_cents: documentedDefault(cents, 500).describe('rolling ceiling'),
      window_seconds: documentedDefault(z.int().min(60).max(2_592_000), 86_400).describe('rolling window'),
      accepts: z.array(object).max(100).optional().describe('accepts to use instead of the probed ones'),
      expected_payto: z.string().min(1).max(200).optional().describe('expected receiver'),
      max_usdc: z.number().min(0).max(1_000_000_000).optional().describe('per-payment maximum'),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: z.string().nullable(),
      ...verdictFields,
      decision: z.enum(words),
      verdict: z.enum(words).describe('the same as decision'),
      steps: z.array(
        z.object({
          step: z.enum(['legit', 'payto', 'rails', 'spend', 'receipt']),
          slug: z.string(),
          status: z.enum(['pass', 'warn', 'fail', 'skipped']),
          decision: z.string().nullable(),
          took_ms: z.int(),
          result_digest: z.string().nullable().describe('sha256 hex of what the part found'),
        }),
      ),
      blocking: z.array(reason).describe('what keeps it from being ready'),
      selected_accept: object.nullable().describe('option to pay; null unless ready'),
      clearance_token: z.string().nullable().describe('from spend-guard when ready; single use, 300 s'),
      readiness_receipt: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('signed action receipt over all step digests'),
      total_usdc: z.string().describe('what the parts would have cost'),
    }),
  example: {
    input: { url: 'https://merchant.example/paid', agent_id: 'a1', accepts: [] },
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
      decision: 'not_ready',
      reasons: [
        {
          code: 'no_options',
          severity: 'high',
          message: 'rails: accepts is empty: there is no way to pay.',
          path: '/steps/2',
        },
      ],
      checks: [
        { id: 'legit', status: 'pass', detail: 'it said proceed' },
        { id: 'payto', status: 'pass', detail: 'it said allow' },
        { id: 'rails', status: 'fail', detail: 'it said no-go' },
        { id: 'spend', status: 'pass', detail: 'it said allow' },
        { id: 'receipt', status: 'skipped', detail: 'skipped' },
      ],
      risk_score: 30,
      next_action: 'Do not pay; resolve what blocking names, then call again.',
      input_digest: '0000000000000000000000000000000000000000000000000000000000000000',
      ruleset: 'wallet-readiness/2026-11-20',
      verdict: 'not_ready',
      steps: [
        {
          step: 'rails',
          slug: 'accepts-dual-rail-check',
          status: 'fail',
          decision: 'no-go',
          took_ms: 120,
          result_digest: '0000000000000000000000000000000000000000000000000000000000000000',
        },
      ],
      blocking: [
        {
          code: 'no_options',
          severity: 'high',
          message: 'rails: accepts is empty: there is no way to pay.',
          path: '/steps/2',
        },
      ],
      selected_accept: null,
      clearance_token: null,
      readiness_receipt: null,
      total_usdc: PARTS_USDC,
    },
  },
  check({ url, agent_id: agentId, accepts }) {
    refuseUnlessWebUrl(url)
    refuseDeep('accepts', accepts)
    const problems = receiptProblems({ agent_id: agentId, payload_digest: 'made here' })
    if (problems.length > 0) throw invalidFields(...problems)
  },
  async run(input, ctx) {
    const { checkReadiness } = await import('./check-readiness.ts')
    const { facts, probedAt, judged, selected, clearanceToken, receipt } = await checkReadiness(ctx, {
      input,
      url: input.url,
      agentId: input.agent_id,
      amountCents: input.amount_cents,
      ceilingCents: input.ceiling_cents ?? 500,
      windowS: input.window_seconds ?? 86_400,
      accepts: input.accepts,
      expectedPayto: input.expected_payto,
      maxUsdc: input.max_usdc,
    })
    const fetchedAt = probedAt === null ? ctx.now() : new Date(probedAt)
    return {
      source: fetchedSource({ url: facts.samples[0]?.url ?? facts.url, fetchedAt }),
      as_of: probedAt,
      ...judged,
      selected_accept: selected,
      clearance_token: clearanceToken,
      readiness_receipt: receipt,
      total_usdc: PARTS_USDC,
    }
  },
})

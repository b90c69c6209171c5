import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { receiptProblems } from '#shared/engines/guard/receipt-fields.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const cents = z.int().min(1).max(5_000_000)
const modes = ['reserve', 'check', 'commit', 'release'] as const

export const spendGuard = defineOutcome({
  slug: 'spend-guard',
  title: 'Spend guard',
  description:
    'Rolling-window spending ceiling for an agent, exact under concurrency: reserve holds the amount for 300 s and gives a ' +
    'single-use clearance token, commit makes it final, release gives it back. The same nonce never reserves twice. ' +
    'Every decision comes with a signed receipt.',
  cents: 2,
  impulse: true,
  inGuards: true,
  settle: 'before',
  decisions: ['allow', 'block'],
  secrets: ['clearance_token'],
  input: guardInput({
    agent_id: z.string().min(1).max(128).describe('agent'),
    amount_cents: cents.describe('intended spend; for commit what was really spent, at most the clearance'),
    payee: z.string().max(200).optional().describe('receiver or origin'),
    purpose: z.string().max(200).optional().describe('free text for the receipt'),
    ceiling_cents: documentedDefault(cents, 500).describe(
      'ceiling for the window; the stored policy wins when stricter',
    ),
    window_seconds: documentedDefault(z.int().min(60).max(2_592_000), 86_400).describe('rolling window'),
    per_call_max_cents: z.int().min(1).max(1_000_000_000).optional().describe('largest single spend'),
    allow_payees: z.array(z.string().max(200)).max(200).optional().describe('only these'),
    nonce: z.string().min(8).max(128).optional().describe('idempotency of the intent'),
    mode: documentedDefault(z.enum(modes), 'reserve').describe(
      'reserve holds, commit finalises, release gives back (with clearance_token)',
    ),
    clearance_token: z.string().max(4_000).optional().describe('for commit and release'),
    save_policy: documentedDefault(z.boolean(), false).describe(
      'keeps ceiling, window, per_call_max and allow_payees of this call as the stored policy of the agent',
    ),
  }),
  output: z.object({
    ...verdictFields,
    allowed: z.boolean().describe('decision is allow'),
    clearance_token: z.string().nullable().describe('{agent, amount_cents, payee, nonce, exp} signed; single use'),
    decision_receipt: z.record(z.string(), z.unknown()).describe('action-receipt-v1-rt over the decision'),
    window: z.object({
      spent_cents: z.int(),
      reserved_cents: z.int(),
      remaining_cents: z.int(),
      ceiling_cents: z.int(),
      window_seconds: z.int(),
      oldest_expires_at: z.string().nullable(),
    }),
    replay: z.boolean().describe('nonce was seen'),
    retry_after_s: z.int().nullable().describe('when enough old spend leaves the window'),
  }),
  example: {
    input: { agent_id: 'a1', amount_cents: 300, ceiling_cents: 500, payee: 'https://shop.example' },
    output: {
      decision: 'allow',
      reasons: [],
      checks: [
        { id: 'replay', status: 'skipped', detail: 'nonce was not given' },
        { id: 'per_call_max', status: 'skipped', detail: 'per_call_max_cents was not given' },
        { id: 'payee', status: 'skipped', detail: 'allow_payees was not given' },
        { id: 'ceiling', status: 'pass', detail: '300 of 500 cents are used in 86400 s, this spend included' },
        { id: 'stored_policy', status: 'skipped', detail: 'no policy is stored for this agent' },
      ],
      risk_score: 0,
      next_action: 'Pay now, then call with mode commit and this clearance_token within 300 s.',
      input_digest: '13fef0856a1c0dcbafbc09c832340cc856a85e9bb319e040fd93c9d1d5c0a08a',
      ruleset: 'spend/2026-11-20',
      allowed: true,
      clearance_token: 'clr_eyJpZCI6InNwZF8x.AAAAAAAAAAAAAAAAAAAAAA',
      decision_receipt: { profile: 'action-receipt-v1-rt', agent_id: 'a1', action: 'spend:reserve:allow' },
      window: {
        spent_cents: 0,
        reserved_cents: 300,
        remaining_cents: 200,
        ceiling_cents: 500,
        window_seconds: 86_400,
        oldest_expires_at: null,
      },
      replay: false,
      retry_after_s: null,
    },
  },
  check({ agent_id, mode = 'reserve', clearance_token }) {
    const problems = receiptProblems({ agent_id, payload_digest: 'made here' })
    if (problems.length > 0) throw invalidFields(...problems)
    if ((mode === 'commit' || mode === 'release') && clearance_token === undefined) {
      throw invalidFields({ path: ['clearance_token'], type: 'missing', msg: `Field required when mode is ${mode}` })
    }
  },
  async run(input, ctx) {
    const { spendVerdict } = await import('./spend-verdict.ts')
    const { spending, receipts } = ctx.store
    const mode = input.mode ?? 'reserve'
    const intent = {
      agentId: input.agent_id,
      amountCents: input.amount_cents,
      payee: input.payee ?? null,
      purpose: input.purpose ?? null,
      nonce: input.nonce ?? null,
    }
    const policy = {
      ceilingCents: input.ceiling_cents ?? 500,
      windowS: input.window_seconds ?? 86_400,
      perCallMaxCents: input.per_call_max_cents ?? null,
      allowPayees: input.allow_payees ?? null,
    }
    const token = input.clearance_token ?? ''
    const answer = await (mode === 'commit' || mode === 'release'
      ? spending[mode](intent, policy, token)
      : spending[mode](intent, policy))
    if (input.save_policy === true) await spending.savePolicy(intent.agentId, policy)
    const verdict = spendVerdict({ input, mode, intent, policy, answer })
    try {
      const receipt = await ctx.mintReceipt({
        agent_id: intent.agentId,
        action: `spend:${mode}:${verdict.decision}`,
        payload_digest: verdict.input_digest,
        nonce: receipts.ownNonce,
        quote: `${intent.amountCents} cents`,
        decision_ref: verdict.ruleset,
      })
      return { ...verdict, decision_receipt: receipt }
    } catch (error) {
      // A decision that nobody hears must not hold anything back.
      if (mode === 'reserve' && error instanceof Refusal) await spending.undo()
      throw error
    }
  },
})

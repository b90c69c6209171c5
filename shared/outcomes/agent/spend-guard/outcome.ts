import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { receiptProblems } from '#shared/engines/guard/receipt-fields.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: {
      agent_id: 'agent-id',
      amount_cents: 'cents',
      payee: 'payee',
      purpose: 'json',
      ceiling_cents: 'json',
      mode: 'json',
    },
    gives: { decision: 'decision' },
    writes: true,
  },
  input: () =>
    guardInput({
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
  output: () =>
    z.object({
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
  example: exampleFrom(example),
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

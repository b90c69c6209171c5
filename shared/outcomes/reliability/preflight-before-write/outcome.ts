import { z } from 'zod'

import { sideEffects } from '#shared/engines/guard/agent-state.ts'
import { conditionsOf } from '#shared/engines/guard/conditions.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { keyStorage } from '#shared/engines/guard/idempotency-verdict.ts'
import { nowInput } from '#shared/engines/guard/instant.ts'
import { mintOnce } from '#shared/engines/guard/mint-once.ts'
import { destructiveQuestion } from './preflight-questions.ts'
import { preflightDecisions, preflightVerdict } from './preflight-verdict.ts'
import { judgePreflight } from './preflight.ts'
import { priorEvents } from '#shared/engines/guard/prior-event.ts'
import { receiptProblems } from '#shared/engines/guard/receipt-fields.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const state = jsonObject(5_000).optional()
const names = z.array(z.string().max(200)).max(100).optional()
const flag = z.boolean().optional()

export const preflightBeforeWrite = defineOutcome({
  slug: 'preflight-before-write',
  title: 'Preflight before write',
  description:
    'The combined guard call before a write: state, idempotency and destructive-action checks in one decision (go, ' +
    'no-go, require_confirm, review), cheaper than the three apart, with an optional signed receipt over the decision.',
  cents: 25,
  featured: 2,
  decisions: preflightDecisions,
  types: {
    takes: {
      action: 'action',
      current_state: 'json',
      required_state: 'json',
      expected_version: 'version',
      idempotency_key: 'key',
      tool_name: 'name',
      target: 'text',
      environment: 'environment',
      dry_run: 'json',
      prior_events: 'json',
    },
    gives: { decision: 'decision' },
  },
  input: () =>
    guardInput({
      action: z
        .string()
        .min(1)
        .max(20_000)
        .describe('what is about to be done: command, SQL, HTTP request line or sentence'),
      current_state: state.describe('state read now'),
      required_state: state.describe('preconditions, as agent-state-guard takes them'),
      expected_version: z
        .union([z.string().max(500), z.number()])
        .optional()
        .describe('version planned on'),
      idempotency_key: z.string().max(255).optional().describe('key'),
      prior_events: priorEvents.describe(
        'earlier events: {action, idempotency_key, payload_digest, target, status, ts}',
      ),
      side_effect: documentedDefault(z.enum(sideEffects), 'external_write').describe('kind of effect'),
      required_confirmations: names.describe('needed'),
      received_confirmations: names.describe('present'),
      tool_name: z.string().max(500).optional().describe('tool that would run it'),
      target: z.string().max(2_000).optional().describe('resource acted on'),
      environment: z.enum(['production', 'staging', 'dev']).optional().describe('absent is treated as production'),
      approved: flag.describe('a human approved this exact action'),
      dry_run: flag.describe('nothing will change'),
      allowlist: z.array(z.string().max(2_000)).max(200).optional().describe('permitted commands'),
      key_storage: keyStorage.optional().describe('where keys live'),
      dedup_window_ms: z.int().min(0).max(2_592_000_000).optional().describe('how long duplicates are recognised'),
      side_effecting: flag.describe('has effects; by default, side_effect is not read_only'),
      touches_money: flag.describe('moves money; by default, side_effect is financial'),
      mint_receipt: documentedDefault(z.boolean(), false).describe('mint an action receipt over the decision'),
      agent_id: z.string().max(128).optional().describe('required when mint_receipt'),
      payload_digest: z
        .string()
        .regex(/^[\da-f]{64}$/i, 'Not a SHA-256 in hex')
        .optional()
        .describe('sha256 hex of the payload; required when mint_receipt'),
      nonce: z
        .string()
        .max(128)
        .optional()
        .describe('receipt nonce, unique for the credential and agent; generated when absent'),
      quote: z.string().max(200).optional().describe('receipt quote'),
      now: nowInput.describe('ISO time to judge ages by; without it the latest time in the body'),
    }),
  output: preflightVerdict,
  example: exampleFrom(example),
  check: (input) => {
    conditionsOf(input.required_state ?? {})
    const problems = input.mint_receipt === true ? receiptProblems(input) : []
    if (problems.length > 0) throw invalidFields(...problems)
  },
  async run(input, ctx) {
    const { assessDestructive } = await import('#shared/engines/destructive/assess.ts')
    const judged = await judgePreflight(input, assessDestructive(destructiveQuestion(input)), input)
    const { agent_id, payload_digest, nonce, quote } = input
    const mints = input.mint_receipt === true && agent_id !== undefined && payload_digest !== undefined
    // Minted for every decision, so that a no-go can be proved too.
    const receipt = mints
      ? await mintOnce(ctx, {
          agent_id,
          action: `preflight:${judged.decision}`,
          payload_digest: payload_digest.toLowerCase(),
          nonce,
          quote,
          decision_ref: judged.decision_id,
        })
      : null
    return { ...judged, receipt, saved_cents: 5 }
  },
})

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

import { defineOutcome } from '#shared/outcomes/define.ts'

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
  input: guardInput({
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
    prior_events: priorEvents.describe('earlier events: {action, idempotency_key, payload_digest, target, status, ts}'),
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
  example: {
    input: {
      action: 'ship order 7',
      environment: 'staging',
      current_state: { status: 'paid', version: 3, read_at: '2026-11-20T11:59:30Z' },
      required_state: { status: 'paid' },
      expected_version: 3,
      idempotency_key: '3f1c0a52-6b7e-4d1a-9c55-0e8f6f2d9b41',
      key_storage: 'database',
      now: '2026-11-20T12:00:00Z',
    },
    output: {
      decision: 'go',
      reasons: [],
      checks: [
        { id: 'clock', status: 'pass', detail: 'judged as of 2026-11-20T12:00:00.000Z' },
        { id: 'agent_state.preconditions', status: 'pass', detail: '1 of 1 met' },
        { id: 'agent_state.version', status: 'pass', detail: 'expected 3, version is 3' },
        { id: 'agent_state.duplicates', status: 'skipped', detail: 'prior_events was not given' },
        { id: 'agent_state.confirmations', status: 'skipped', detail: 'required_confirmations was not given' },
        { id: 'agent_state.freshness', status: 'pass', detail: 'read_at is 30 s old' },
        { id: 'idempotency.side_effecting', status: 'pass', detail: 'judged as an action with effects' },
        { id: 'idempotency.key_present', status: 'pass', detail: 'a key of 36 characters was given' },
        { id: 'idempotency.key_quality', status: 'pass', detail: 'kind uuid4, about 122 bits' },
        { id: 'idempotency.prior_events', status: 'skipped', detail: 'prior_events was not given' },
        { id: 'idempotency.key_storage', status: 'pass', detail: 'keys are kept in: database' },
        {
          id: 'idempotency.dedup_window',
          status: 'pass',
          detail: 'duplicates are recognised for 86400000 ms, retries may come for 3600000 ms',
        },
        { id: 'destructive.parse', status: 'pass', detail: 'Read as shell: 1 segment, 0 parts that cannot be read.' },
        { id: 'destructive.rules', status: 'pass', detail: '0 findings by destructive/2026-11-20.3.' },
        { id: 'destructive.environment', status: 'pass', detail: 'Judged as staging.' },
        {
          id: 'destructive.dry_run',
          status: 'skipped',
          detail: 'dry_run was not given, and the command has no such flag.',
        },
        { id: 'destructive.allowlist', status: 'skipped', detail: 'allowlist was not given.' },
        { id: 'destructive.approval', status: 'skipped', detail: 'approved was not given.' },
        { id: 'destructive.tool_name', status: 'skipped', detail: 'tool_name was not given.' },
      ],
      risk_score: 0,
      next_action: 'Run the action now, on exactly this state and with this key.',
      input_digest: 'b54d09f8056e480f689db517361d397c806eb1d8b52605dc95261f262a06e0e1',
      ruleset: 'preflight/2026-11-20.3',
      verdict: 'go',
      guards: {
        agent_state: {
          decision: 'allow',
          reasons: [],
          checks: [
            { id: 'preconditions', status: 'pass', detail: '1 of 1 met' },
            { id: 'version', status: 'pass', detail: 'expected 3, version is 3' },
            { id: 'duplicates', status: 'skipped', detail: 'prior_events was not given' },
            { id: 'confirmations', status: 'skipped', detail: 'required_confirmations was not given' },
            { id: 'freshness', status: 'pass', detail: 'read_at is 30 s old' },
          ],
          risk_score: 0,
          next_action: 'Run the action now, on exactly this state.',
          input_digest: 'd07054ed721ecaef6570f2aac72fbc3ace02fd678d09aa95c60425197d8cce3e',
          ruleset: 'agent-state/2026-11-20',
          preconditions: [{ path: '/status', op: '$eq', expected: 'paid', actual: 'paid', status: 'met' }],
          version: { expected: 3, actual: 3, source: 'version', match: true },
          duplicates: [],
          missing_confirmations: [],
          safe_to_proceed: true,
          recovery: null,
        },
        idempotency: {
          decision: 'allow',
          reasons: [],
          checks: [
            { id: 'side_effecting', status: 'pass', detail: 'judged as an action with effects' },
            { id: 'key_present', status: 'pass', detail: 'a key of 36 characters was given' },
            { id: 'key_quality', status: 'pass', detail: 'kind uuid4, about 122 bits' },
            { id: 'prior_events', status: 'skipped', detail: 'prior_events was not given' },
            { id: 'key_storage', status: 'pass', detail: 'keys are kept in: database' },
            {
              id: 'dedup_window',
              status: 'pass',
              detail: 'duplicates are recognised for 86400000 ms, retries may come for 3600000 ms',
            },
          ],
          risk_score: 0,
          next_action: 'Send the call with this idempotency key, and send the same key again on every retry.',
          input_digest: '045fab3c9b5109409e58d388513a93e657b0256e188f2a99f2bc135a6df2f130',
          ruleset: 'idempotency/2026-11-20',
          fingerprint: '6a70fc4e0e421035c152aa2b69e54a50489d0bb24a29b869e2968436852878cb',
          key: { present: true, length: 36, entropy_bits: 122, kind: 'uuid4', acceptable: true },
          suggested_key: 'idem_6a70fc4e0e421035c152aa2b69e54a50',
          matches: [],
          semantics: {
            on_success: 'replay_stored_response',
            on_pending: '409_wait',
            on_mismatch: '422_reject',
            on_failure: 'execute_again',
          },
          safe_to_retry: true,
        },
        destructive: {
          decision: 'allow',
          reasons: [],
          checks: [
            { id: 'parse', status: 'pass', detail: 'Read as shell: 1 segment, 0 parts that cannot be read.' },
            { id: 'rules', status: 'pass', detail: '0 findings by destructive/2026-11-20.3.' },
            { id: 'environment', status: 'pass', detail: 'Judged as staging.' },
            { id: 'dry_run', status: 'skipped', detail: 'dry_run was not given, and the command has no such flag.' },
            { id: 'allowlist', status: 'skipped', detail: 'allowlist was not given.' },
            { id: 'approval', status: 'skipped', detail: 'approved was not given.' },
            { id: 'tool_name', status: 'skipped', detail: 'tool_name was not given.' },
          ],
          risk_score: 0,
          next_action: 'Run the action.',
          input_digest: '3d8cee63799c2818cbb8184d5a3b769d82396943b2e5ec2c7767d4794f1ed2f2',
          ruleset: 'destructive/2026-11-20.3',
          severity: 'none',
          findings: [],
          parsed: { dialect: 'shell', segments: [{ argv: ['ship', 'order', '7'], via: [] }], opaque: [] },
          dry_run_effective: false,
          allowlisted: false,
          safer_alternative: null,
          environment_used: 'staging',
        },
      },
      blocking_guard: null,
      receipt: null,
      decision_id: 'dec_677f04a510e808260050c81f',
      saved_cents: 5,
    },
  },
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

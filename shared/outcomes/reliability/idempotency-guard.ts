import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { idempotencyVerdict, keyStorage } from '#shared/engines/guard/idempotency-verdict.ts'
import { judgeIdempotency } from '#shared/engines/guard/idempotency.ts'
import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { priorEvents } from '#shared/engines/guard/prior-event.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'

import { defineOutcome } from '../define.ts'

const span = z.int().min(0).max(2_592_000_000)
const exampleKey = '3f1c0a52-6b7e-4d1a-9c55-0e8f6f2d9b41'

export const idempotencyGuard = defineOutcome({
  slug: 'idempotency-guard',
  title: 'Idempotency guard',
  description:
    'Judges whether a side-effecting call may be sent, or sent again: is there a key, is it a good one, was it used for ' +
    'this or another payload, did that attempt succeed, is it still running, and will a late retry be recognised. ' +
    'Suggests a key that is the same whenever the intent is.',
  cents: 10,
  featured: 4,
  decisions,
  types: {
    takes: { action: 'action', idempotency_key: 'key', payload: 'json', prior_events: 'json', key_storage: 'json' },
    gives: { decision: 'decision', suggested_key: 'key' },
  },
  input: () =>
    guardInput({
      action: z.string().min(1).max(2_000).describe('operation'),
      idempotency_key: z.string().max(255).optional().describe('key to be sent'),
      payload: z.unknown().optional().describe('request body; fingerprinted, not stored'),
      target: z.string().max(2_000).optional().describe('endpoint or resource'),
      prior_events: priorEvents.describe(
        'earlier attempts: {action, idempotency_key, payload_digest|payload, target, status, ts}',
      ),
      key_storage: keyStorage.optional().describe('where keys are remembered'),
      dedup_window_ms: documentedDefault(span, 86_400_000).describe('how long duplicates are recognised'),
      side_effecting: documentedDefault(z.boolean(), true).describe('has effects'),
      touches_money: documentedDefault(z.boolean(), false).describe('moves money'),
      retry_horizon_ms: documentedDefault(span, 3_600_000).describe('longest time a retry may still come'),
      now: nowInput,
    }),
  output: idempotencyVerdict,
  example: {
    input: {
      action: 'charge card for order 7',
      idempotency_key: exampleKey,
      payload: { amount_cents: 1999, currency: 'USD' },
      key_storage: 'database',
      touches_money: true,
      prior_events: [
        {
          idempotency_key: exampleKey,
          payload: { amount_cents: 1999, currency: 'USD' },
          status: 'unknown',
          ts: '2026-11-20T11:58:00Z',
        },
      ],
      now: '2026-11-20T12:00:00Z',
    },
    output: {
      decision: 'block',
      reasons: [
        {
          code: 'reconcile_first',
          severity: 'high',
          message: 'A call with this key was sent and nobody knows what became of it.',
          path: '/prior_events/0',
          evidence: {
            index: 0,
            relation: 'same_key_same_payload',
            status: 'unknown',
            age_ms: 120000,
            in_window: true,
            differs: [],
            payload_compared: true,
          },
        },
      ],
      checks: [
        { id: 'side_effecting', status: 'pass', detail: 'judged as an action with effects' },
        { id: 'key_present', status: 'pass', detail: 'a key of 36 characters was given' },
        { id: 'key_quality', status: 'pass', detail: 'kind uuid4, about 122 bits' },
        { id: 'prior_events', status: 'fail', detail: '1 event(s) collide by key or content' },
        { id: 'key_storage', status: 'pass', detail: 'keys are kept in: database' },
        {
          id: 'dedup_window',
          status: 'pass',
          detail: 'duplicates are recognised for 86400000 ms, retries may come for 3600000 ms',
        },
      ],
      risk_score: 30,
      next_action: 'Look up at the far side whether the first call took effect, and record it as succeeded or failed.',
      input_digest: 'a6b7e17364367f308ba7942be6e9c930da1917be073f73248436c946036d4f4e',
      ruleset: 'idempotency/2026-11-20',
      fingerprint: 'ac6b24521ae5fadfa328dc020d82c3dd29753b340db93e44368bc81d1c069044',
      key: { present: true, length: 36, entropy_bits: 122, kind: 'uuid4', acceptable: true },
      suggested_key: 'idem_ac6b24521ae5fadfa328dc020d82c3dd',
      matches: [
        {
          index: 0,
          relation: 'same_key_same_payload',
          status: 'unknown',
          age_ms: 120000,
          in_window: true,
          differs: [],
          payload_compared: true,
        },
      ],
      semantics: {
        on_success: 'replay_stored_response',
        on_pending: '409_wait',
        on_mismatch: '422_reject',
        on_failure: 'execute_again',
      },
      safe_to_retry: false,
    },
  },
  run: (input, ctx) =>
    judgeIdempotency({ ...input, payload_digest: undefined }, instantOf(input.now) ?? ctx.now().getTime(), input),
})

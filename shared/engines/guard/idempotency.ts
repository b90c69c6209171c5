import type { z } from 'zod'

import { findMatches } from './idempotency-matches.ts'
import { judgeMatches } from './idempotency-duplicates.ts'
import { judgePresence, judgeQuality, judgeStorage, judgeWindow } from './idempotency-practice.ts'
import type { IdempotencyVerdict, keyStorage } from './idempotency-verdict.ts'
import { inputDigest } from './input-digest.ts'
import { judgeKey } from './key-quality.ts'
import type { PriorEvent } from './prior-event.ts'
import { conclude, gather } from './verdict.ts'

const idempotencyRuleset = 'idempotency/2026-11-20'

export type IdempotencyQuestion = {
  action: string
  idempotency_key?: string | undefined
  payload?: unknown
  /** Replaces the payload where only its digest is known. */
  payload_digest?: string | undefined
  target?: string | undefined
  prior_events?: readonly PriorEvent[] | undefined
  key_storage?: z.output<typeof keyStorage> | undefined
  /** Default 24 hours. */
  dedup_window_ms?: number | undefined
  /** Default true. */
  side_effecting?: boolean | undefined
  /** Default false. */
  touches_money?: boolean | undefined
  /** Default one hour. */
  retry_horizon_ms?: number | undefined
}

/** How a server that keeps keys should answer, by the IETF draft on the Idempotency-Key header. */
const semantics = {
  on_success: 'replay_stored_response',
  on_pending: '409_wait',
  on_mismatch: '422_reject',
  on_failure: 'execute_again',
}

/**
 * Judges whether a call may be sent, or sent again, without running its effect twice. `now` is Unix milliseconds.
 * `body` is what the caller sent (for the digest), if that is more than the question.
 */
export function judgeIdempotency(
  question: IdempotencyQuestion,
  now: number,
  body: unknown = question,
): IdempotencyVerdict {
  const { action, target, payload, payload_digest, touches_money: money = false, side_effecting = true } = question
  const windowMs = question.dedup_window_ms ?? 86_400_000
  const fingerprint = inputDigest({ action, target, payload, payload_digest })
  const suggestedKey = `idem_${fingerprint.slice(0, 32)}`
  const key = judgeKey(question.idempotency_key, suggestedKey)
  const intent = { ...question, idempotency_key: key.present ? question.idempotency_key : undefined }
  const matches = findMatches(intent, question.prior_events ?? [], { now, windowMs })
  // Moving money is an effect, whatever the caller states.
  const repeatable = !side_effecting && !money

  const judged = repeatable
    ? judgePresence({ side_effecting, money, key, suggestedKey })
    : gather(
        judgePresence({ side_effecting, money, key, suggestedKey }),
        judgeQuality({ sent: question.idempotency_key ?? '', money, key, suggestedKey }),
        judgeMatches(matches, { money, asked: question.prior_events !== undefined }),
        judgeStorage(question.key_storage, money),
        judgeWindow({ windowMs, horizonMs: question.retry_horizon_ms ?? 3_600_000, money }),
      )
  const proceed = repeatable
    ? 'Send the call; it has no effect that a retry could repeat.'
    : 'Send the call with this idempotency key, and send the same key again on every retry.'
  const verdict = conclude({ input: body, ruleset: idempotencyRuleset, proceed, ...judged })
  return {
    ...verdict,
    fingerprint,
    key,
    suggested_key: suggestedKey,
    matches,
    semantics,
    safe_to_retry: verdict.decision === 'allow',
  }
}

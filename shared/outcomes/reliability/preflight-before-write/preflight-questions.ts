import { judgeConfirmations, missingConfirmations, unguardedWrite } from '#shared/engines/guard/agent-state-rules.ts'
import type { AgentStateQuestion } from '#shared/engines/guard/agent-state.ts'
import type { IdempotencyQuestion } from '#shared/engines/guard/idempotency.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import { stateTime } from '#shared/engines/guard/state-freshness.ts'
import { gather } from '#shared/engines/guard/verdict.ts'
import type { Check, Judged } from '#shared/engines/guard/verdict.ts'

/** What destructive-action-guard is asked. */
type DestructiveQuestion = {
  action: string
  tool_name?: string | undefined
  target?: string | undefined
  environment?: 'production' | 'staging' | 'dev' | undefined
  approved?: boolean | undefined
  dry_run?: boolean | undefined
  allowlist?: readonly string[] | undefined
}

/** One question for all guards: what each of them would be asked, under one set of names. */
export type PreflightQuestion = Omit<AgentStateQuestion, 'current_state'> &
  Omit<IdempotencyQuestion, 'payload' | 'retry_horizon_ms'> & {
    current_state?: Record<string, unknown> | undefined
    now?: string | undefined
  }

export function agentStateQuestion(
  question: PreflightQuestion,
  current_state: Record<string, unknown>,
): AgentStateQuestion {
  const { action, required_state, expected_version, idempotency_key, prior_events, side_effect, target } = question
  const { required_confirmations, received_confirmations } = question
  return {
    action,
    current_state,
    required_state,
    expected_version,
    idempotency_key,
    prior_events,
    side_effect,
    target,
    required_confirmations,
    received_confirmations,
  }
}

export function destructiveQuestion(question: DestructiveQuestion): DestructiveQuestion {
  const { action, tool_name, target, environment, approved, dry_run, allowlist } = question
  return { action, tool_name, target, environment, approved, dry_run, allowlist }
}

/** The kind of effect tells whether there is one and whether it is money, unless the caller says so apart. */
export function idempotencyQuestion(question: PreflightQuestion): IdempotencyQuestion {
  const { action, idempotency_key, payload_digest, target, prior_events, key_storage, dedup_window_ms, side_effect } =
    question
  return {
    action,
    idempotency_key,
    payload_digest,
    target,
    prior_events,
    key_storage,
    dedup_window_ms,
    side_effecting: question.side_effecting ?? side_effect !== 'read_only',
    touches_money: question.touches_money ?? side_effect === 'financial',
  }
}

/**
 * The time to judge by, in Unix milliseconds: `now` as given, else the latest time the question names. Never the
 * clock's, so that one body always has one decision.
 */
export function clockOf({ now, prior_events = [], current_state = {} }: PreflightQuestion): {
  now: number
  check: Check
} {
  const id = 'clock'
  const given = instantOf(now)
  if (given !== null) return { now: given, check: { id, status: 'pass', detail: `judged as of ${isoOf(given)}` } }
  const named = [...prior_events.map(({ ts }) => instantOf(ts)), stateTime(current_state)?.at ?? null].filter(
    (at) => at !== null,
  )
  if (named.length === 0) {
    return {
      now: 0,
      check: {
        id,
        status: 'skipped',
        detail: 'now was not given, and neither current_state nor prior_events names a time',
      },
    }
  }
  const latest = Math.max(...named)
  const detail = `now was not given; judged as of ${isoOf(latest)}, the latest time in the body`
  return { now: latest, check: { id, status: 'warn', detail } }
}

const isoOf = (ms: number) => new Date(ms).toISOString()

/** What can still be said when there is no state to compare with. */
export function judgeWithoutState(question: PreflightQuestion): Judged {
  const planned = Object.keys(question.required_state ?? {}).length > 0 || question.expected_version !== undefined
  const missing = missingConfirmations(question.required_confirmations, question.received_confirmations)
  const unverified: Judged = {
    findings: [
      {
        decision: 'review',
        code: 'unverified_precondition',
        message:
          'The plan depends on a state or a version, and current_state was not given: nothing could be compared.',
        path: '/current_state',
        next: 'Read the state and call again with it as current_state.',
      },
    ],
    checks: [],
  }
  return gather(
    { findings: [], checks: [{ id: 'current_state', status: 'skipped', detail: 'current_state was not given' }] },
    planned ? unverified : { findings: [], checks: [] },
    question.side_effect === 'financial' ? { findings: [unguardedWrite], checks: [] } : { findings: [], checks: [] },
    question.side_effect === 'read_only'
      ? { findings: [], checks: [] }
      : judgeConfirmations(question.required_confirmations, missing),
  )
}

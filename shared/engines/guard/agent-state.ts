import {
  judgeConfirmations,
  judgeFinancial,
  judgePreconditions,
  missingConfirmations,
  skippedForReading,
} from './agent-state-rules.ts'
import type { AgentStateVerdict } from './agent-state-verdict.ts'
import { matchPreconditions } from './preconditions.ts'
import type { PriorEvent } from './prior-event.ts'
import { judgeDuplicates } from './state-duplicates.ts'
import { judgeFreshness } from './state-freshness.ts'
import { judgeVersion } from './state-version.ts'
import { conclude, gather } from './verdict.ts'

export const agentStateRuleset = 'agent-state/2026-11-20'

export const sideEffects = ['read_only', 'external_write', 'financial', 'communication'] as const

export type AgentStateQuestion = {
  action: string
  current_state: Record<string, unknown>
  required_state?: Record<string, unknown> | undefined
  expected_version?: string | number | undefined
  idempotency_key?: string | undefined
  prior_events?: readonly PriorEvent[] | undefined
  /** Default external_write. */
  side_effect?: (typeof sideEffects)[number] | undefined
  required_confirmations?: readonly string[] | undefined
  received_confirmations?: readonly string[] | undefined
  /** Whom or what the action reaches, to recognise a repeated message. */
  target?: string | undefined
}

/**
 * Judges whether the world is in the state that the plan assumed. `now` is Unix milliseconds. `body` is what the caller
 * sent (for the digest), if that is more than the question.
 */
export async function judgeAgentState(
  question: AgentStateQuestion,
  now: number,
  body: unknown = question,
): Promise<AgentStateVerdict> {
  const { action, current_state: state, side_effect: effect = 'external_write' } = question
  const financial = effect === 'financial'
  const readOnly = effect === 'read_only'
  const key = question.idempotency_key?.trim() === '' ? undefined : question.idempotency_key
  const guarded = Object.keys(question.required_state ?? {}).length > 0 || question.expected_version !== undefined

  const preconditions = await matchPreconditions(question.required_state ?? {}, state)
  const { version, ...ofVersion } = judgeVersion(question.expected_version, state, financial)
  const intent = { action, key, financial, communication: effect === 'communication', targets: targetsOf(question) }
  const { duplicates, ...ofDuplicates } = readOnly
    ? { duplicates: [], ...skippedForReading('duplicates') }
    : judgeDuplicates(intent, question.prior_events, now)
  const missing = readOnly ? [] : missingConfirmations(question.required_confirmations, question.received_confirmations)

  const verdict = conclude({
    input: body,
    ruleset: agentStateRuleset,
    proceed: 'Run the action now, on exactly this state.',
    ...gather(
      judgePreconditions(preconditions, question.required_state !== undefined),
      ofVersion,
      ofDuplicates,
      readOnly ? skippedForReading('confirmations') : judgeConfirmations(question.required_confirmations, missing),
      financial ? judgeFinancial({ hasKey: key !== undefined, guarded }) : { findings: [], checks: [] },
      judgeFreshness(state, now, financial),
    ),
  })
  return {
    ...verdict,
    preconditions,
    version,
    duplicates,
    missing_confirmations: missing,
    safe_to_proceed: verdict.decision === 'allow',
    recovery:
      verdict.decision === 'allow'
        ? null
        : { step: steps[verdict.reasons[0]?.code ?? ''] ?? 'ask', detail: verdict.next_action },
  }
}

/** Recovery step for each problem; problems not listed here ask a human. */
const steps: Record<string, NonNullable<AgentStateVerdict['recovery']>['step']> = {
  precondition_failed: 'reread',
  version_conflict: 'rebase',
  version_unverifiable: 'reread',
  stale_read: 'reread',
  unguarded_write: 'reread',
  in_flight: 'wait',
  duplicate_action: 'reconcile',
  outcome_unknown: 'reconcile',
  possible_duplicate: 'reconcile',
}

/** The receivers of a message: the given target, else what the state calls its receiver. */
function targetsOf({ target, current_state: state }: AgentStateQuestion): string[] {
  const named = ['target', 'to', 'recipient', 'channel'].map((field) =>
    Object.hasOwn(state, field) ? state[field] : undefined,
  )
  return [target, ...named].filter((value) => typeof value === 'string')
}

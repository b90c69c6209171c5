import { ageOf, fold, settledStatuses } from './prior-event.ts'
import type { PriorEvent, Status } from './prior-event.ts'
import { worstOf } from './verdict.ts'
import type { Finding, Judged } from './verdict.ts'

type Duplicate = { index: number; status: Status; why: 'same_key' | 'same_action' | 'same_target' }

/** Time in which the same words, or a message to the same address, count as the same action. */
const recentMs = 600_000

type Intent = {
  action: string
  key: string | undefined
  financial: boolean
  communication: boolean
  targets: readonly string[]
}

/** Prior events that are this very action, or look like it. An event without a time is taken as recent. */
export function judgeDuplicates(
  intent: Intent,
  events: readonly PriorEvent[] | undefined,
  now: number,
): Judged & { duplicates: Duplicate[] } {
  const id = 'duplicates'
  if (events === undefined) {
    return { duplicates: [], findings: [], checks: [{ id, status: 'skipped', detail: 'prior_events was not given' }] }
  }
  const statuses = settledStatuses(events)
  const action = fold(intent.action)
  const words = wordsOf(action)
  const targets = intent.targets.map(fold).filter((target) => target !== '')
  const duplicates = events.flatMap((event, index): Duplicate[] => {
    const status = statuses[index] ?? 'unknown'
    if (intent.key !== undefined && event.idempotency_key === intent.key) return [{ index, status, why: 'same_key' }]
    if (status === 'failed' || (ageOf(event, now) ?? 0) > recentMs) return []
    // Two different keys are two intents; where one side has none, the words must tell.
    const tellsByKey = intent.key !== undefined && event.idempotency_key !== undefined
    if (!tellsByKey && event.action !== undefined && fold(event.action) === action)
      return [{ index, status, why: 'same_action' }]
    const target = fold(event.target ?? '')
    const sameTarget =
      target !== '' && (targets.includes(target) || (target.length >= 3 && words.includes(` ${target} `)))
    return intent.communication && sameTarget ? [{ index, status, why: 'same_target' }] : []
  })

  const byCode = new Map<string, Finding>()
  for (const duplicate of duplicates) {
    const finding = findingFor(duplicate, intent)
    if (!byCode.has(finding.code))
      byCode.set(finding.code, { ...finding, path: `/prior_events/${duplicate.index}`, evidence: duplicate })
  }
  const findings = [...byCode.values()]
  const status = { allow: 'pass', review: 'warn', require_confirm: 'warn', block: 'fail' } as const
  const detail = `${events.length} prior event(s), ${duplicates.length} of this action`
  return {
    duplicates,
    findings,
    checks: [{ id, status: status[worstOf(findings.map(({ decision }) => decision))], detail }],
  }
}

/** A folded text as words between single spaces, so that "mail bob@x.example" holds bob@x.example, and not x.example. */
const wordsOf = (text: string) => ` ${text} `.replaceAll(/[,;()"'<>!?]+|[.:](?=\s)/g, ' ').replaceAll(/\s+/g, ' ')

function findingFor({ why, status }: Duplicate, { financial }: Intent): Finding {
  if (why === 'same_action') {
    return {
      decision: 'review',
      code: 'possible_duplicate',
      message: `The same action was recorded within ten minutes (${status}), and no key tells the two apart.`,
      next: 'Check whether the recorded action is this one; if it is not, send an idempotency_key with each.',
    }
  }
  if (why === 'same_target') {
    return {
      decision: 'review',
      code: 'repeated_message',
      message: `A message went to the same target within ten minutes (${status}).`,
      next: 'Check that the receiver should hear from you again so soon.',
    }
  }
  const bySameKey: Record<Status, Finding> = {
    succeeded: {
      decision: 'block',
      code: 'duplicate_action',
      severity: financial ? 'critical' : 'high',
      message: 'This action already succeeded under the same key.',
      next: 'Do not run it again; use the recorded result.',
    },
    pending: {
      decision: 'block',
      code: 'in_flight',
      message: 'This action is under way under the same key.',
      next: 'Wait until it has ended, then ask again.',
    },
    unknown: {
      decision: financial ? 'block' : 'require_confirm',
      code: 'outcome_unknown',
      message: 'This action was started under the same key and nobody knows how it ended.',
      next: 'Look up whether it took effect and record it as succeeded or failed, then ask again.',
    },
    failed: {
      decision: 'allow',
      code: 'previous_attempt_failed',
      message: 'An earlier attempt under the same key failed, so this one repeats nothing.',
    },
  }
  return bySameKey[status]
}

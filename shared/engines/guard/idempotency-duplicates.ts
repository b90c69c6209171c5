import type { Match } from './idempotency-matches.ts'
import type { Status } from './prior-event.ts'
import { worstOf } from './verdict.ts'
import type { Finding, Judged } from './verdict.ts'

/**
 * Judges what prior attempts mean for sending this call: done, in progress, unclear, or another call with the same key.
 */
export function judgeMatches(matches: readonly Match[], { money, asked }: { money: boolean; asked: boolean }): Judged {
  const id = 'prior_events'
  if (!asked) return { findings: [], checks: [{ id, status: 'skipped', detail: 'prior_events was not given' }] }
  const byCode = new Map<string, { finding: Finding; matches: Match[] }>()
  for (const match of matches) {
    const finding = match.in_window ? judgeRecent(match, money) : judgeLate(match, money)
    if (finding === null) continue
    const group = byCode.get(finding.code)
    if (group === undefined) byCode.set(finding.code, { finding, matches: [match] })
    else group.matches.push(match)
  }
  const findings = [...byCode.values()].map(({ finding, matches: [first, ...others] }) => ({
    ...finding,
    path: `/prior_events/${first?.index ?? 0}`,
    evidence: others.length === 0 ? first : { ...first, also_at: others.map(({ index }) => index) },
  }))
  const status = { allow: 'pass', review: 'warn', require_confirm: 'warn', block: 'fail' } as const
  const detail = `${matches.length} event(s) collide by key or content`
  return { findings, checks: [{ id, status: status[worstOf(findings.map(({ decision }) => decision))], detail }] }
}

function judgeRecent(match: Match, money: boolean): Finding | null {
  if (match.relation === 'same_key_other_payload') {
    return {
      decision: 'block',
      code: 'key_reuse_mismatch',
      message: `The key already stands for another call (different ${match.differs.join(' and ')}); a server that follows the IETF draft answers 422.`,
      next: 'Make a new key for the new intent, or send exactly the call that the key was made for.',
    }
  }
  return match.relation === 'same_key_same_payload' ? judgeSameIntent(match, money) : judgeSameContent(match, money)
}

function judgeSameIntent({ status, payload_compared }: Match, money: boolean): Finding {
  const verdicts: Record<Status, Finding> = {
    succeeded: {
      decision: 'block',
      code: 'duplicate_completed',
      severity: money ? 'critical' : 'high',
      message: 'This call already succeeded with this key.',
      next: 'Do not send it again; return the stored result of the first call.',
    },
    pending: {
      decision: 'block',
      code: 'in_flight',
      message: 'A call with this key is still under way.',
      next: 'Wait for the first call to end, then ask again.',
    },
    unknown: {
      decision: money ? 'block' : 'require_confirm',
      code: 'reconcile_first',
      message: 'A call with this key was sent and nobody knows what became of it.',
      next: 'Look up at the far side whether the first call took effect, and record it as succeeded or failed.',
    },
    failed: {
      decision: 'allow',
      code: 'previous_attempt_failed',
      message: payload_compared
        ? 'An earlier attempt with this key and payload failed; the same key may be sent again.'
        : 'An earlier attempt with this key failed; its payload was not compared, since one side does not name it.',
    },
  }
  return verdicts[status]
}

function judgeSameContent({ status }: Match, money: boolean): Finding | null {
  if (status === 'failed') return null
  const state = {
    succeeded: 'already succeeded',
    pending: 'is still under way',
    unknown: 'was sent with an unknown outcome',
  }[status]
  return {
    decision: money ? 'require_confirm' : 'review',
    code: 'semantic_duplicate',
    message: `The same content ${state} without this key; no server will see the two as one.`,
    next: 'Confirm that the effect is really wanted a second time, or reuse the first key.',
  }
}

/** After the window, duplicates are no longer recognised; for money this is worth a review. */
function judgeLate({ relation, status }: Match, money: boolean): Finding | null {
  if (!money || status === 'failed') return null
  return {
    decision: 'review',
    code: 'late_duplicate',
    message:
      relation === 'other_key_same_payload'
        ? 'The same content was sent before the dedup window; no server will recognise the repetition.'
        : 'The key was used before the dedup window; no server will recognise the repetition.',
    next: 'Check that the earlier payment is not the one intended now.',
  }
}

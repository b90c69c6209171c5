import type { Precondition } from './preconditions.ts'
import { fold } from './prior-event.ts'
import type { Finding, Judged } from './verdict.ts'

/** Past this many failed preconditions the reasons only count; `preconditions` lists them all. */
const mostReasons = 20

export function judgePreconditions(preconditions: readonly Precondition[], asked: boolean): Judged {
  const id = 'preconditions'
  if (!asked) return { findings: [], checks: [{ id, status: 'skipped', detail: 'required_state was not given' }] }
  const failed = preconditions.filter(({ status }) => status !== 'met')
  const detail = `${preconditions.length - failed.length} of ${preconditions.length} met`
  const findings = failed.slice(0, mostReasons).map(preconditionFinding)
  const [last] = findings.slice(-1)
  if (last !== undefined && failed.length > mostReasons)
    last.message += ` ${failed.length - mostReasons} more preconditions failed.`
  return { findings, checks: [{ id, status: failed.length === 0 ? 'pass' : 'fail', detail }] }
}

function preconditionFinding({ path, op, expected, actual, status }: Precondition): Finding {
  const what = {
    missing: 'is missing',
    type_mismatch: 'has another type than the plan assumes',
    mismatch: 'is not what the plan assumes',
    met: 'is met',
  }[status]
  return {
    decision: 'block',
    code: 'precondition_failed',
    message: `${path} ${what}.`,
    path,
    evidence: { status, op, expected, actual },
    next: 'Do not act on this state: read it again, and make a new plan if the precondition still fails.',
  }
}

/** Required names that were not received, as they were written; case and outer space do not count. */
export function missingConfirmations(required: readonly string[] = [], received: readonly string[] = []): string[] {
  const have = new Set(received.map(fold))
  return [...new Map(required.map((name) => [fold(name), name])).entries()].flatMap(([name, written]) =>
    have.has(name) ? [] : [written],
  )
}

export function judgeConfirmations(required: readonly string[] | undefined, missing: readonly string[]): Judged {
  const id = 'confirmations'
  if (required === undefined) {
    return { findings: [], checks: [{ id, status: 'skipped', detail: 'required_confirmations was not given' }] }
  }
  if (missing.length === 0)
    return { findings: [], checks: [{ id, status: 'pass', detail: 'every required confirmation was received' }] }
  const names = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ` and ${missing.length - 5} more` : '')
  return {
    findings: [
      {
        decision: 'require_confirm',
        code: 'missing_confirmation',
        message: `Not confirmed yet: ${names}.`,
        path: '/required_confirmations',
        evidence: { missing: missing.slice(0, 50) },
        next: `Get the confirmation of ${names}, then call again with it in received_confirmations.`,
      },
    ],
    checks: [{ id, status: 'fail', detail: `${missing.length} missing` }],
  }
}

/** Judges what money needs in addition: a key, and something that ties the action to the state it was planned on. */
export function judgeFinancial({ hasKey, guarded }: { hasKey: boolean; guarded: boolean }): Judged {
  const withoutKey: Judged = {
    findings: [
      {
        decision: 'require_confirm',
        code: 'financial_without_key',
        message: 'A financial action without an idempotency key can happen twice.',
        path: '/idempotency_key',
        next: 'Give the action an idempotency key and call again with it, or have a human confirm the single attempt.',
      },
    ],
    checks: [{ id: 'financial_key', status: 'fail', detail: 'idempotency_key was not given' }],
  }
  return {
    findings: [...(hasKey ? [] : withoutKey.findings), ...(guarded ? [] : [unguardedWrite])],
    checks: [
      ...(hasKey
        ? [{ id: 'financial_key', status: 'pass', detail: 'an idempotency key was given' } as const]
        : withoutKey.checks),
      guarded
        ? { id: 'guarded_write', status: 'pass', detail: 'the action is tied to a state or a version' }
        : { id: 'guarded_write', status: 'warn', detail: 'neither required_state nor expected_version was given' },
    ],
  }
}

/** Also reported by preflight-before-write when no state is given at all. */
export const unguardedWrite: Finding = {
  decision: 'review',
  code: 'unguarded_write',
  message: 'Money would move without a precondition or a version: nothing would notice that the world changed.',
  path: '/required_state',
  next: 'Read the state, and call again with required_state or expected_version.',
}

export const skippedForReading = (id: string): Judged => ({
  findings: [],
  checks: [{ id, status: 'skipped', detail: 'side_effect is read_only' }],
})

import type { Judged } from '#shared/engines/guard/verdict.ts'
import type { Attempt } from './attempt-log.ts'
import type { TargetHealth } from './circuit.ts'
import { isRetryableStatus } from './retryable-status.ts'

/** The retry that is planned. */
export type NextRetry = {
  target: string
  op?: string | undefined
  status?: number | undefined
  idempotent?: boolean | undefined
  idempotency_key?: string | undefined
}

/** Methods that may be repeated without another effect (RFC 9110, 9.2.2), and those that may not. */
const REPEATABLE = /^(?:GET|HEAD|OPTIONS|TRACE|PUT|DELETE)\b/i
const UNREPEATABLE = /^(?:POST|PATCH)\b/i

/** Whether the planned retry makes sense by what it answers, what was tried, and the health of its target. */
export function judgeNext(
  next: NextRetry,
  { last, maxAttempts, health }: { last: Attempt | null; maxAttempts: number; health: TargetHealth | undefined },
): Judged {
  const findings: Judged['findings'] = []
  const { status } = next
  if (status !== undefined && !isRetryableStatus(status)) {
    const failed = status >= 400
    findings.push({
      decision: failed ? 'block' : 'review',
      code: failed ? 'non_retryable_status' : 'nothing_to_retry',
      message: `Trying again cannot change the status ${status}.`,
      path: '/next/status',
      next: failed
        ? 'Change the request, or give it up; do not send it again as it is.'
        : 'Take the answer that is there; send nothing again.',
    })
  }
  if (last !== null && last.failed && last.number >= maxAttempts) {
    findings.push({
      decision: 'block',
      code: 'no_attempts_left',
      message: `The operation had ${last.number} of ${maxAttempts} attempts.`,
      path: `/events/${last.index}`,
      next: 'Give the operation up and hand it to a dead-letter queue or a human.',
    })
  }
  if (health?.state === 'open' && health.probeAt !== null) {
    findings.push({
      decision: 'block',
      code: 'circuit_open',
      message: `${health.failures} of ${health.requests} requests to ${health.target.slice(0, 200)} failed.`,
      path: '/next/target',
      next: `Send nothing to this target before ${new Date(health.probeAt).toISOString()}, then one probe.`,
    })
  }
  const repeatable =
    next.idempotent === true ||
    (next.idempotency_key ?? '') !== '' ||
    (next.idempotent !== false && REPEATABLE.test(next.op ?? ''))
  if (!repeatable) {
    const known = next.idempotent === false || UNREPEATABLE.test(next.op ?? '')
    findings.push({
      decision: known ? 'require_confirm' : 'review',
      code: known ? 'not_idempotent' : 'idempotency_unknown',
      message: known
        ? 'The operation is not idempotent and has no idempotency key, so a retry may take effect twice.'
        : 'It is not said whether the operation may be repeated without a second effect.',
      path: '/next/idempotent',
      next: 'Look up whether the last attempt took effect, or send it with an idempotency key.',
    })
  }
  return {
    findings,
    checks: [
      status === undefined
        ? { id: 'next_status', status: 'skipped', detail: 'next.status was not given' }
        : { id: 'next_status', status: isRetryableStatus(status) ? 'pass' : 'fail', detail: `status ${status}` },
      {
        id: 'next_idempotency',
        status: repeatable ? 'pass' : 'warn',
        detail: repeatable ? 'the operation may be repeated' : 'nothing shows that it may be repeated',
      },
    ],
  }
}

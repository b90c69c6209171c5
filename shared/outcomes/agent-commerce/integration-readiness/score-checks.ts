import { conclude, type Finding } from '#shared/engines/guard/verdict.ts'
import { READY_SCORE, type ReadinessRule } from './readiness.rules.ts'

/** How one check ended, and what was seen. */
export type Seen = { status: 'pass' | 'fail' | 'warn' | 'skipped'; detail: string }

const RULESET = 'integration-readiness/2026-11-20'

/**
 * The verdict of weighted checks: ready when every must-have passes and the score is high enough. A skipped check counts
 * for nothing, a warning for half.
 */
export function scoreChecks<Id extends string>(
  rules: Readonly<Record<Id, ReadinessRule>>,
  seen: Readonly<Record<Id, Seen>>,
  { input, ready }: { input: unknown; ready: string },
) {
  // Safe: the keys of a record of rules are their ids.
  const ids = Object.keys(rules) as Id[]
  const checks = ids.map((id) => {
    const { weight, fix } = rules[id]
    const { status, detail } = seen[id]
    return { id, weight, status, detail, fix: status === 'pass' || status === 'skipped' ? null : fix }
  })
  const counted = checks.filter(({ status }) => status !== 'skipped')
  const total = counted.reduce((sum, { weight }) => sum + weight, 0)
  const got = counted.reduce((sum, { weight, status }) => sum + weight * SHARE[status], 0)
  const score = total === 0 ? 0 : Math.round((100 * got) / total)
  const blocking = ids.filter((id) => rules[id].must === true && seen[id].status !== 'pass').map(String)
  const verdict = blocking.length === 0 && score >= READY_SCORE ? ('ready' as const) : ('not_ready' as const)
  const findings = checks
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .map(({ id, status, detail, fix }): Finding => ({
      decision: blocking.includes(id) ? 'block' : 'review',
      severity: blocking.includes(id) ? 'high' : status === 'fail' ? 'medium' : 'low',
      code: id,
      message: `${id}: ${detail}.`,
      next: fix ?? undefined,
    }))
  const { reasons, risk_score, next_action, input_digest, ruleset } = conclude({
    input,
    ruleset: RULESET,
    findings,
    checks: [],
    proceed: ready,
  })
  return {
    decision: verdict,
    reasons,
    checks,
    risk_score,
    next_action,
    input_digest,
    ruleset,
    verdict,
    score,
    blocking,
  }
}

const SHARE: Readonly<Record<Seen['status'], number>> = { pass: 1, warn: 0.5, fail: 0, skipped: 0 }

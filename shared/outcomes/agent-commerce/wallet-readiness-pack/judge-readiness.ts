import { conclude, type Check, type Finding } from '#shared/engines/guard/verdict.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'

export const readinessSteps = ['legit', 'payto', 'rails', 'spend', 'receipt'] as const
export type StepName = (typeof readinessSteps)[number]
export type StepStatus = 'pass' | 'warn' | 'fail' | 'skipped'

/** How one part of the readiness ended. */
export type StepEnd = {
  step: StepName
  slug: string
  status: StepStatus
  decision: string | null
  tookMs: number
  /** What the part answered; digested, so that the receipt covers it. */
  result: unknown
  /** Why it does not pass. */
  reasons: readonly { code: string; message: string }[]
}

const RULESET = 'wallet-readiness/2026-11-20'

/** Whether a wallet may pay, from how the parts ended: all of them have to pass. */
export function judgeReadiness(input: unknown, steps: readonly StepEnd[]) {
  const failed = steps.filter(({ status }) => status === 'fail')
  const findings = failed.flatMap(({ step, reasons, decision }): Finding[] =>
    (reasons.length > 0 ? reasons : [{ code: `${step}_failed`, message: `${step} ended with ${decision}` }]).map(
      (reason) => ({
        decision: 'block',
        code: reason.code,
        message: `${step}: ${reason.message}`,
        path: `/steps/${steps.findIndex((one) => one.step === step)}`,
        next: 'Do not pay; resolve what blocking names, then call again.',
      }),
    ),
  )
  const notes = steps
    .filter(({ status }) => status === 'warn')
    .flatMap(({ step, reasons }) =>
      reasons.map(({ code, message }): Finding => ({
        decision: 'allow',
        code,
        severity: 'low',
        message: `${step}: ${message}`,
      })),
    )
  const verdict = conclude({
    input,
    ruleset: RULESET,
    findings: [...findings, ...notes],
    checks: steps.map(({ step, status, decision }): Check => ({
      id: step,
      status,
      detail: decision === null ? status : `it said ${decision}`,
    })),
    proceed: 'Pay selected_accept, then call spend-guard with mode commit and this clearance_token within 300 s.',
  })
  const word = failed.length === 0 ? ('ready' as const) : ('not_ready' as const)
  return {
    ...verdict,
    decision: word,
    verdict: word,
    steps: steps.map(({ step, slug, status, decision, tookMs, result }) => ({
      step,
      slug,
      status,
      decision,
      took_ms: tookMs,
      result_digest: result === null ? null : digestOf(result),
    })),
    blocking: verdict.reasons.filter(({ severity }) => severity === 'high' || severity === 'critical'),
  }
}

import { z } from 'zod'

import { inputDigest } from './input-digest.ts'

/** Decisions of a guard, mildest first. The worst one that any finding requires is the decision. */
export const decisions = ['allow', 'review', 'require_confirm', 'block'] as const
export type Decision = (typeof decisions)[number]

/** Severities of a finding, mildest first. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

/** Weight of a finding in `risk_score`. */
const weights: Record<Severity, number> = { info: 0, low: 4, medium: 12, high: 30, critical: 60 }

/** Default severity of a finding by its decision. */
const usualSeverity: Record<Decision, Severity> = {
  allow: 'info',
  review: 'low',
  require_confirm: 'medium',
  block: 'high',
}

export const reason = z.object({
  code: z.string(),
  severity: z.enum(severities),
  message: z.string(),
  path: z.string().optional().describe('JSON pointer to what the reason is about'),
  evidence: z.unknown().optional(),
})
export type Reason = z.output<typeof reason>

export const check = z.object({
  id: z.string(),
  status: z.enum(['pass', 'fail', 'warn', 'skipped']),
  detail: z.string().describe('what was seen; for a skipped check, the input that was missing'),
})
export type Check = z.output<typeof check>

/** The result fields that every guard answers with; spread into its output schema. */
export const verdictFields = {
  decision: z.enum(decisions),
  reasons: z.array(reason).describe('worst first; empty only when the decision is allow'),
  checks: z.array(check),
  risk_score: z.int().min(0).max(100).describe('sum of severity weights, capped; never the only basis of the decision'),
  next_action: z.string().describe('one imperative sentence the calling agent can execute'),
  input_digest: z.string().describe('sha256 hex of the RFC 8785 form of the request body'),
  ruleset: z.string().describe('rule-set id and version'),
}
export type Verdict = z.output<z.ZodObject<typeof verdictFields>>

/** A finding of a rule: the decision it requires, why, and what the agent should do. */
export type Finding = {
  decision: Decision
  code: string
  message: string
  /** Default by decision: block high, require_confirm medium, review low, allow info. */
  severity?: Severity | undefined
  /** JSON pointer to what the finding is about. */
  path?: string | undefined
  /** Facts as JSON; never a secret. */
  evidence?: unknown
  /** One imperative sentence; the worst finding's becomes `next_action`. */
  next?: string | undefined
}

/** Findings and checks of one rule; `gather` joins several. */
export type Judged = { findings: Finding[]; checks: Check[] }

export const gather = (...parts: readonly Judged[]): Judged => ({
  findings: parts.flatMap(({ findings }) => findings),
  checks: parts.flatMap(({ checks }) => checks),
})

const fallbackNext: Record<Decision, string> = {
  allow: 'Proceed with the action.',
  review: 'Have the reasons reviewed, then proceed or change the action.',
  require_confirm: 'Ask a human to confirm this exact action, then call again.',
  block: 'Do not run the action; resolve the first reason, then call again.',
}

/** The worst of the words; `allow` for none. */
export const worstOf = (words: Iterable<Decision>): Decision =>
  [...words].reduce<Decision>(
    (worst, word) => (decisions.indexOf(word) > decisions.indexOf(worst) ? word : worst),
    'allow',
  )

/** Sum of severity weights (critical 60, high 30, medium 12, low 4), at most 100. */
export const riskScore = (reasons: Iterable<{ severity: Severity }>): number =>
  [...reasons].reduce((sum, { severity }) => Math.min(100, sum + weights[severity]), 0)

/** Sorts worst first: by severity, then by required decision; findings of equal rank keep their order. */
function worstFirst<F extends Finding>(findings: readonly F[]): (F & { severity: Severity })[] {
  return findings
    .map((finding) => ({ ...finding, severity: finding.severity ?? usualSeverity[finding.decision] }))
    .sort(
      (a, b) =>
        severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
        decisions.indexOf(b.decision) - decisions.indexOf(a.decision),
    )
}

/**
 * Turns the findings of one guard's rules into the fields that every guard answers with. `input` is the body the guard
 * was asked with; `proceed` is its next action when nothing speaks against the action.
 */
export function conclude(judged: {
  input: unknown
  ruleset: string
  findings: readonly Finding[]
  checks: readonly Check[]
  proceed?: string
}): Verdict {
  const ordered = worstFirst(judged.findings)
  const decision = worstOf(ordered.map((finding) => finding.decision))
  const deciding = decision === 'allow' ? undefined : ordered.find((finding) => finding.decision === decision)
  const proceed = decision === 'allow' ? judged.proceed : undefined
  return {
    decision,
    reasons: ordered.map(toReason),
    checks: [...judged.checks],
    risk_score: riskScore(ordered),
    next_action: deciding?.next ?? proceed ?? fallbackNext[decision],
    input_digest: inputDigest(judged.input),
    ruleset: judged.ruleset,
  }
}

function toReason({ code, severity, message, path, evidence }: Finding & { severity: Severity }): Reason {
  return {
    code,
    severity,
    message,
    ...(path === undefined ? {} : { path }),
    ...(evidence === undefined ? {} : { evidence }),
  }
}

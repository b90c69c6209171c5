import type { Decision } from '../guard/verdict.ts'
import type { Level } from './rule.ts'

export const environments = ['production', 'staging', 'dev'] as const
export type Environment = (typeof environments)[number]

/** The decision for an unapproved action, by environment and severity. */
const matrix: Record<Environment, Record<Level, Decision>> = {
  production: { critical: 'block', high: 'require_confirm', medium: 'review', low: 'allow', none: 'allow' },
  staging: { critical: 'require_confirm', high: 'require_confirm', medium: 'review', low: 'allow', none: 'allow' },
  dev: { critical: 'require_confirm', high: 'review', medium: 'allow', low: 'allow', none: 'allow' },
}

/** A human's approval of this very action takes one step off. */
const approvedStep: Record<Decision, Decision> = {
  block: 'require_confirm',
  require_confirm: 'allow',
  review: 'allow',
  allow: 'allow',
}

export type Circumstances = {
  environment: Environment
  approved: boolean
  /** The caller claims that nothing will change, but the command has no flag for that. */
  claimsDryRun: boolean
  allowlisted: boolean
  /** The action names production, though the caller gave another environment. */
  namesProduction: boolean
}

/** Decides about one finding. A finding on the never-list is always blocked. */
export function decide(finding: { severity: Level; never: boolean }, given: Circumstances): Decision {
  if (finding.never) return 'block'
  if (given.allowlisted) return 'allow'
  const asked = matrix[given.environment][finding.severity]
  const decision = given.approved ? approvedStep[asked] : asked
  if (given.claimsDryRun) {
    // The claim limits the decision, but without a real dry-run flag it allows nothing.
    return given.approved && decision === 'allow' ? 'allow' : 'review'
  }
  const matters = finding.severity !== 'low' && finding.severity !== 'none'
  return given.namesProduction && matters && decision === 'allow' && !given.approved ? 'review' : decision
}

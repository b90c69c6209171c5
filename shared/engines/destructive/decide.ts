import type { Decision } from '../guard/verdict.ts'
import type { Level } from './rule.ts'

export const environments = ['production', 'staging', 'dev'] as const
export type Environment = (typeof environments)[number]

/** What an unapproved action of a severity needs in an environment. */
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
  /** The caller says nothing will change, though the command has no flag that makes it so. */
  claimsDryRun: boolean
  allowlisted: boolean
  /** The action names production, though the caller gave another environment. */
  namesProduction: boolean
}

/** The decision about one finding. What is on the never-list is blocked whatever else is said. */
export function decide(finding: { severity: Level; never: boolean }, given: Circumstances): Decision {
  if (finding.never) return 'block'
  if (given.allowlisted) return 'allow'
  const asked = matrix[given.environment][finding.severity]
  const decision = given.approved ? approvedStep[asked] : asked
  if (given.claimsDryRun) {
    // The claim caps what is asked for, but without a flag that makes it true it allows nothing.
    return given.approved && decision === 'allow' ? 'allow' : 'review'
  }
  const matters = finding.severity !== 'low' && finding.severity !== 'none'
  return given.namesProduction && matters && decision === 'allow' && !given.approved ? 'review' : decision
}

import { conclude } from '../guard/verdict.ts'
import type { Check, Decision, Finding as Asked } from '../guard/verdict.ts'
import { findPermission } from './allowlist.ts'
import { decide } from './decide.ts'
import type { Circumstances, Environment } from './decide.ts'
import type { DestructiveVerdict } from './destructive-verdict.ts'
import { levels, worstLevel } from './rule.ts'
import type { Dialect } from './rule.ts'
import { ruleset } from './rules.ts'
import { scanAction } from './scan-action.ts'
import { clip } from './scan.ts'
import type { Scan } from './scan.ts'

export type DestructiveInput = {
  action: string
  tool_name?: string | undefined
  target?: string | undefined
  environment?: Environment | undefined
  approved?: boolean | undefined
  dry_run?: boolean | undefined
  allowlist?: readonly string[] | undefined
}

/**
 * Judges whether an action (a command, SQL, an HTTP request, a tool call as JSON, or a sentence; at most 20,000
 * characters) destroys something, and whether it may run. The same input gives the same answer. Refuses only what has no
 * canonical JSON form (half a surrogate pair); `input_digest` is the digest of all that is handed in.
 */
export function assessDestructive(input: DestructiveInput): DestructiveVerdict {
  const { scan, dialect } = scanAction(input)
  const findings = scan.findings
    .toSorted((a, b) => levels.indexOf(b.severity) - levels.indexOf(a.severity))
    .map(({ rule, ...finding }) => ({ ...finding, rule_id: rule.id }))
  const isRehearsal = scan.dryRuns > 0 && findings.every(({ severity }) => severity === 'low')
  const permit = findPermission(input.allowlist ?? [], input.action)
  const given: Circumstances = {
    environment: input.environment ?? 'production',
    approved: input.approved ?? false,
    claimsDryRun: (input.dry_run ?? false) && !isRehearsal,
    allowlisted: permit !== undefined,
    namesProduction: input.environment !== undefined && input.environment !== 'production' && namesProduction(input),
  }
  const checks = checksOf(input, scan, dialect, given, isRehearsal)
  return {
    ...conclude({ input, ruleset, findings: askedFor(scan, given), checks, proceed: 'Run the action.' }),
    severity: worstLevel(findings.map(({ severity }) => severity)),
    findings,
    parsed: { dialect, segments: scan.segments, opaque: scan.opaque },
    dry_run_effective: isRehearsal,
    understood: isUnderstood(scan),
    allowlisted: given.allowlisted,
    safer_alternative: findings.find(({ safer }) => safer !== null)?.safer ?? null,
    environment_used: given.environment,
  }
}

/** Each finding with the decision it requires in these circumstances. */
function askedFor(scan: Scan, given: Circumstances): Asked[] {
  const found = scan.findings.map(({ rule, severity, matched, segment, message, safer }): Asked => {
    const decision = decide({ severity, never: rule.never === true }, given)
    return {
      decision,
      code: rule.reason ?? rule.id,
      severity: severity === 'none' ? 'info' : severity,
      message,
      path: '/action',
      evidence: { rule_id: rule.id, matched, segment, ...(safer === null ? {} : { safer }) },
      next: nextStep(decision, { never: rule.never === true, approved: given.approved, safer }),
    }
  })
  const rehearsed = scan.rehearsals.map(({ finding, flag }): Asked => ({
    decision: 'allow',
    code: 'dry_run_effective',
    severity: 'info',
    message: `${flag} makes it a rehearsal; without it: ${finding.message}`,
    path: '/action',
    evidence: { rule_id: finding.rule_id, matched: finding.matched, severity: finding.severity },
  }))
  return [...found, ...unclear(scan, given), ...rehearsed].slice(0, 100)
}

/** Whether everything in the action was read: no clause of unknown meaning, no part whose effect the text does not tell. */
const isUnderstood = (scan: Scan) => scan.unclear.length === 0 && scan.opaque.length === 0

/** Text that nobody here understood may order anything, so it is looked at by somebody who does. */
function unclear(scan: Scan, given: Circumstances): Asked[] {
  const [first] = scan.unclear
  if (first === undefined) return []
  return [
    {
      decision: given.approved || given.allowlisted ? 'allow' : 'review',
      code: 'not_understood',
      severity: 'medium',
      message: 'Part of the text may be an order, and its words are not known here: it was not judged.',
      path: '/action',
      evidence: { matched: clip(first), clauses: scan.unclear.length },
      next: 'Have somebody who understands it look at it, or send the command that would really run.',
    },
  ]
}

type Advice = { never: boolean; approved: boolean; safer: string | null }

function nextStep(decision: Decision, { never, approved, safer }: Advice): string {
  const instead = safer === null ? '' : ` Instead: ${safer.replace(/\.$/, '')}.`
  if (never) return `Do not run this action; nothing lifts this rule.${instead}`
  switch (decision) {
    case 'block':
      return `Do not run this action.${instead}`
    case 'require_confirm':
      if (approved)
        return `Have the human who approved it run it, or confirm it once more: the approval takes only one step off.${instead}`
      return `Ask a human to confirm this exact action, then call again with approved=true.${instead}`
    case 'review':
      return `Have the action reviewed before it runs.${instead}`
    case 'allow':
      return 'Run the action.'
  }
}

function checksOf(
  input: DestructiveInput,
  scan: Scan,
  dialect: Dialect,
  given: Circumstances,
  isRehearsal: boolean,
): Check[] {
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
  const bad = scan.findings.some(({ severity }) => severity !== 'low')
  return [
    {
      id: 'parse',
      status: isUnderstood(scan) ? 'pass' : 'warn',
      detail: `${scan.unclear.length > 0 ? 'Not understood in part: no harmless meaning is assumed. ' : ''}Read as ${dialect}: ${count(scan.segments.length, 'segment')}, ${count(scan.opaque.length, 'part')} that cannot be read.`,
    },
    {
      id: 'rules',
      status: bad ? 'fail' : scan.findings.length > 0 ? 'warn' : 'pass',
      detail: `${count(scan.findings.length, 'finding')} by ${ruleset}.`,
    },
    environmentCheck(input, given),
    dryRunCheck(given, isRehearsal),
    input.allowlist === undefined
      ? { id: 'allowlist', status: 'skipped', detail: 'allowlist was not given.' }
      : {
          id: 'allowlist',
          status: given.allowlisted ? 'pass' : 'warn',
          detail: given.allowlisted
            ? 'An entry permits the whole action; the never-list still holds.'
            : 'No entry permits the whole action.',
        },
    {
      id: 'approval',
      status: given.approved ? 'pass' : 'skipped',
      detail: given.approved ? 'A human approved this action: one step less is asked for.' : 'approved was not given.',
    },
    toolCheck(input, scan),
  ]
}

function environmentCheck(input: DestructiveInput, given: Circumstances): Check {
  if (input.environment === undefined)
    return { id: 'environment', status: 'warn', detail: 'environment was not given; treated as production.' }
  if (given.namesProduction)
    return {
      id: 'environment',
      status: 'warn',
      detail: `environment says ${input.environment}, but the action names production: nothing of medium severity or worse is allowed unseen.`,
    }
  return { id: 'environment', status: 'pass', detail: `Judged as ${input.environment}.` }
}

function dryRunCheck(given: Circumstances, isRehearsal: boolean): Check {
  if (isRehearsal)
    return { id: 'dry_run', status: 'pass', detail: 'The command itself carries a flag that makes it a rehearsal.' }
  if (given.claimsDryRun)
    return {
      id: 'dry_run',
      status: 'warn',
      detail:
        'dry_run was claimed, but the command has no flag that makes it so; the decision is review at best for whatever destroys.',
    }
  return { id: 'dry_run', status: 'skipped', detail: 'dry_run was not given, and the command has no such flag.' }
}

function toolCheck(input: DestructiveInput, scan: Scan): Check {
  if (input.tool_name === undefined) return { id: 'tool_name', status: 'skipped', detail: 'tool_name was not given.' }
  const named = scan.findings.some(({ rule_id }) => rule_id.startsWith('tool.destructive-'))
  return {
    id: 'tool_name',
    status: named ? 'fail' : 'pass',
    detail: named ? 'The tool says of itself that it destroys.' : 'The name of the tool says nothing destructive.',
  }
}

const production = /(?:^|[^a-z0-9])(?:prod|prd|production|live)(?:$|[^a-z0-9])/i
const namesProduction = ({ action, target }: DestructiveInput) => production.test(`${action} ${target ?? ''}`)

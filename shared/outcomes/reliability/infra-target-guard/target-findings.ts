import type { Check, Finding } from '#shared/engines/guard/verdict.ts'
import { canonicalHost } from './network-place.ts'
import type { Target } from './find-targets.ts'
import type { TargetEnvironment, TargetVerdict } from './target-verdict.ts'

export const expectedFields = ['account_id', 'region', 'project', 'cluster', 'namespace', 'host'] as const

export type Expected = Partial<Record<(typeof expectedFields)[number], string | undefined>> & {
  /** Which environment an account or a project belongs to. */
  accounts?: Readonly<Record<string, 'production' | 'staging' | 'dev'>> | undefined
  projects?: Readonly<Record<string, 'production' | 'staging' | 'dev'>> | undefined
}

type Inferred = { environment: TargetEnvironment; why: string }

const danger: readonly TargetEnvironment[] = ['unknown', 'dev', 'staging', 'production']

/** The caller's map of accounts and projects decides; else the most dangerous environment that a used name speaks of. */
export function inferEnvironment(resolved: readonly Target[], expected: Expected | undefined): Inferred {
  const mapped = resolved.flatMap(({ account }) => {
    const environment =
      account === null ? undefined : (own(expected?.accounts, account) ?? own(expected?.projects, account))
    return environment === undefined ? [] : [{ environment, why: `the map of accounts: ${account}` }]
  })
  const named = resolved
    .filter(({ confidence }) => confidence >= 0.3)
    .map(({ environment_guess, value, evidence }) => ({
      environment: environment_guess,
      why: `${value.slice(0, 100)} (${evidence})`,
    }))
  return (mapped.length > 0 ? mapped : named).reduce<Inferred>(
    (worst, one) => (danger.indexOf(one.environment) > danger.indexOf(worst.environment) ? one : worst),
    { environment: 'unknown', why: 'nothing that names one' },
  )
}

const own = <T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined

/** What speaks against the operation because of the environment it reaches. */
export function environmentFindings(
  declared: 'production' | 'staging' | 'dev' | undefined,
  { environment, why }: Inferred,
  readOnly: boolean,
): Finding[] {
  const evidence = { declared: declared ?? null, inferred: environment, why }
  if (environment === 'unknown') {
    if (readOnly) return []
    const message = 'Nothing tells which environment this write would reach.'
    return [
      {
        decision: 'require_confirm',
        code: 'environment_unknown',
        message,
        path: '/action',
        evidence,
        next: 'Name the target outright (context, profile, project or host), then call again.',
      },
    ]
  }
  if (declared === environment) return []
  if (declared === undefined) {
    if (readOnly || environment !== 'production') return []
    const message = 'The operation writes to production, and no environment was declared.'
    return [
      {
        decision: 'require_confirm',
        code: 'production_undeclared',
        message,
        path: '/environment',
        evidence,
        next: 'Declare environment=production if that is meant; else change the target.',
      },
    ]
  }
  const reaches = environment === 'production'
  return [
    {
      decision: readOnly || !reaches ? 'review' : 'block',
      severity: reaches ? (readOnly ? 'medium' : 'critical') : 'medium',
      code: 'environment_mismatch',
      message: `Declared ${declared}, but the operation points at ${environment}: ${why}.`,
      path: '/environment',
      evidence,
      next: `Point the operation at ${declared}, or declare ${environment} if that is meant.`,
    },
  ]
}

/** Compares what was found with what the caller expects, field by field. */
export function expectedFindings(
  resolved: readonly Target[],
  expected: Expected | undefined,
  readOnly: boolean,
): { findings: Finding[]; checks: Check[]; mismatches: TargetVerdict['mismatches'] } {
  const findings: Finding[] = []
  const checks: Check[] = []
  const mismatches: TargetVerdict['mismatches'] = []
  for (const field of expectedFields) {
    const wanted = expected?.[field]
    if (wanted === undefined) continue
    const actual = [...new Set(resolved.flatMap((target) => actualOf(target, field)))]
    const wrong = actual.filter((value) => !isSame(field, value, wanted))
    const id = `expected_${field}`
    if (actual.length === 0) {
      checks.push({ id, status: 'warn', detail: `expected ${wanted}; the operation does not say` })
      if (!readOnly)
        findings.push({
          decision: 'review',
          code: 'expected_unverified',
          message: `Nothing shows whether ${field} is ${wanted.slice(0, 200)}.`,
          path: `/expected/${field}`,
          next: `Name ${field} in the action or the context, then call again.`,
        })
      continue
    }
    checks.push({
      id,
      status: wrong.length > 0 ? 'fail' : 'pass',
      detail: `expected ${wanted}, found ${actual.slice(0, 5).join(', ')}`,
    })
    for (const value of wrong.slice(0, 10)) {
      mismatches.push({ field, expected: wanted, actual: value, severity: 'high' })
      findings.push({
        decision: 'block',
        code: `${field.replace('_id', '')}_mismatch`,
        message: `${field} is ${value}, not ${wanted}.`,
        path: `/expected/${field}`,
        evidence: { expected: wanted, actual: value },
        next: `Switch to ${field} ${wanted}, then call again.`,
      })
    }
  }
  if (checks.length === 0) checks.push({ id: 'expected', status: 'skipped', detail: 'expected was not given' })
  return { findings, checks, mismatches }
}

function actualOf(target: Target, field: (typeof expectedFields)[number]): string[] {
  if (field === 'account_id') return target.account === null || target.field === 'project' ? [] : [target.account]
  if (field === 'region') return target.region === null ? [] : [target.region]
  if (field === 'project') return target.field === 'project' && target.account !== null ? [target.account] : []
  return target.field === field ? [target.value] : []
}

const isSame = (field: string, actual: string, wanted: string) =>
  field === 'host' ? actual === canonicalHost(wanted) : actual.toLowerCase() === wanted.toLowerCase()

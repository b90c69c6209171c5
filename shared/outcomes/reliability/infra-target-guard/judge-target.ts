import { fitsParts } from '#shared/lib/fits-parts.ts'
import { scanAction } from '#shared/engines/destructive/scan-action.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import { conclude } from '#shared/engines/guard/verdict.ts'
import type { Check, Finding } from '#shared/engines/guard/verdict.ts'
import { findTargets } from './find-targets.ts'
import type { Target } from './find-targets.ts'
import { baseName, fieldTargets, flagTargets } from './flag-targets.ts'
import { networkPlace } from './network-place.ts'
import { readsOnly } from './reads-only.ts'
import { redactTarget } from './redact-target.ts'
import { environmentFindings, expectedFindings, inferEnvironment } from './target-findings.ts'
import type { Expected } from './target-findings.ts'
import type { TargetVerdict } from './target-verdict.ts'
import { contextFields, targetRuleset, toolFamilies } from './target.rules.ts'
import { environmentOf } from './environment-name.ts'
import { namedTarget } from './find-targets.ts'

export type TargetQuestion = {
  action: string
  target?: string | undefined
  environment?: 'production' | 'staging' | 'dev' | undefined
  context?: Readonly<Record<string, unknown>> | undefined
  expected?: Expected | undefined
  protected?: readonly string[] | undefined
  allowlist?: readonly string[] | undefined
  freeze_windows?: readonly { from: string | number; to: string | number; reason?: string | undefined }[] | undefined
}

/** Finds out what an operation points at and whether that is what its caller believes. `now` is Unix milliseconds. */
export function judgeTarget(question: TargetQuestion, now: number): TargetVerdict {
  const action = redactTarget(question.action)
  const target = question.target === undefined ? undefined : redactTarget(question.target)
  const { scan } = scanAction({ action })
  const readOnly = readsOnly(scan, action)
  const resolved = resolve(
    question,
    action,
    target,
    scan.segments.map(({ argv }) => argv),
  )
  const places = resolved.map(({ value, kind }) =>
    kind === 'host' || kind === 'ip' ? networkPlace(value.includes(':') ? `[${value}]` : value) : 'name',
  )
  const metadata = resolved[places.indexOf('metadata')]
  const inferred = inferEnvironment(resolved, question.expected)
  const expected = expectedFindings(resolved, question.expected, readOnly)
  const names = [...new Set([...resolved.map(({ value }) => value), ...(target === undefined ? [] : [target])])]
  const touched = hit(question.protected, [...names, action, ...scan.segments.flatMap(({ argv }) => argv)])
  const strangers =
    question.allowlist === undefined ? [] : names.filter((name) => hit(question.allowlist, [name]) === null)
  const freeze =
    question.freeze_windows?.findIndex(
      ({ from, to }) => (instantOf(from) ?? Infinity) <= now && now < (instantOf(to) ?? -Infinity),
    ) ?? -1

  const findings: Finding[] = [...environmentFindings(question.environment, inferred, readOnly), ...expected.findings]
  if (metadata !== undefined)
    findings.push({
      decision: 'block',
      severity: 'critical',
      code: 'metadata',
      message: `${metadata.value} hands out the credentials of the machine it is asked from.`,
      path: '/action',
      next: 'Do not send this request; use the credentials you were given.',
    })
  if (touched !== null)
    findings.push({
      decision: 'block',
      code: 'protected',
      message: `The operation touches ${touched.name.slice(0, 200)}, which is protected by ${touched.glob.slice(0, 200)}.`,
      path: `/protected/${touched.index}`,
      next: 'Leave the protected target alone; choose another one.',
    })
  if (strangers.length > 0)
    findings.push({
      decision: readOnly ? 'review' : 'require_confirm',
      code: 'not_allowlisted',
      message: `${strangers.length} target(s) are not on the allowlist: ${strangers.slice(0, 3).join(', ').slice(0, 300)}.`,
      path: '/allowlist',
      evidence: { targets: strangers.slice(0, 20) },
      next: 'Point the operation at an allowed target, or have this one confirmed.',
    })
  if (freeze >= 0 && !readOnly)
    findings.push({
      decision: 'require_confirm',
      code: 'freeze',
      message: `A freeze is in force until ${String(question.freeze_windows?.[freeze]?.to)}${question.freeze_windows?.[freeze]?.reason === undefined ? '' : `: ${question.freeze_windows[freeze].reason.slice(0, 300)}`}.`,
      path: `/freeze_windows/${freeze}`,
      next: 'Wait until the freeze ends, or have a human confirm the exception.',
    })

  return {
    ...conclude({
      input: question,
      ruleset: targetRuleset,
      findings,
      checks: checks(),
      proceed: 'Run the operation against exactly these targets.',
    }),
    resolved: resolved.map(({ kind, value, environment_guess, confidence, evidence, account, region }) => ({
      kind,
      value,
      environment_guess,
      confidence,
      evidence,
      account,
      region,
    })),
    environment_declared: question.environment ?? null,
    environment_inferred: inferred.environment,
    mismatches: expected.mismatches,
    read_only: readOnly,
    private_or_metadata: places.some((place) => place === 'metadata' || place === 'private' || place === 'loopback'),
    redacted_target: target ?? resolved[0]?.value ?? '',
  }

  function checks(): Check[] {
    const skipped = (id: string): Check => ({ id, status: 'skipped', detail: `${id} was not given` })
    const failed = (id: string, bad: boolean, detail: string): Check => ({ id, status: bad ? 'fail' : 'pass', detail })
    return [
      {
        id: 'targets',
        status: resolved.length > 0 ? 'pass' : 'warn',
        detail: `${resolved.length} target(s) found; the action ${readOnly ? 'only reads' : 'may write'}`,
      },
      {
        id: 'environment',
        status:
          inferred.environment === 'unknown'
            ? 'warn'
            : question.environment === undefined || question.environment === inferred.environment
              ? 'pass'
              : 'fail',
        detail: `declared ${question.environment ?? 'none'}, inferred ${inferred.environment} from ${inferred.why}`,
      },
      ...expected.checks,
      failed(
        'metadata',
        metadata !== undefined,
        metadata === undefined ? 'no address of a metadata service' : metadata.value,
      ),
      question.protected === undefined
        ? skipped('protected')
        : failed('protected', touched !== null, touched === null ? 'nothing protected is touched' : touched.glob),
      question.allowlist === undefined
        ? skipped('allowlist')
        : failed('allowlist', strangers.length > 0, `${strangers.length} target(s) are not on it`),
      question.freeze_windows === undefined
        ? skipped('freeze_windows')
        : failed('freeze_windows', freeze >= 0, freeze < 0 ? 'no freeze is in force' : `window ${freeze} is in force`),
    ]
  }
}

/** Targets of the action and the target input first; of the context only what nothing in the action overrules. */
function resolve(
  question: TargetQuestion,
  action: string,
  target: string | undefined,
  commands: readonly (readonly string[])[],
): Target[] {
  const { targets: flagged, fields } = flagTargets(commands, action)
  const found = [...flagged, ...findTargets(action, 'the action')]
  if (target !== undefined) {
    const shaped = findTargets(target, 'target')
    found.push(...(shaped.length > 0 ? shaped : [namedTarget('name', target, 'target')]))
  }
  const families = new Set(commands.flatMap((argv) => toolFamilies[baseName(argv[0])] ?? []))
  for (const rule of contextFields) {
    const value =
      question.context !== undefined && Object.hasOwn(question.context, rule.field)
        ? question.context[rule.field]
        : undefined
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '' || fields.has(rule.field)) continue
    const isUsed = families.size === 0 || families.has(rule.kind) || rule.field === 'hostname'
    const read = fieldTargets(rule, redactTarget(String(value)).slice(0, 2_000), `context.${rule.field}`)
    found.push(
      ...(isUsed
        ? read
        : read.map((one) => ({
            ...one,
            confidence: Math.min(one.confidence, 0.1),
            evidence: `${one.evidence}; this action does not use it`,
          }))),
    )
  }
  if (found.length === 0) {
    const { word } = environmentOf(action)
    if (word !== null)
      found.push({ ...namedTarget('name', action.slice(0, 200), 'the words of the action'), confidence: 0.5 })
  }
  const seen = new Set<string>()
  return found.filter(({ kind, value, field }) => {
    const key = `${kind} ${value} ${field}`
    return seen.size < 200 && !seen.has(key) && seen.add(key)
  })
}

/** The first glob (`*` is any run of characters, case does not matter) that fits a whole name. */
function hit(
  globs: readonly string[] | undefined,
  names: readonly string[],
): { glob: string; name: string; index: number } | null {
  for (const [index, glob] of (globs ?? []).entries()) {
    const name = names.find((one) => fitsParts(glob.toLowerCase().split('*'), one.toLowerCase()))
    if (name !== undefined) return { glob, name, index }
  }
  return null
}

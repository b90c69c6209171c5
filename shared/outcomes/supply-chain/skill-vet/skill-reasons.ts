import type { Check, Decision, Finding, Severity } from '#shared/engines/guard/verdict.ts'
import type { Manifest } from '#shared/engines/skill/read-manifest.ts'
import type { SkillFile } from './skill-file.ts'
import type { SkillFinding, SkillVerdict, SkillInput } from '#shared/engines/skill/skill-verdict.ts'

/** What a finding asks for under a policy; a high one alone may be a mistake, two that agree are not. */
function decisionOf(severity: Severity, policy: NonNullable<SkillInput['policy']>, highs: number): Decision {
  if (severity === 'critical') return 'block'
  if (severity === 'high') return policy === 'strict' || (policy === 'balanced' && highs >= 2) ? 'block' : 'review'
  return severity === 'medium' && policy !== 'permissive' ? 'review' : 'allow'
}

export function skillReasons(
  findings: readonly SkillFinding[],
  manifest: Manifest,
  policy: NonNullable<SkillInput['policy']>,
): Finding[] {
  const byRule = new Map<string, SkillFinding[]>()
  for (const one of findings) {
    const same = byRule.get(one.rule_id)
    if (same === undefined) byRule.set(one.rule_id, [one])
    else same.push(one)
  }
  const highs = new Set(
    findings
      .filter(({ severity, category }) => severity === 'high' && category !== 'hardcoded_secret')
      .map(({ rule_id }) => rule_id),
  ).size
  const found = [...byRule].slice(0, 50).map(([rule, all]): Finding => {
    const [first] = all
    const severity = first?.severity ?? 'info'
    return {
      decision: decisionOf(severity, policy, highs),
      code: `${first?.category ?? ''}.${rule}`,
      severity,
      message: `${first?.why ?? ''}${all.length > 1 ? ` (${all.length} places)` : ''}`,
      path: '/files',
      evidence: all.slice(0, 5).map(({ path, line, excerpt }) => ({ path, line, excerpt })),
      next: first?.fix,
    }
  })
  if (manifest.errors.length > 0)
    found.push({
      decision: 'review',
      code: 'manifest',
      severity: 'low',
      message: `The manifest breaks the specification: ${manifest.errors.slice(0, 3).join(' ')}`,
      path: '/skill_md',
      evidence: manifest.errors,
      next: 'Correct the front matter of SKILL.md.',
    })
  return found
}

export function skillChecks(
  files: readonly SkillFile[],
  findings: readonly SkillFinding[],
  manifest: Manifest,
  { undeclared, declared }: SkillVerdict['capabilities'],
): Check[] {
  const of = (...categories: SkillFinding['category'][]) =>
    findings.filter(
      ({ category, severity }) => categories.includes(category) && severity !== 'low' && severity !== 'info',
    ).length
  const check = (id: string, ...categories: SkillFinding['category'][]): Check => ({
    id,
    status: of(...categories) > 0 ? 'fail' : 'pass',
    detail: `${of(...categories)} found.`,
  })
  const opaque = files.filter(({ isAnalyzable }) => !isAnalyzable).length
  return [
    {
      id: 'manifest',
      status: manifest.errors.length > 0 ? 'warn' : 'pass',
      detail: manifest.errors[0] ?? 'The front matter follows the specification.',
    },
    check('instructions', 'prompt_injection', 'social_engineering', 'hidden_content'),
    check('code', 'command_execution', 'data_exfiltration', 'obfuscation', 'persistence', 'resource_abuse'),
    check('dependencies', 'supply_chain'),
    check('secrets', 'hardcoded_secret'),
    declared.length === 0
      ? { id: 'capabilities', status: 'skipped', detail: 'No tools or permissions were declared.' }
      : {
          id: 'capabilities',
          status: undeclared.length > 0 ? 'fail' : 'pass',
          detail: undeclared.length > 0 ? `Not declared: ${undeclared.join(', ')}.` : 'The code does what is declared.',
        },
    {
      id: 'analyzability',
      status: opaque > 0 ? 'warn' : 'pass',
      detail: `${files.length - opaque} of ${files.length} files could be read.`,
    },
  ]
}

export function reasonOf(decision: Decision, findings: readonly SkillFinding[], manifest: Manifest): string {
  const [worst] = findings
  if (decision === 'allow') return 'No known pattern was found.'
  if (worst === undefined || worst.severity === 'low') return manifest.errors[0] ?? 'Some details deserve a look.'
  return `${worst.why} (${worst.path}${worst.line > 0 ? `:${worst.line}` : ''})`
}

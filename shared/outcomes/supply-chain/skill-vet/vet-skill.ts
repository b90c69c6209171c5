import { conclude, severities, type Severity } from '#shared/engines/guard/verdict.ts'
import { maskSecrets } from '#shared/engines/secrets/mask-secrets.ts'
import { archiveFindings } from './archive-entries.ts'
import { capabilitiesOf, overreach } from './compare-declared.ts'
import { dependencyFindings } from './dependencies.ts'
import { networkHosts } from './network-hosts.ts'
import { readManifest } from '#shared/engines/skill/read-manifest.ts'
import { skillRuleset } from './rules/skill.rules.ts'
import { scanFile } from './scan-file.ts'
import { readSkillFile, type SkillFile } from './skill-file.ts'
import { skillReasons, skillChecks, reasonOf } from './skill-reasons.ts'
import type { SkillFinding, SkillVerdict, SkillInput } from '#shared/engines/skill/skill-verdict.ts'
import { taintFindings } from './taint.ts'

const MAX_FINDINGS = 500

const weights: Record<Severity, number> = { info: 0, low: 2, medium: 8, high: 20, critical: 50 }

/** Vets a skill by its text alone; nothing of it is run. */
export async function vetSkill(input: SkillInput): Promise<SkillVerdict> {
  const files = (input.files ?? [{ path: 'SKILL.md', content: input.skill_md ?? '' }]).map(readSkillFile)
  const main = files.find(({ path }) => /(?:^|\/)SKILL\.md$/i.test(path)) ?? (files.length === 1 ? files[0] : undefined)
  const manifest = readManifest(main?.text ?? '')
  if (main === undefined) manifest.errors.unshift('There is no SKILL.md.')
  const { contacts, findings: byHost } = networkHosts(files)
  const capabilities = capabilitiesOf(files, manifest, input.declared)
  const all = [
    ...files.flatMap((file) => [...scanFile(file), ...archiveFindings(file), ...unreadable(file)]),
    ...(await Promise.all(files.map(dependencyFindings))).flat(),
    ...taintFindings(files),
    ...byHost,
    ...overreach(capabilities, main?.path ?? 'SKILL.md', manifest),
  ]
  const findings = once(all).sort(
    (a, b) =>
      severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
  )
  const policy = input.policy ?? 'balanced'
  const verdict = conclude({
    input,
    ruleset: skillRuleset,
    findings: skillReasons(findings, manifest, policy),
    checks: skillChecks(files, findings, manifest, capabilities),
    proceed: 'No known pattern was found; run the skill with the least permissions it needs.',
  })
  const score = Math.max(
    0,
    100 - findings.reduce((sum, { severity }) => sum + weights[severity], 0) - manifest.errors.length * 5,
  )
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return {
    ...verdict,
    manifest: {
      name: manifest.name,
      description: manifest.description === null ? null : maskSecrets(manifest.description),
      allowed_tools: manifest.allowed_tools,
      license: manifest.license,
      errors: manifest.errors,
    },
    findings: findings.slice(0, MAX_FINDINGS),
    capabilities,
    network: contacts,
    downloads_and_runs: findings
      .filter(({ rule_id }) => /^exec\.(?:pipe|decode|eval-fetched|remote)/.test(rule_id))
      .map(({ path, line, excerpt }) => ({ path, line, what: excerpt })),
    files: files.map(({ path, kind, bytes, sha256, isAnalyzable }) => ({
      path,
      type: kind,
      size: bytes.length,
      sha256,
      analyzable: isAnalyzable,
    })),
    analyzability:
      size === 0
        ? 1
        : Math.round(
            (files.filter(({ isAnalyzable }) => isAnalyzable).reduce((sum, { bytes }) => sum + bytes.length, 0) /
              size) *
              1_000,
          ) / 1_000,
    verdict_reason: reasonOf(verdict.decision, findings, manifest),
    grade: findings.some(({ severity }) => severity === 'critical')
      ? 'F'
      : score >= 90
        ? 'A'
        : score >= 75
          ? 'B'
          : score >= 60
            ? 'C'
            : score >= 40
              ? 'D'
              : 'F',
  }
}

/** Removes duplicates: one finding per rule and line. */
const once = (findings: readonly SkillFinding[]): SkillFinding[] => [
  ...new Map(findings.map((one) => [`${one.rule_id} ${one.path} ${one.line}`, one])).values(),
]

function unreadable(file: SkillFile): SkillFinding[] {
  if (file.isAnalyzable || file.kind === 'archive' || file.bytes.length <= 1_024) return []
  const isProgram = /^(?:\x7fELF|MZ|\xca\xfe\xba\xbe|\xcf\xfa\xed\xfe|\xfe\xed\xfa)/.test(
    file.bytes.subarray(0, 4).toString('latin1'),
  )
  if (!isProgram && /\.(?:png|jpe?g|gif|webp|ico|pdf|woff2?|ttf|otf|mp[34]|wav|svg)$/i.test(file.path)) return []
  return [
    {
      rule_id: isProgram ? 'binary.program' : 'binary.unreadable',
      category: 'hidden_content',
      severity: isProgram ? 'high' : 'medium',
      path: file.path,
      line: 0,
      excerpt: `${file.bytes.length} bytes`,
      why: isProgram ? 'A compiled program cannot be read.' : 'The file cannot be read, so nothing is known of it.',
      fix: 'Ask for the source, or leave the file out.',
    },
  ]
}

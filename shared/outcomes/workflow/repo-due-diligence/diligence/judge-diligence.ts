import { conclude, type Finding } from '#shared/engines/guard/verdict.ts'
import { sayProblem } from '#shared/engines/sources/part.ts'

import { dependenciesOf, licensesOf } from './dependencies-and-licenses.ts'
import type { DiligenceFacts } from './diligence-facts.ts'
import { avoidBecause, conditionsOf } from './diligence-findings.ts'
import type { Diligence } from './diligence-report.ts'
import { judgePackage } from './judge-package.ts'
import { activityOf, maintainersOf, openIssuesOf, provenanceOf } from './people-and-activity.ts'
import { sbomOf } from './sbom.ts'

export const DILIGENCE_RULESET = 'repo-due-diligence/2026-11-20'
const MOST_VULNERABILITIES = 200

/** Judges everything that was gathered. What is not known speaks neither for nor against, and never lets a repository pass. */
export async function judgeDiligence(facts: DiligenceFacts, input: unknown): Promise<Omit<Diligence, 'steps'>> {
  const { inventory, safety, advisories } = facts
  const pack = await judgePackage(facts)
  const licenses = licensesOf(facts)
  const dependencies = dependenciesOf(facts)
  const maintainers = maintainersOf(facts)
  const activity = activityOf(facts)
  const vulnerabilities = advisories.value?.vulnerabilities ?? []
  const hasVersions = inventory.locked.length > 0 || facts.approximate
  const isUnchecked = hasVersions && advisories.value === null
  const findings: Finding[] = [
    ...avoidBecause(facts, licenses.repo),
    ...vulnerabilities
      .filter(({ id, dev }) => !id.startsWith('MAL-') && dev !== true)
      .filter(({ severity }) => severity === 'critical' || severity === 'high')
      .slice(0, 20)
      .map((one): Finding => ({
        decision: 'review',
        severity: one.severity === 'critical' ? 'critical' : 'high',
        code: 'known_vulnerability',
        message: `${one.package} ${one.version}: ${one.id}${one.fixedIn === null ? ', without a fix' : `, fixed in ${one.fixedIn}`}.`,
        evidence: { id: one.id, fixed_in: one.fixedIn },
        next:
          one.fixedIn === null
            ? `Replace ${one.package}, or show that its hole cannot be reached.`
            : `Update ${one.package} to ${one.fixedIn}.`,
      })),
    ...pack.findings,
    ...licenses.conflicts.slice(0, 10).map((one): Finding => ({
      decision: 'review',
      severity: 'high',
      code: 'license_conflict',
      message: `${one.package}: ${one.why}.`,
      next: `Replace ${one.package}, or accept its licence for the whole.`,
    })),
    ...safety.indicators
      .filter(({ severity }) => severity === 'high')
      .slice(0, 10)
      .map(({ code, message, path }): Finding => ({
        decision: 'review',
        severity: 'high',
        code,
        message: `${message} (${path})`,
        next: 'Read the named place.',
      })),
    ...conditionsOf(facts, maintainers.bus_factor, maintainers.account_age_flags),
    ...(isUnchecked
      ? [
          {
            decision: 'review' as const,
            severity: 'medium' as const,
            code: 'vulnerabilities_unknown',
            message: 'OSV did not answer, so known vulnerabilities were not checked.',
            next: 'Ask again before you adopt it.',
          },
        ]
      : []),
  ]
  const verdict = conclude({
    input,
    ruleset: DILIGENCE_RULESET,
    findings,
    checks: checksOf(facts, {
      vulnerabilities: vulnerabilities.length,
      license: licenses.repo,
      isUnchecked,
      hasVersions,
    }),
    proceed: 'Adopt it, pinned to the version that was looked at.',
  })
  const word =
    verdict.decision === 'block'
      ? ('avoid' as const)
      : verdict.decision === 'allow'
        ? ('adopt' as const)
        : ('adopt_with_conditions' as const)
  const conditions = findings
    .filter(({ decision, next }) => decision === 'review' && next !== undefined)
    .map(({ code, next, severity }) => ({ code, action: next ?? '', severity: severity ?? ('low' as const) }))
  return {
    source: inventory.source,
    as_of: inventory.source.fetched_at,
    ...verdict,
    verdict: word,
    summary: summaryOf(facts, word, { vulnerabilities: vulnerabilities.length, isUnchecked, license: licenses.repo }),
    safety,
    dependencies,
    vulnerabilities: vulnerabilities.slice(0, MOST_VULNERABILITIES).map((one) => ({
      id: one.id,
      aliases: [...one.aliases],
      package: one.package,
      ecosystem: one.ecosystem,
      version: one.version,
      severity: one.severity,
      cvss: one.score,
      summary: one.summary,
      fixed_in: one.fixedIn,
      dev: one.dev,
      path: inventory.locked.find(({ name, version }) => name === one.package && version === one.version)?.path ?? null,
      reachable: 'unknown' as const,
    })),
    licenses,
    maintainers,
    activity,
    package: pack.report,
    provenance: provenanceOf(facts),
    sbom: sbomOf(facts),
    conditions: [...new Map(conditions.map((one) => [one.action, one])).values()],
    unknowns: unknownsOf(facts, pack.unknowns, isUnchecked),
    sources: facts.sources.map((line, place) => ({ n: place + 1, ...line })),
  }
}

type Seen = { vulnerabilities: number; license: string | null; isUnchecked: boolean; hasVersions: boolean }

function checksOf(facts: DiligenceFacts, { vulnerabilities, license, isUnchecked, hasVersions }: Seen) {
  const { safety, package: pack, year } = facts
  const record = pack?.record.value ?? null
  const status = { allow: 'pass', review: 'warn', block: 'fail' } as const
  return [
    { id: 'repo_safety', status: status[safety.decision], detail: `score ${safety.score}, grade ${safety.grade}` },
    {
      id: 'vulnerabilities',
      status:
        isUnchecked || !hasVersions
          ? ('skipped' as const)
          : vulnerabilities === 0
            ? ('pass' as const)
            : ('fail' as const),
      detail: isUnchecked
        ? 'OSV did not answer'
        : hasVersions
          ? `${vulnerabilities} advisories`
          : 'no versions are known',
    },
    { id: 'license', status: license === null ? ('fail' as const) : ('pass' as const), detail: license ?? 'none' },
    {
      id: 'package',
      status: record === null ? ('skipped' as const) : ('pass' as const),
      detail: record === null ? 'no package was read' : `${record.name} ${record.latest ?? ''}`.trim(),
    },
    {
      id: 'history',
      status: year.value === null ? ('skipped' as const) : ('pass' as const),
      detail: year.value === null ? 'the commits of a year could not be read' : `${year.value.length} commits read`,
    },
  ]
}

function summaryOf(
  { inventory, safety, approximate }: DiligenceFacts,
  word: Diligence['verdict'],
  seen: Omit<Seen, 'hasVersions'>,
): string {
  const { info, ref } = inventory
  const words = {
    adopt: 'can be adopted',
    adopt_with_conditions: 'can be adopted under conditions',
    avoid: 'should be avoided',
  }
  const advisories = seen.isUnchecked
    ? 'known vulnerabilities could not be checked'
    : `${seen.vulnerabilities} known vulnerabilities were found${approximate ? ' for the latest versions of its dependencies' : ''}`
  const pushed = info.pushedAt === null ? 'at an unknown time' : `on ${info.pushedAt.slice(0, 10)}`
  return `${ref.owner}/${ref.name} ${words[word]}: its safety score is ${safety.score} of 100 (${safety.grade}). It was last pushed to ${pushed}, under ${seen.license ?? 'no licence'}. Of its dependencies, ${advisories}.`
}

function unknownsOf(facts: DiligenceFacts, more: readonly string[], isUnchecked: boolean): string[] {
  const { safety, inventory, year, issues, comments, directProblem, directLeft, package: pack } = facts
  const parts = {
    'commits of a year': year,
    issues,
    'issue comments': comments,
    'dependency graph': pack?.graph ?? { problem: null },
  }
  return [
    ...(isUnchecked ? [`vulnerabilities: ${sayProblem(facts.advisories.problem ?? 'not asked')}`] : []),
    ...Object.entries(parts).flatMap(([part, { problem }]) =>
      problem === null ? [] : [`${part}: ${sayProblem(problem)}`],
    ),
    ...(year.value !== null && year.value.length >= 100
      ? ['commits: only the newest 100 of the year were read; shares and counts are of those']
      : []),
    ...(openIssuesOf(facts) === null && (inventory.info.openIssues ?? 0) > 0
      ? [
          `activity.open_issues: ${inventory.info.openIssues} together with pull requests, which the host does not tell apart`,
        ]
      : []),
    ...(directProblem === null ? [] : [`dependencies: deps.dev did not answer for all (${sayProblem(directProblem)})`]),
    ...(directLeft > 0 ? [`dependencies: ${directLeft} direct ones were not asked about`] : []),
    ...(inventory.ref.host === 'github' ? [] : [`issues: not read on ${inventory.ref.host}`]),
    ...more,
    ...safety.unknowns.map((line) => `repo-safety: ${line}`),
  ]
}

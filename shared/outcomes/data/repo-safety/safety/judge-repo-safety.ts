import { conclude, type Finding, type Verdict } from '#shared/engines/guard/verdict.ts'

import type { RepoFacts } from '#shared/engines/repo/collect-repo.ts'
import {
  type Category,
  CATEGORY_WEIGHTS,
  categories,
  SAFETY_RULESET,
  safetyChecks,
} from '#shared/engines/repo/safety/safety-checks.rules.ts'
import { safetyFindings } from './safety-findings.ts'

const ARCHIVED_CAP = 69
const CRITICAL_CAP = 39
const GRADES: readonly (readonly [least: number, grade: 'A' | 'B' | 'C' | 'D'])[] = [
  [85, 'A'],
  [70, 'B'],
  [55, 'C'],
  [40, 'D'],
]

type CheckLine = { id: string; status: 'pass' | 'fail' | 'warn' | 'skipped'; detail: string }
type CategoryLine = { score: number | null; weight: number; checks: (CheckLine & { value: number | null })[] }

/** Scores a repository by the published table, and decides. A check that could not run counts as neither good nor bad. */
export function judgeRepoSafety(facts: RepoFacts, input: unknown) {
  const judged = safetyChecks.map(({ id, category, weight, judge }) => ({ id, category, weight, ...judge(facts) }))
  const lines = Object.fromEntries(
    categories.map((category) => {
      const own = judged.filter((check) => check.category === category)
      const checks = own.map(({ id, value, detail }) => ({ id, status: statusOf(value), detail, value }))
      return [category, { score: mean(own), weight: CATEGORY_WEIGHTS[category], checks }]
    }),
    // Safe: one line for each category.
  ) as Record<Category, CategoryLine>
  const known = Object.values(lines)
  const raw = mean(known.map(({ score, weight }) => ({ value: score, weight }))) ?? 0
  const isCritical = facts.indicators?.some(({ severity }) => severity === 'critical') === true
  const score = Math.min(raw, isCritical ? CRITICAL_CAP : 100, facts.info.archived ? ARCHIVED_CAP : 100)
  const findings: Finding[] = safetyFindings(facts, score)
  const verdict: Verdict = conclude({
    input,
    ruleset: SAFETY_RULESET,
    findings,
    checks: known.flatMap(({ checks }) => checks.map(({ id, status, detail }) => ({ id, status, detail }))),
    proceed: 'Use the repository, pinned to the commit that was looked at.',
  })
  return { verdict, score, grade: GRADES.find(([least]) => score >= least)?.[1] ?? ('F' as const), categories: lines }
}

function statusOf(value: number | null): CheckLine['status'] {
  if (value === null) return 'skipped'
  if (value >= 75) return 'pass'
  return value >= 40 ? 'warn' : 'fail'
}

/** Weighted, whole; null where nothing could be judged. */
function mean(parts: readonly { value: number | null; weight: number }[]): number | null {
  const known = parts.flatMap(({ value, weight }) => (value === null ? [] : [{ value, weight }]))
  const weights = known.reduce((sum, { weight }) => sum + weight, 0)
  return weights === 0 ? null : Math.round(known.reduce((sum, { value, weight }) => sum + value * weight, 0) / weights)
}

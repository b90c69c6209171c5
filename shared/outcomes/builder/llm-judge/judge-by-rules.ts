import { type Checks, keepsLimit } from './judge-checks.ts'

type RuleScore = { name: string; score: number; rationale: string; evidence: string | null; supported: boolean }
export type Scored = { index: number; total: number; criteria: RuleScore[] }

const WEIGHTS = { reference_overlap: 0.6, numbers: 0.2, constraints: 0.2 } as const

/**
 * Scores what code can tell: words shared with the reference, its numbers, what the task states as limits. No opinion on
 * anything else. A refusal, and what only gives orders to its judge, has nothing.
 */
export function judgeByRules(task: string, checks: readonly Checks[], isOrder: readonly boolean[]): Scored[] {
  return checks.map((check, index) => {
    const overlap = check.rouge_l_vs_reference ?? 0
    const { numbers_match: numbers } = check
    const limits = [check.json_valid, keepsLimit(task, check.length)].filter((kept) => kept !== null)
    const constraints = limits.length === 0 ? null : limits.filter(Boolean).length / limits.length
    const criteria = [
      { name: 'reference_overlap', score: overlap, rationale: 'ROUGE-L with the reference' },
      { name: 'numbers', score: numbers, rationale: 'share of the numbers of the reference' },
      { name: 'constraints', score: constraints, rationale: 'limits of the task that code can check' },
    ] as const
    const counted = criteria.filter((one) => one.score !== null)
    const weight = counted.reduce((sum, { name }) => sum + WEIGHTS[name], 0)
    const sum = counted.reduce((all, { name, score }) => all + WEIGHTS[name] * (score ?? 0), 0)
    const isNothing = check.refusal || isOrder[index] === true
    return {
      index,
      total: isNothing ? 0 : Math.round((1_000 * sum) / weight) / 1_000,
      criteria: criteria.map(({ name, score, rationale }) => ({
        name,
        score: score ?? 0,
        rationale: score === null ? 'nothing to hold it against' : rationale,
        evidence: null,
        supported: score !== null,
      })),
    }
  })
}

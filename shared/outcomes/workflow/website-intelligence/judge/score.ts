import { CHECKS, type ScoredArea, type Severity } from './checks.rules.ts'
import type { Hit } from './hit.ts'

export type Finding = {
  severity: Severity
  area: ScoredArea
  code: string
  title: string
  evidence: string
  fix: string
  confidence: number
  points: number
}

const RANK: Readonly<Record<Severity, number>> = { critical: 10, high: 6, medium: 3, low: 1, info: 0.2 }

/** What a hit takes off its area's score, to one decimal. */
export const pointsOf = ({ code, share }: Hit): number => Math.round(CHECKS[code].points * share * 10) / 10

/** 100 less what the hits of an area take off, never below 0, as a whole number. */
export function scoreOf(area: ScoredArea, hits: readonly Hit[]): number {
  const lost = hits.filter(({ code }) => CHECKS[code].area === area).reduce((sum, hit) => sum + pointsOf(hit), 0)
  return Math.max(0, Math.round(100 - lost))
}

/** Findings in the order to work on them: by severity times confidence, then by points. */
export function findingsOf(hits: readonly Hit[]): Finding[] {
  return hits
    .map((hit) => {
      const { area, severity, title, fix, confidence } = CHECKS[hit.code]
      return { severity, area, code: hit.code, title, evidence: hit.evidence, fix, confidence, points: pointsOf(hit) }
    })
    .toSorted(
      (a, b) =>
        RANK[b.severity] * b.confidence - RANK[a.severity] * a.confidence ||
        b.points - a.points ||
        (a.code < b.code ? -1 : 1),
    )
}

export type Grade = 'A' | 'B' | 'C' | 'D' | 'F'

/** A from 90, B from 75, C from 60, D from 45, else F: the steps of the http-headers outcome. */
export function gradeOf(score: number): Grade {
  if (score >= 90) return 'A'
  if (score >= 75) return 'B'
  if (score >= 60) return 'C'
  return score >= 45 ? 'D' : 'F'
}

/** How much each area counts in the overall score; areas that could not be judged are left out. */
export const WEIGHTS = { security: 30, seo: 25, performance: 20, ai_readiness: 15, content: 10, domain: 10 } as const

export type Scores = Readonly<Record<ScoredArea | 'overall', number | null>>

export function scoresOf(hits: readonly Hit[], judged: ReadonlySet<ScoredArea>): Scores {
  const scoreIf = (area: ScoredArea) => (judged.has(area) ? scoreOf(area, hits) : null)
  const weight = [...judged].reduce((sum, area) => sum + WEIGHTS[area], 0)
  const sum = [...judged].reduce((total, area) => total + WEIGHTS[area] * scoreOf(area, hits), 0)
  return {
    overall: weight === 0 ? null : Math.round(sum / weight),
    security: scoreIf('security'),
    seo: scoreIf('seo'),
    performance: scoreIf('performance'),
    ai_readiness: scoreIf('ai_readiness'),
    content: scoreIf('content'),
    domain: scoreIf('domain'),
  }
}

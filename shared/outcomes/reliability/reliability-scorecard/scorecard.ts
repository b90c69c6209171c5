import { dimensions } from './scorecard-dimensions.ts'
import type { Dimension, PracticeName } from './scorecard-dimensions.ts'
import { measure, measureDimensions } from './scorecard-measure.ts'
import type { LoggedEvent, Measured, Measurement } from './scorecard-measure.ts'

type Practices = Partial<Record<PracticeName, boolean | null | undefined>>
type Scored = { id: string; score: number | null; basis: 'measured' | 'declared' | 'unknown'; evidence: string }
type Gap = { dimension: string; why_it_matters: string; fix: string; related_slug: string | null }
type Question = { practice: string; dimension: string; weight: number; question: string }

type Scorecard = {
  /** 0 to 100; null when nothing is known. */
  score: number | null
  grade: 'A' | 'B' | 'C' | 'D' | 'F' | null
  dimensions: Scored[]
  top_gaps: Gap[]
  coverage: number
  measured: Measured | null
  questionnaire: Question[] | null
}

/** What a declaration alone is worth: a promise, not a measurement. */
const declaredShare = 0.7
const mostGaps = 5

/** Scores how dependably an agent acts, from what it says of itself and, where there is a log, from what it did. */
export function scoreAgent(practices: Practices, events: readonly LoggedEvent[]): Scorecard {
  const measurements = measureDimensions(events)
  const scored = dimensions.map((dimension) => ({
    dimension,
    ...scoreOf(dimension, measurements[dimension.id], practices),
  }))
  const known = scored.flatMap(({ dimension, score }) => (score === null ? [] : [{ weight: dimension.weight, score }]))
  const weight = known.reduce((sum, part) => sum + part.weight, 0)
  const score =
    weight === 0 ? null : Math.round(known.reduce((sum, part) => sum + part.weight * part.score, 0) / weight)
  return {
    score,
    grade: score === null ? null : gradeOf(score),
    dimensions: scored.map(({ id, score, basis, evidence }) => ({ id, score, basis, evidence })),
    top_gaps: gapsOf(scored),
    coverage: Math.round((known.length / dimensions.length) * 100) / 100,
    measured: events.length === 0 ? null : measure(events),
    questionnaire: known.length === 0 ? questionnaire() : null,
  }
}

function scoreOf({ id, practices }: Dimension, measurement: Measurement | undefined, answers: Practices): Scored {
  const answered = practiceNamesOf(practices).filter((name) => typeof answers[name] === 'boolean')
  const kept = answered.filter((name) => answers[name] === true)
  const declared = `declared: ${kept.length} of ${answered.length} (${answered.map((name) => `${name} ${answers[name]}`).join(', ')})`
  if (measurement !== undefined) {
    const evidence = answered.length === 0 ? measurement.evidence : `${measurement.evidence}; ${declared}`
    return { id, score: measurement.score, basis: 'measured', evidence }
  }
  if (answered.length === 0)
    return { id, score: null, basis: 'unknown', evidence: 'neither declared nor shown by events' }
  return {
    id,
    score: Math.round((100 * declaredShare * kept.length) / answered.length),
    basis: 'declared',
    evidence: declared,
  }
}

/** The costliest shortcomings first; a practice declared in full is no gap, though only a log can show it. */
function gapsOf(scored: readonly (Scored & { dimension: Dimension })[]): Gap[] {
  return scored
    .map(({ dimension, score, basis }) => {
      const full = basis === 'measured' ? 100 : 100 * declaredShare
      return { dimension, lost: score === null ? 0 : dimension.weight * (full - score) }
    })
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, mostGaps)
    .map(({ dimension: { id, why_it_matters, fix, related_slug } }) => ({
      dimension: id,
      why_it_matters,
      fix,
      related_slug,
    }))
}

function gradeOf(score: number): 'A' | 'B' | 'C' | 'D' | 'F' {
  if (score >= 90) return 'A'
  if (score >= 80) return 'B'
  if (score >= 70) return 'C'
  return score >= 60 ? 'D' : 'F'
}

const questionnaire = (): Question[] =>
  dimensions.flatMap(({ id, weight, practices }) =>
    Object.entries(practices).map(([practice, question]) => ({ practice, dimension: id, weight, question })),
  )

// Safe: the keys of a dimension's own table are practice names by its type.
const practiceNamesOf = (practices: Dimension['practices']) => Object.keys(practices) as PracticeName[]

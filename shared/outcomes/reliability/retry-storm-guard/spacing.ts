import type { Attempt } from './attempt-log.ts'
import type { RetryVerdict } from './retry-verdict.ts'

type Spacing = RetryVerdict['spacing']

/** A retry that follows its failure by less than this waited for nothing. */
export const IMMEDIATE_MS = 50

/** How retries are spaced: what law their waits follow, and how much chance is in them. */
export function spacingOf(retries: readonly Attempt[]): Spacing {
  const waits = retries.flatMap(({ gapMs, number }) => (gapMs === null ? [] : [{ gapMs, turn: number }]))
  if (waits.length < 2) {
    return { pattern: 'insufficient', median_ms: waits[0]?.gapMs ?? null, growth: null, jitter_cv: null }
  }
  const middle = median(waits.map(({ gapMs }) => gapMs))
  const pairs = retries.flatMap(({ gapMs, before }) =>
    gapMs === null || before === null || before.gapMs === null || before.gapMs === 0
      ? []
      : [{ ratio: gapMs / before.gapMs, step: gapMs - before.gapMs }],
  )
  const growth = pairs.length === 0 ? null : median(pairs.map(({ ratio }) => ratio))
  const steady = growth === null || growth <= 0 ? 1 : growth
  const cv = variation(waits.map(({ gapMs, turn }) => gapMs / steady ** Math.min(turn - 2, 60)))
  return {
    pattern: patternOf(),
    median_ms: roundTo4(middle),
    growth: growth === null ? null : roundTo4(growth),
    jitter_cv: roundTo4(cv),
  }

  function patternOf(): Spacing['pattern'] {
    if (middle < IMMEDIATE_MS) return 'immediate'
    if (variation(waits.map(({ gapMs }) => gapMs)) < 0.1) return 'constant'
    const steps = pairs.map(({ step }) => step)
    const isLinear =
      retries.some(({ number }) => number > 3) &&
      steps.length > 1 &&
      steps.every((step) => step > 0) &&
      variation(steps) < 0.1
    if (isLinear) return 'linear'
    const grows = growth !== null && growth >= 1.4 && pairs.filter(({ ratio }) => ratio > 1).length > pairs.length * 0.7
    return grows ? 'exponential' : 'random'
  }
}

export const roundTo4 = (value: number) => Math.round(value * 10_000) / 10_000

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}

/** Standard deviation to mean; 0 where the mean is. */
function variation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (!(mean > 0)) return 0
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) / mean
}

import type { DriftFeature } from './drift-verdict.ts'
import { chiSquare, jensenShannon, kolmogorovSmirnov, psiParts, shares } from '#shared/engines/drift/statistics.ts'

/** A feature before it is judged. */
export type Compared = Omit<DriftFeature, 'verdict' | 'name'>

export type Missing = DriftFeature['missing_rate']

const round = (value: number) => Math.round(value * 10_000) / 10_000
/** Tiny p-values keep their size, to four digits. */
const roundP = (value: number) => Number(value.toPrecision(4))
/** Of a baseline that does not vary, or of numbers at the end of the range, no shift can be told. */
const finiteOrNull = (value: number) => (Number.isFinite(value) ? value : null)
const pOf = (test: { p: number } | null) => (test === null ? null : roundP(test.p))
const percent = (share: number) => Math.round(share * 10_000) / 100

/** Compares numbers: PSI and JS over quantile bins of the baseline with open ends, and the two-sample KS test. */
export function compareNumbers(
  baseline: readonly number[],
  current: readonly number[],
  bins: number,
  missing: Missing,
): Compared {
  const before = Float64Array.from(baseline).sort()
  const now = Float64Array.from(current).sort()
  const bounds = boundsOf(before, bins)
  const cells = (values: Float64Array) => {
    const counts = Array.from({ length: bounds.length + 1 }, () => 0)
    let cell = 0
    for (const value of values) {
      while (cell < bounds.length && isBeyond(value, bounds[cell])) cell += 1
      counts[cell] = (counts[cell] ?? 0) + 1
    }
    return counts
  }
  const [a, b] = [cells(before), cells(now)]
  const isBoth = before.length > 0 && now.length > 0
  const { d, p } = isBoth ? kolmogorovSmirnov([...before], [...now]) : { d: 0, p: 1 }
  const { mean, deviation } = moments(before)
  return {
    kind: 'numeric',
    n_baseline: before.length,
    n_current: now.length,
    ...divergence(a, b, (at) => cellName(bounds, at)),
    ks: isBoth ? { d: round(d), p: roundP(p) } : null,
    chi2: null,
    mean_shift: isBoth ? finiteOrNull(round((moments(now).mean - mean) / deviation)) : null,
    missing_rate: missing,
    new_categories: [],
  }
}

type Counts = ReadonlyMap<string, number>

/** Compares categories over the union of both sides. */
export function compareCounts(baseline: Counts, current: Counts, missing: Missing): Compared {
  const names = [...new Set([...baseline.keys(), ...current.keys()])]
  const row = (counts: Counts) => names.map((name) => counts.get(name) ?? 0)
  const [a, b] = [row(baseline), row(current)]
  const chi2 = chiSquare(a, b)
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
  const fresh = names.filter((name) => (baseline.get(name) ?? 0) === 0 && (current.get(name) ?? 0) > 0)
  return {
    kind: 'categorical',
    n_baseline: total(a),
    n_current: total(b),
    ...divergence(a, b, (at) => (names[at] ?? '').slice(0, 200)),
    ks: null,
    chi2: chi2 === null ? null : { stat: round(chi2.stat), p: roundP(chi2.p) },
    mean_shift: null,
    missing_rate: missing,
    new_categories: fresh
      .sort((x, y) => (current.get(y) ?? 0) - (current.get(x) ?? 0))
      .slice(0, 20)
      .map((name) => name.slice(0, 200)),
  }
}

function divergence(a: readonly number[], b: readonly number[], nameOf: (at: number) => string) {
  const parts = psiParts(a, b)
  const [before, now] = [shares(a), shares(b)]
  const worst = parts
    .map((psi, at) => ({ psi, at }))
    .sort((x, y) => y.psi - x.psi)
    .slice(0, 5)
  return {
    psi: round(parts.reduce((sum, part) => sum + part, 0)),
    psi_p: pOf(chiSquare(a, b, 0)),
    js: round(jensenShannon(a, b)),
    top_contributors: worst
      .filter(({ psi }) => psi > 0)
      .map(({ psi, at }) => ({
        bin: nameOf(at),
        baseline_pct: percent(before[at] ?? 0),
        current_pct: percent(now[at] ?? 0),
        psi: round(psi),
      })),
  }
}

/** An end of a bin; what is beyond an inclusive one is greater, what is beyond another is greater or equal. */
type Bound = { value: number; isInclusive: boolean }

const isBeyond = (value: number, bound: Bound | undefined) =>
  bound !== undefined && (bound.isInclusive ? value > bound.value : value >= bound.value)

/** The ends of quantile bins. A value that fills more than a bin has one of its own, so that a shift off it is seen. */
function boundsOf(sorted: Float64Array, bins: number): Bound[] {
  const quantiles = Array.from(
    { length: bins - 1 },
    (_, at) => sorted[Math.ceil(((at + 1) * sorted.length) / bins) - 1] ?? 0,
  )
  const bounds: Bound[] = []
  for (const value of new Set(quantiles)) {
    const isMass = quantiles.indexOf(value) !== quantiles.lastIndexOf(value) || sorted[0] === value
    if (isMass) bounds.push({ value, isInclusive: false })
    bounds.push({ value, isInclusive: true })
  }
  return bounds
}

function cellName(bounds: readonly Bound[], at: number): string {
  const [low, high] = [bounds[at - 1], bounds[at]]
  if (low !== undefined && low.value === high?.value) return `= ${low.value}`
  const from = low === undefined ? '' : `${low.isInclusive ? '> ' : '>= '}${low.value}`
  const to = high === undefined ? '' : `${high.isInclusive ? '<= ' : '< '}${high.value}`
  return [from, to].filter((part) => part !== '').join(' and ') || 'all'
}

function moments(values: Float64Array): { mean: number; deviation: number } {
  if (values.length === 0) return { mean: 0, deviation: 0 }
  // Scaled, so that numbers near the end of the range do not overflow.
  const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  const mean = values.reduce((sum, value) => sum + value / scale, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value / scale - mean) ** 2, 0) / values.length
  return { mean: mean * scale, deviation: Math.sqrt(variance) * scale }
}

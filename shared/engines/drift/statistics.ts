import { logGamma } from '#shared/lib/log-gamma.ts'

/** A share of zero counts as this in PSI; nothing else is smoothed. */
const EMPTY_SHARE = 0.0001

/** Population stability index of each cell, from counts. */
export function psiParts(baseline: readonly number[], current: readonly number[]): number[] {
  const [before, now] = [shares(baseline), shares(current)]
  return before.map((share, at) => {
    const [expected, actual] = [share || EMPTY_SHARE, (now[at] ?? 0) || EMPTY_SHARE]
    return (actual - expected) * Math.log(actual / expected)
  })
}

/** Jensen-Shannon divergence of two rows of counts, in bits: 0 when alike, 1 when nothing is shared. */
export function jensenShannon(baseline: readonly number[], current: readonly number[]): number {
  const [before, now] = [shares(baseline), shares(current)]
  const part = (share: number, middle: number) => (share === 0 ? 0 : share * Math.log2(share / middle))
  const sum = before.reduce((total, share, at) => {
    const other = now[at] ?? 0
    const middle = (share + other) / 2
    return total + (part(share, middle) + part(other, middle)) / 2
  }, 0)
  return Math.max(0, sum)
}

export function shares(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => (total === 0 ? 0 : count / total))
}

/** Two-sample Kolmogorov-Smirnov; both sorted. The p-value is asymptotic (with Stephens' correction for small samples). */
export function kolmogorovSmirnov(a: readonly number[], b: readonly number[]): { d: number; p: number } {
  let [i, j, d] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] ?? 0, b[j] ?? 0)
    while (i < a.length && (a[i] ?? 0) <= value) i += 1
    while (j < b.length && (b[j] ?? 0) <= value) j += 1
    d = Math.max(d, Math.abs(i / a.length - j / b.length))
  }
  const root = Math.sqrt((a.length * b.length) / (a.length + b.length))
  return { d, p: kolmogorovTail((root + 0.12 + 0.11 / root) * d) }
}

function kolmogorovTail(lambda: number): number {
  if (lambda < 0.2) return 1
  let sum = 0
  for (let term = 1; term <= 100; term += 1)
    sum += (term % 2 === 1 ? 2 : -2) * Math.exp(-2 * term * term * lambda * lambda)
  return Math.min(1, Math.max(0, sum))
}

/**
 * Chi-square test of homogeneity of two rows of counts; null where an expected count is below `leastExpected` (5, the
 * usual rule, where the test itself is the answer).
 */
export function chiSquare(
  a: readonly number[],
  b: readonly number[],
  leastExpected = 5,
): { stat: number; p: number } | null {
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
  const [sumA, sumB] = [total(a), total(b)]
  if (sumA === 0 || sumB === 0) return null
  let stat = 0
  let cells = 0
  for (const [at, left] of a.entries()) {
    const right = b[at] ?? 0
    const column = left + right
    if (column === 0) continue
    cells += 1
    const [expectedA, expectedB] = [(column * sumA) / (sumA + sumB), (column * sumB) / (sumA + sumB)]
    if (expectedA < leastExpected || expectedB < leastExpected) return null
    stat += (left - expectedA) ** 2 / expectedA + (right - expectedB) ** 2 / expectedB
  }
  return cells < 2 ? null : { stat, p: gammaTail((cells - 1) / 2, stat / 2) }
}

/** Regularized upper incomplete gamma function Q(s, x), by its series or its continued fraction. */
function gammaTail(s: number, x: number): number {
  if (x <= 0) return 1
  const front = Math.exp(s * Math.log(x) - x - logGamma(s))
  if (x < s + 1) {
    let term = 1 / s
    let sum = term
    for (let n = 1; n < 10_000 && term > sum * 1e-14; n += 1) {
      term *= x / (s + n)
      sum += term
    }
    return Math.max(0, 1 - front * sum)
  }
  let b = x + 1 - s
  let c = 1e300
  let d = 1 / b
  let value = d
  for (let n = 1; n < 10_000; n += 1) {
    const a = -n * (n - s)
    b += 2
    d = 1 / (a * d + b || 1e-300)
    c = b + a / c || 1e-300
    value *= d * c
    if (Math.abs(d * c - 1) < 1e-14) break
  }
  return Math.min(1, front * value)
}

/** Holm's correction: the p-values that hold with that many tests, in their own order. */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => (values[a] ?? 1) - (values[b] ?? 1))
  const adjusted: number[] = []
  let least = 0
  for (const [rank, at] of order.entries()) {
    least = Math.max(least, Math.min(1, (values[at] ?? 1) * (values.length - rank)))
    adjusted[at] = least
  }
  return adjusted
}

import { logGamma } from '#shared/lib/log-gamma.ts'

/**
 * The value below which a Beta(a, b) variable lies with probability `p`, to about 10 digits: bisection on the regularized
 * incomplete beta function. `a` and `b` are positive.
 */
export function betaQuantile(p: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2
    if (betaBelow(middle, a, b) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The regularized incomplete beta function I_x(a, b), by its continued fraction (DLMF 8.17.22, Lentz's method). */
export function betaBelow(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges quickly on one side of the mean only; the other side is its mirror image.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaBelow(1 - x, b, a)
  const front = Math.exp(a * Math.log(x) + b * Math.log(1 - x) - logBeta(a, b)) / a
  const tiny = 1e-300
  let [c, d] = [1, 1 - ((a + b) * x) / (a + 1)]
  d = 1 / (Math.abs(d) < tiny ? tiny : d)
  let fraction = d
  for (let m = 1; m <= 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    let change = 1
    for (const term of [even, odd]) {
      d = 1 + term * d
      c = 1 + term / c
      d = 1 / (Math.abs(d) < tiny ? tiny : d)
      c = Math.abs(c) < tiny ? tiny : c
      change = c * d
      fraction *= change
    }
    if (Math.abs(change - 1) < 1e-14) break
  }
  return front * fraction
}

const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b)

/** ln Γ(x) for x > 0, by the Lanczos approximation (g = 7, nine terms); accurate to 15 digits. */
export function logGamma(x: number): number {
  const [first = 0, ...rest] = LANCZOS
  const sum = rest.reduce((total, term, index) => total + term / (x + index), first)
  const t = x + 6.5
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

type Metrics = Readonly<Record<string, string>>

const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
}
const PRIVILEGES = { U: { N: 0.85, L: 0.62, H: 0.27 }, C: { N: 0.85, L: 0.68, H: 0.5 } }

/** The base score of a CVSS 3.0 or 3.1 vector (first.org specification, section 7.1); null for any other text. */
export function cvss3Score(vector: string): number | null {
  if (!/^CVSS:3\.[01]\//.test(vector) || vector.length > 300) return null
  const metrics: Metrics = Object.fromEntries(
    vector
      .split('/')
      .slice(1)
      .map((pair) => pair.split(':'))
      .map(([name = '', value = '']) => [name, value]),
  )
  const weight = (name: string) => WEIGHTS[name]?.[metrics[name] ?? '']
  const scope = metrics['S'] === 'C' ? 'C' : 'U'
  const privileges = PRIVILEGES[scope]
  // Safe: a value that is none of the three gives undefined, which is looked for next.
  const pr = privileges[metrics['PR'] as keyof typeof privileges]
  const [av, ac, ui, c, i, a] = [weight('AV'), weight('AC'), weight('UI'), weight('C'), weight('I'), weight('A')]
  const isWhole = [av, ac, ui, c, i, a, pr].every((value) => value !== undefined)
  if (!isWhole) return null
  const lost = 1 - (1 - (c ?? 0)) * (1 - (i ?? 0)) * (1 - (a ?? 0))
  const impact = scope === 'U' ? 6.42 * lost : 7.52 * (lost - 0.029) - 3.25 * (lost - 0.02) ** 15
  if (impact <= 0) return 0
  const ease = 8.22 * (av ?? 0) * (ac ?? 0) * (pr ?? 0) * (ui ?? 0)
  return roundUp(Math.min((scope === 'U' ? 1 : 1.08) * (impact + ease), 10))
}

/** Up to one decimal, without the errors of floating point (appendix A of the specification). */
function roundUp(score: number): number {
  const whole = Math.round(score * 100_000)
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10
}

export type VulnerabilitySeverity = 'low' | 'medium' | 'high' | 'critical' | 'unknown'

/** The word CVSS has for a score. */
export function severityOfScore(score: number): VulnerabilitySeverity {
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  return score >= 4 ? 'medium' : 'low'
}

import { labelOf } from './fear-greed.ts'

const WEIGHTS = { index: 0.5, momentum: 0.3, headlines: 0.2 } as const

type Component = keyof typeof WEIGHTS

/**
 * One value of 0 to 100 of what is known: half the index, three tenths the change of seven days (bounded by tanh), two
 * tenths the headlines. Weights of what is missing are shared out. Null with fewer than two parts.
 */
export function compose(parts: { index: number | null; change7dPct: number | null; headlines: number | null }) {
  const values: Record<Component, number | null> = {
    index: parts.index,
    momentum: parts.change7dPct === null ? null : 50 + 50 * Math.tanh(parts.change7dPct / 10),
    headlines: parts.headlines === null ? null : 50 + 50 * parts.headlines,
  }
  const known = Object.entries(values).flatMap(([name, value]) =>
    // Safe: the keys of the record above.
    value === null ? [] : [{ name: name as Component, value }],
  )
  if (known.length < 2) return null
  const total = known.reduce((sum, { name }) => sum + WEIGHTS[name], 0)
  const value = Math.round(known.reduce((sum, part) => sum + (part.value * WEIGHTS[part.name]) / total, 0) * 10) / 10
  return {
    value,
    label: labelOf(Math.round(value)),
    weights: Object.fromEntries(known.map(({ name }) => [name, Math.round((WEIGHTS[name] / total) * 1_000) / 1_000])),
    missing: Object.keys(values).filter((name) => !known.some((part) => part.name === name)),
  }
}

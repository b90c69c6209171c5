/** How far a value may be off: a number, a time, or that the order of a list does not count. */
export type Allowance = { number: number } | { ms: number } | 'unordered'

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A tolerance: a number, a time such as 60s, 500ms, 5m or 1h, or "unordered"; null for anything else. */
export function toleranceOf(value: unknown): Allowance | null {
  if (value === 'unordered') return value
  if (typeof value === 'number') return value >= 0 && Number.isFinite(value) ? { number: value } : null
  const match = typeof value === 'string' ? /^(\d{1,9}(?:\.\d{1,6})?)(ms|s|m|h|d)$/.exec(value.trim()) : null
  if (match === null) return null
  const [, amount = '0', unit = 's'] = match
  return { ms: Number(amount) * (UNITS[unit] ?? 0) }
}

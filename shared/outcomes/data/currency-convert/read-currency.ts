import { ALIASES, MINOR_DIGITS, REPLACED } from './iso-4217.rules.ts'

/** The ISO 4217 code that is meant; null: none in use. */
export function readCurrency(text: string): string | null {
  const code = text.trim().toUpperCase()
  const meant = ALIASES.get(code) ?? code
  return MINOR_DIGITS.has(meant) ? meant : null
}

/** What is wrong with a code that `readCurrency` does not know, with what may be meant. */
export function currencyProblem(text: string): string {
  const code = text.trim().toUpperCase().slice(0, 12)
  const later = REPLACED.get(code)
  if (later !== undefined) return `${code} is no longer money: ${later}`
  const near = nearestCodes(code)
  return `no currency in use has this ISO 4217 code${near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`}`
}

/** Up to three codes: the same letters in another order first, then those that differ in one place. */
function nearestCodes(code: string): string[] {
  if (!/^[A-Z]{2,4}$/.test(code)) return []
  const sorted = (letters: string) => [...letters].toSorted().join('')
  const swapped = [...MINOR_DIGITS.keys()].filter((known) => sorted(known) === sorted(code))
  const similar = [...MINOR_DIGITS.keys()].filter((known) => differences(known, code) === 1)
  return [...new Set([...swapped, ...similar])].slice(0, 3)
}

function differences(one: string, other: string): number {
  if (one.length !== other.length) return one.length > other.length && one.startsWith(other) ? 1 : 9
  return [...one].filter((letter, index) => letter !== other[index]).length
}

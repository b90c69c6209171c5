import type { Person } from './find-people.ts'

export type EmailPattern = { pattern: string; evidence: string[]; confidence: number }

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')

/** The ways in which a name becomes the local part of an address. */
const PATTERNS: readonly { pattern: string; make: (first: string, last: string) => string }[] = [
  { pattern: '{first}.{last}', make: (first, last) => `${first}.${last}` },
  { pattern: '{f}.{last}', make: (first, last) => `${first.slice(0, 1)}.${last}` },
  { pattern: '{f}{last}', make: (first, last) => first.slice(0, 1) + last },
  { pattern: '{first}{last}', make: (first, last) => first + last },
  { pattern: '{first}_{last}', make: (first, last) => `${first}_${last}` },
  { pattern: '{last}.{first}', make: (first, last) => `${last}.${first}` },
  { pattern: '{first}', make: (first) => first },
  { pattern: '{last}', make: (_, last) => last },
]

/**
 * Finds the pattern of the company's e-mail addresses, only from addresses that it published itself and that belong to
 * people it named. No address is generated from it.
 */
export function emailPatternOf(
  people: readonly Person[],
  emails: readonly string[],
  domain: string,
): EmailPattern | null {
  const own = emails.filter((email) => email.toLowerCase().endsWith(`@${domain}`))
  const counts = PATTERNS.map(({ pattern, make }) => ({
    pattern,
    evidence: own.filter((email) => {
      const [local = ''] = email.toLowerCase().split('@')
      return people.some(({ name }) => {
        const words = name.split(/\s+/).map(plain)
        return make(words[0] ?? '', words.at(-1) ?? '') === local
      })
    }),
  }))
  const best = counts.reduce((most, one) => (one.evidence.length > most.evidence.length ? one : most))
  if (best.evidence.length === 0) return null
  const confidence = Math.min(0.95, 0.4 + 0.2 * best.evidence.length)
  return { pattern: best.pattern, evidence: best.evidence.slice(0, 5), confidence: Math.round(confidence * 100) / 100 }
}

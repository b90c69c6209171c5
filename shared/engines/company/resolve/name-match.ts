import { LEGAL_FORMS } from '../facts/fact-words.rules.ts'

/** A name as it is compared: lower case, without accents, legal forms and punctuation. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(LEGAL_FORMS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Similarity of two names, 0 to 1, by the letter pairs they share (Sørensen–Dice). */
export function nameLikeness(one: string, other: string): number {
  const [a, b] = [plainName(one), plainName(other)]
  if (a === '' || b === '') return 0
  if (a === b) return 1
  const [x, y] = [pairsOf(a), pairsOf(b)]
  const rest = [...y]
  let shared = 0
  for (const pair of x) {
    const at = rest.indexOf(pair)
    if (at === -1) continue
    rest.splice(at, 1)
    shared += 1
  }
  return x.length + y.length === 0 ? 0 : (2 * shared) / (x.length + y.length)
}

const pairsOf = (text: string) =>
  text
    .slice(0, 120)
    .split(' ')
    .flatMap((word) => Array.from({ length: Math.max(word.length - 1, 1) }, (_, at) => word.slice(at, at + 2)))

/**
 * Similarity of a page's title or host to a name. The best part of the title counts, as "Acme | Widgets" is about Acme.
 */
export function titleLikeness(name: string, title: string, domain: string): number {
  const parts = title.split(/\s[|–—·:-]\s|[|–—·:]/)
  const label = domain.split('.').slice(0, -1).at(-1) ?? domain
  const byTitle = Math.max(0, ...parts.map((part) => nameLikeness(name, part)))
  const byHost = nameLikeness(name.replaceAll(/\s+/g, ''), label.replaceAll('-', ''))
  return Math.max(byTitle, byHost)
}

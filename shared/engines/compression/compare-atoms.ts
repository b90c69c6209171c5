import type { Fact } from '../facts/fact.ts'
import { isSameDate } from '../facts/read-date.ts'
import { numberWords, readNumber } from '../facts/read-number.ts'
import { contentWords } from '../facts/sentences.ts'

export type AtomFate = { fact: Fact; status: 'kept' | 'changed' | 'lost'; with: Fact | null; times: number }

/** What of the original's values the other text still has, by value and category, and what it has that is new. */
export function compareAtoms(
  original: { text: string; atoms: readonly Fact[] },
  compressed: { text: string; atoms: readonly Fact[] },
): { fates: AtomFate[]; invented: Fact[] } {
  const there = new Set(compressed.atoms.map(keyOf))
  const before = new Set(original.atoms.map(keyOf))
  const [originalText, compressedText] = [original.text.toLowerCase(), compressed.text.toLowerCase()]
  const spelled = spelledNumbers(compressedText)
  const dates = compressed.atoms.filter(({ category }) => category === 'date')
  const isThere = (fact: Fact) =>
    there.has(keyOf(fact)) ||
    (fact.category === 'date' && dates.some(({ key }) => isSameDate(key, fact.key))) ||
    (fact.category === 'number' &&
      (spelled.has(fact.key.split(' ')[0] ?? '') || hasBareNumber(compressed.atoms, fact.key))) ||
    (textual.has(fact.category) && compressedText.includes(fact.key.toLowerCase()))
  const fresh = compressed.atoms.filter(
    (fact) => !before.has(keyOf(fact)) && !isOld(fact, original.atoms, originalText),
  )
  const unused = new Set(fresh)
  const byKey = new Map<string, Fact[]>()
  for (const fact of original.atoms) byKey.set(keyOf(fact), [...(byKey.get(keyOf(fact)) ?? []), fact])
  const fates = [...byKey.values()].flatMap((same): AtomFate[] => {
    const [fact] = same
    if (fact === undefined) return []
    if (isThere(fact)) return [{ fact, status: 'kept', with: null, times: same.length }]
    const other =
      same.map((one) => inSameFrame(one, original.text, [...unused], compressed.text)).find((one) => one !== null) ??
      null
    if (other === null) return [{ fact, status: 'lost', with: null, times: same.length }]
    unused.delete(other)
    return [{ fact, status: 'changed', with: other, times: same.length }]
  })
  return { fates, invented: [...new Map([...unused].map((fact) => [keyOf(fact), fact])).values()] }
}

const keyOf = ({ category, key }: Fact) =>
  `${category} ${category === 'identifier' || category === 'command' || category === 'path' ? key : key.toLowerCase()}`

/** Kinds that are the same wherever they stand, even inside something else. */
const textual: ReadonlySet<Fact['category']> = new Set([
  'url',
  'email',
  'path',
  'command',
  'id',
  'error',
  'quote',
  'identifier',
  'name',
])

const spelledNumbers = (text: string): Set<string> =>
  new Set(
    (text.match(new RegExp(`\\b(?:${numberWords.join('|')})\\b`, 'g')) ?? []).map((word) => readNumber(word) ?? ''),
  )

/** "42" is kept by "42 ms" only when the original said no unit. */
const hasBareNumber = (atoms: readonly Fact[], key: string) =>
  !key.includes(' ') && atoms.some((one) => one.category === 'number' && one.key.split(' ')[0] === key)

function isOld(fact: Fact, originals: readonly Fact[], originalText: string): boolean {
  if (fact.category === 'date')
    return originals.some(({ category, key }) => category === 'date' && isSameDate(key, fact.key))
  if (fact.category === 'number')
    return (
      originals.some(({ category, key }) => category === 'number' && key.split(' ')[0] === fact.key.split(' ')[0]) ||
      spelledNumbers(originalText).has(fact.key.split(' ')[0] ?? '')
    )
  return textual.has(fact.category) && originalText.includes(fact.key.toLowerCase())
}

/** A new value of the same kind among the same words: that is where the old one went. */
function inSameFrame(fact: Fact, text: string, candidates: readonly Fact[], otherText: string): Fact | null {
  const frame = frameOf(text, fact)
  let best: { fact: Fact; shared: number } | null = null
  for (const candidate of candidates) {
    if (candidate.category !== fact.category) continue
    const other = frameOf(otherText, candidate)
    const shared = [...frame].filter((word) => other.has(word)).length
    const enough = Math.min(3, Math.max(1, Math.min(frame.size, other.size)))
    if (shared >= Math.min(enough, 2) && (best === null || shared > best.shared)) best = { fact: candidate, shared }
  }
  return best?.fact ?? null
}

/** Content words of the same sentence within eight words of a place. */
function frameOf(text: string, { start, end }: Fact): Set<string> {
  const before =
    text
      .slice(Math.max(0, start - 90), start)
      .split(/[.!?]\s|\n/)
      .at(-1) ?? ''
  const after = text.slice(end, end + 90).split(/[.!?](?:\s|$)|\n/)[0] ?? ''
  return contentWords([...before.split(/\s+/).slice(-8), ...after.split(/\s+/).slice(0, 8)].join(' '))
}

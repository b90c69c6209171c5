import type { Fact } from '../facts/fact.ts'
import { isSameDate } from '../facts/read-date.ts'
import { numberWords, readNumber } from '../facts/read-number.ts'
import { contentWords } from '../facts/sentences.ts'

/** Of a value that occurs in many places, this many are searched for its replacement. */
const MAX_PLACES = 8
/** A word shared with more facts than this does not distinguish them. */
const MAX_SAME_WORD = 400

export type AtomFate = { fact: Fact; status: 'kept' | 'changed' | 'lost'; with: Fact | null; times: number }

/** Compares values: which of the original's the other text still has, by value and category, and which are new. */
export function compareAtoms(
  original: { text: string; atoms: readonly Fact[] },
  compressed: { text: string; atoms: readonly Fact[] },
): { fates: AtomFate[]; invented: Fact[] } {
  const there = new Set(compressed.atoms.map(keyOf))
  const before = new Set(original.atoms.map(keyOf))
  const [old, now] = [valuesOf(original), valuesOf(compressed)]
  const isThere = (fact: Fact) =>
    there.has(keyOf(fact)) ||
    (fact.category === 'date' && now.hasDate(fact.key)) ||
    // "42" is kept by "42 ms" only when the original said no unit.
    (fact.category === 'number' &&
      (now.spelled.has(bare(fact)) || (!fact.key.includes(' ') && now.numbers.has(bare(fact))))) ||
    (textual.has(fact.category) && now.text.includes(fact.key.toLowerCase()))
  const isOld = (fact: Fact) =>
    (fact.category === 'date' && old.hasDate(fact.key)) ||
    (fact.category === 'number' && (old.numbers.has(bare(fact)) || old.spelled.has(bare(fact)))) ||
    (textual.has(fact.category) && old.text.includes(fact.key.toLowerCase()))
  const fresh = compressed.atoms.filter((fact) => !before.has(keyOf(fact)) && !isOld(fact))
  const unused = new Set(fresh)
  const nearby = frameIndex(fresh, compressed.text)
  const byKey = new Map<string, Fact[]>()
  for (const fact of original.atoms) {
    const same = byKey.get(keyOf(fact))
    if (same === undefined) byKey.set(keyOf(fact), [fact])
    else same.push(fact)
  }
  const fates = [...byKey.values()].flatMap((same): AtomFate[] => {
    const [fact] = same
    if (fact === undefined) return []
    if (isThere(fact)) return [{ fact, status: 'kept', with: null, times: same.length }]
    const other =
      same
        .slice(0, MAX_PLACES)
        .map((one) => inSameFrame(one, original.text, nearby, unused))
        .find((one) => one !== null) ?? null
    if (other === null) return [{ fact, status: 'lost', with: null, times: same.length }]
    unused.delete(other)
    return [{ fact, status: 'changed', with: other, times: same.length }]
  })
  return { fates, invented: [...new Map([...unused].map((fact) => [keyOf(fact), fact])).values()] }
}

const keyOf = ({ category, key }: Fact) =>
  `${category} ${category === 'identifier' || category === 'command' || category === 'path' ? key : key.toLowerCase()}`

/** Kinds whose text is unambiguous wherever it occurs, even inside other text. */
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

/** The number of a key without its unit. */
const bare = ({ key }: Fact) => key.split(' ')[0] ?? ''

/** The numbers and dates of a text in any form, computed once. */
function valuesOf({ text: sent, atoms }: { text: string; atoms: readonly Fact[] }) {
  const text = sent.toLowerCase()
  const spelled = new Set((text.match(numberWord) ?? []).map((word) => readNumber(word) ?? ''))
  const numbers = new Set(atoms.filter(({ category }) => category === 'number').map(bare))
  // Dates that may be the same have their month and day in common.
  const dates = new Map<string, Set<string>>()
  const dayOf = (key: string) => (key.startsWith('--') ? key.slice(2, 7) : key.slice(5, 10))
  for (const { category, key } of atoms) {
    if (category === 'date') dates.set(dayOf(key), (dates.get(dayOf(key)) ?? new Set()).add(key))
  }
  const hasDate = (wanted: string) => [...(dates.get(dayOf(wanted)) ?? [])].some((key) => isSameDate(key, wanted))
  return { text, spelled, numbers, hasDate }
}

const numberWord = new RegExp(`\\b(?:${numberWords.join('|')})\\b`, 'g')

type FrameIndex = { sizes: ReadonlyMap<Fact, number>; byWord: ReadonlyMap<string, readonly Fact[]> }

/** New facts by their category and the words around them. */
function frameIndex(facts: readonly Fact[], text: string): FrameIndex {
  const sizes = new Map<Fact, number>()
  const byWord = new Map<string, Fact[]>()
  for (const fact of facts) {
    const frame = frameOf(text, fact)
    sizes.set(fact, frame.size)
    for (const word of frame) {
      const key = `${fact.category} ${word}`
      const same = byWord.get(key)
      if (same === undefined) byWord.set(key, [fact])
      else if (same.length < MAX_SAME_WORD) same.push(fact)
    }
  }
  return { sizes, byWord }
}

/** A new value of the same kind among the same words: that is where the old one went. */
function inSameFrame(fact: Fact, text: string, { sizes, byWord }: FrameIndex, unused: ReadonlySet<Fact>): Fact | null {
  const frame = frameOf(text, fact)
  const shared = new Map<Fact, number>()
  for (const word of frame) {
    for (const other of byWord.get(`${fact.category} ${word}`) ?? []) {
      if (unused.has(other)) shared.set(other, (shared.get(other) ?? 0) + 1)
    }
  }
  let best: { fact: Fact; shared: number } | null = null
  for (const [other, count] of shared) {
    const enough = Math.max(1, Math.min(frame.size, sizes.get(other) ?? 0))
    const isBetter = best === null || count > best.shared || (count === best.shared && other.start < best.fact.start)
    if (count >= Math.min(enough, 2) && isBetter) best = { fact: other, shared: count }
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

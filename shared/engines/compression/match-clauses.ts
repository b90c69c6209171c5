import { atomsIn } from '../facts/atoms.ts'
import type { Clause } from '../facts/sentences.ts'

export type ClauseMatch = {
  status: 'kept' | 'changed' | 'lost'
  what: 'negation' | 'modality' | 'value'
  with: Clause | null
}

/** How much of a clause's content must be in another for both to speak of the same. */
const SAME = 0.6
const order = { plain: 2, must: 2, should: 1, may: 0 } as const

/** Clauses by their words, so that each is compared with those that share one. */
export function clauseIndex(clauses: readonly Clause[]): ReadonlyMap<string, readonly Clause[]> {
  const index = new Map<string, Clause[]>()
  for (const clause of clauses) for (const word of clause.words) index.set(word, [...(index.get(word) ?? []), clause])
  return index
}

/**
 * Whether the index holds a clause that says the same: most of the content words, the same polarity, no weaker, and with
 * the same numbers. A clause with the same words and another polarity or strength is a change, and worse than a loss.
 */
export function matchClause(clause: Clause, index: ReadonlyMap<string, readonly Clause[]>): ClauseMatch {
  const shared = new Map<Clause, number>()
  for (const word of clause.words)
    for (const other of (index.get(word) ?? []).slice(0, 400)) shared.set(other, (shared.get(other) ?? 0) + 1)
  const close = [...shared]
    .map(([other, count]) => ({ other, share: count / Math.max(1, clause.words.size) }))
    .filter(({ share }) => share >= SAME)
    .sort((a, b) => b.share - a.share || a.other.words.size - b.other.words.size)
  if (close.length === 0) return { status: 'lost', what: 'value', with: null }
  const numbers = numbersIn(clause.text)
  const fitting = close.find(
    ({ other }) =>
      other.isNegative === clause.isNegative &&
      order[other.strength] >= order[clause.strength] &&
      numbers.every((key) => numbersIn(other.text).includes(key)),
  )
  if (fitting !== undefined) return { status: 'kept', what: 'value', with: fitting.other }
  const best = close[0]?.other ?? null
  if (best === null || best.isNegative !== clause.isNegative) return { status: 'changed', what: 'negation', with: best }
  return { status: 'changed', what: order[best.strength] < order[clause.strength] ? 'modality' : 'value', with: best }
}

const numbersIn = (text: string): string[] =>
  atomsIn(text)
    .filter(({ category }) => category === 'number' || category === 'money' || category === 'date')
    .map(
      ({ key }) =>
        key.split(' ').at(key.startsWith('usd') || key.startsWith('eur') || key.startsWith('gbp') ? -1 : 0) ?? key,
    )

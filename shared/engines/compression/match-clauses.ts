import { atomsIn } from '../facts/atoms.ts'
import type { Clause } from '../facts/sentences.ts'

export type ClauseMatch = {
  status: 'kept' | 'changed' | 'lost'
  what: 'negation' | 'modality' | 'value'
  with: Clause | null
}

/** Share of a clause's content words that another clause must have to say the same. */
const SAME = 0.6
const order = { plain: 2, must: 2, should: 1, may: 0 } as const

export type ClauseIndex = { byText: Map<string, Clause>; byWord: Map<string, Clause[]> }

/** Clauses by their text and their words, so that each is compared with those that share one. */
export function clauseIndex(clauses: readonly Clause[]): ClauseIndex {
  const index: ClauseIndex = { byText: new Map(), byWord: new Map() }
  for (const clause of clauses) addClause(index, clause)
  return index
}

export function addClause({ byText, byWord }: ClauseIndex, clause: Clause): void {
  byText.set(clause.text, clause)
  for (const word of clause.words) {
    const same = byWord.get(word)
    if (same === undefined) byWord.set(word, [clause])
    else same.push(clause)
  }
}

/** Of clauses that share a word, so many are compared; words that are that usual tell little. */
const MAX_SAME_WORD = 400

/** The clauses that may say the same: who shares most of the words has one of the rarest. */
function candidatesFor(clause: Clause, { byWord }: ClauseIndex): Set<Clause> {
  const lists = [...clause.words].map((word) => byWord.get(word) ?? []).sort((a, b) => a.length - b.length)
  const rarest = lists.slice(0, Math.floor(clause.words.size * (1 - SAME)) + 1)
  return new Set(rarest.flatMap((list) => list.slice(0, MAX_SAME_WORD)))
}

/**
 * Looks for a clause in the index that says the same: most of the content words, the same polarity, not weaker, and the
 * same numbers. A clause with the same words but another polarity or strength is a change, which is worse than a loss.
 */
export function matchClause(clause: Clause, index: ClauseIndex): ClauseMatch {
  const same = index.byText.get(clause.text)
  if (same !== undefined) return { status: 'kept', what: 'value', with: same }
  const shareOf = (other: Clause) =>
    [...clause.words].filter((word) => other.words.has(word)).length / Math.max(1, clause.words.size)
  const close = [...candidatesFor(clause, index)]
    .map((other) => ({ other, share: shareOf(other) }))
    .filter(({ share }) => share >= SAME)
    .sort((a, b) => b.share - a.share || a.other.words.size - b.other.words.size)
  if (close.length === 0) return { status: 'lost', what: 'value', with: null }
  const numbers = [...numbersIn(clause)]
  const fitting = close.find(
    ({ other }) =>
      other.isNegative === clause.isNegative &&
      order[other.strength] >= order[clause.strength] &&
      keepsLimits(clause, other) &&
      numbers.every((key) => numbersIn(other).has(key)),
  )
  if (fitting !== undefined) return { status: 'kept', what: 'value', with: fitting.other }
  const best = close[0]?.other ?? null
  if (best === null || best.isNegative !== clause.isNegative) return { status: 'changed', what: 'negation', with: best }
  const isWeaker = order[best.strength] < order[clause.strength] || !keepsLimits(clause, best)
  return { status: 'changed', what: isWeaker ? 'modality' : 'value', with: best }
}

/** Words that set a limit, each with those that say it as well: "only on Fridays" is more than "on Fridays". */
const limits = [
  [
    /(?<!\b(?:not|the|if) )\bonly\b|\bsolely\b|\bexclusively\b|\bnothing but\b/i,
    /\b(?:only|solely|exclusively|just|alone|nothing|none|never|no other|except|unless|must|restrict\w*|limit\w*)\b/i,
  ],
  [
    /\b(?:at most|up to(?! (?:date|speed|you|par|now))|(?:no|not) more than|limited to|(?:must|may|can) ?not exceed|a maximum of)\b/i,
    /\b(?:most|up to|more than|limit\w*|exceed\w*|max\w*|cap\w*|ceiling|under|below|less than|within|budget|top)\b|[<≤]/i,
  ],
  [
    /\b(?:at least|(?:no|not) (?:less|fewer) than|a minimum of)\b/i,
    /\b(?:least|less than|fewer than|min\w*|or more|over|above|more than|floor)\b|[>≥+]/i,
  ],
] as const

const keepsLimits = ({ text }: Clause, other: Clause) =>
  limits.every(([said, kept]) => !said.test(text) || kept.test(other.text))

/** Each clause is read once, however many it is compared with. */
const known = new WeakMap<Clause, ReadonlySet<string>>()

function numbersIn(clause: Clause): ReadonlySet<string> {
  const numbers = known.get(clause) ?? readNumbers(clause.text)
  known.set(clause, numbers)
  return numbers
}

const readNumbers = (text: string): ReadonlySet<string> =>
  new Set(
    atomsIn(text)
      .filter(({ category }) => category === 'number' || category === 'money' || category === 'date')
      .map(
        ({ key }) =>
          key.split(' ').at(key.startsWith('usd') || key.startsWith('eur') || key.startsWith('gbp') ? -1 : 0) ?? key,
      ),
  )

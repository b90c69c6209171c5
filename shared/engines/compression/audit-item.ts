import type { Fact } from '../facts/fact.ts'
import { type Clause, roleOf } from '../facts/sentences.ts'
import type { AuditCategory } from './compression-verdict.ts'
import { type ClauseIndex, matchClause } from './match-clauses.ts'
import type { Context } from './read-context.ts'

/** One thing the original says, and what became of it. */
export type Item = {
  category: AuditCategory
  value: string
  context: string
  position: number
  importance: number
  status: 'kept' | 'changed' | 'lost'
  now: string
  what: 'value' | 'negation' | 'modality'
}

export const roundTo3 = (value: number) => Math.round(value * 1_000) / 1_000

export const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text

/** Statements of the user or the system, and repeated statements, are more important. */
const importanceOf = ({ weighty }: Context, at: number, times: number) =>
  roundTo3((weighty.some(({ start, end }) => at >= start && at < end) ? 1.5 : 1) * (times > 1 ? 1.25 : 1))

/**
 * Judges what became of a clause. `said` holds every clause of the original: a clause that is still present does not
 * replace another one.
 */
export function sentenceItem(clause: Clause, index: ClauseIndex, original: Context, said: ReadonlySet<string>): Item {
  const match = matchClause(clause, index)
  const isAnother = match.status === 'changed' && match.with !== null && said.has(match.with.text)
  const { status, with: other, what } = isAnother ? ({ status: 'lost', with: null, what: 'value' } as const) : match
  return {
    category: roleOf(clause.text) ?? 'preference',
    value: cut(clause.text, 400),
    context: '',
    position: clause.start,
    importance: importanceOf(original, clause.start, 1),
    status,
    now: cut(other?.text ?? '', 400),
    what,
  }
}

export const atomItem = (
  fact: Fact,
  status: Item['status'],
  other: Fact | null,
  times: number,
  original: Context,
): Item => ({
  category: fact.category,
  value: fact.said,
  context: around(original.text, fact),
  position: fact.start,
  importance: importanceOf(original, fact.start, times),
  status,
  now: other?.said ?? '',
  what: 'value',
})

/** The place of a fact, with a little around it, on one line. */
export const around = (text: string, { start, end }: { start: number; end: number }) =>
  cut(
    text
      .slice(Math.max(0, start - 40), end + 40)
      .toWellFormed()
      .replace(/\s+/g, ' ')
      .trim(),
    200,
  )

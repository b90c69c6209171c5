import { addClause, clauseIndex, matchClause } from '#shared/engines/compression/match-clauses.ts'
import { type Clause, clausesOf } from '#shared/engines/facts/sentences.ts'
import type { Extracted } from './extract-items.ts'
import type { HandoffItem, Section } from './handoff-verdict.ts'

export type Candidate = HandoffItem & { section: Section }

/** Sections in which two sentences can contradict each other. */
const RULING: readonly Section[] = ['constraints', 'decisions']

/**
 * Given items as they are, then what was extracted, each thing once. Of two rules or decisions about the same the latest
 * counts and what was given counts most; the other one becomes an open question. A task that was finished later is no task.
 */
export function settleItems(given: readonly Candidate[], extracted: readonly Extracted[]): Candidate[] {
  const settled: Candidate[] = [...given]
  const seen = new Set(given.map(({ section, text }) => keyOf(section, text)))
  const finished = clauseIndex([
    ...given.filter(({ section }) => section === 'done').flatMap(({ text }) => clausesOf(text, false)),
    ...extracted.filter(({ section }) => section === 'done').map(({ clause }) => clause),
  ])
  const finishedAt = new Map(
    extracted.filter(({ section }) => section === 'done').map(({ clause, ref }) => [clause, ref]),
  )
  const rulings: { clause: Clause; text: string; section: Section }[] = given
    .filter(({ section }) => RULING.includes(section))
    .flatMap(({ text, section }) => clausesOf(text, false).map((clause) => ({ clause, text, section })))
  // Grows with each ruling, so that a long transcript is gone through once.
  const index = clauseIndex(rulings.map(({ clause }) => clause))
  const questions: Candidate[] = []
  // Backwards: the latest statement is met first and stays.
  for (const one of extracted.toReversed()) {
    const { section, clause, text, ref } = one
    if (seen.has(keyOf(section, text))) continue
    seen.add(keyOf(section, text))
    if (section === 'next' && isFinished(clause, ref)) continue
    if (RULING.includes(section)) {
      const stated = statedIn(text)
      const newer = rulings.find((ruling) => stated !== null && statedIn(ruling.text)?.subject === stated.subject)
      const { status, with: other } =
        newer !== undefined && statedIn(newer.text)?.value !== stated?.value
          ? { status: 'changed', with: newer.clause }
          : clause.words.size < 2
            ? { status: 'lost', with: null }
            : matchClause(clause, index)
      const against = rulings.find((ruling) => ruling.clause === other)
      if (status === 'kept') continue
      if (status === 'changed' && against !== undefined) {
        questions.push({
          section: 'open_questions',
          text: `“${text}” was said before “${against.text}”, which counts here. Is that so?`,
          source: 'extracted',
          ref,
        })
        continue
      }
      rulings.push({ clause, text, section })
      addClause(index, clause)
    }
    settled.push({ section, text, source: 'extracted', ref })
  }
  const inOrder = (a: Candidate, b: Candidate) => (a.ref ?? -1) - (b.ref ?? -1)
  const [first, found] = [settled.slice(0, given.length), settled.slice(given.length)]
  return [...first, ...found.toReversed(), ...questions.toReversed()].sort(inOrder)

  function isFinished(clause: Clause, ref: number): boolean {
    if (clause.words.size < 1) return false
    const { with: other } = matchClause(clause, finished)
    return other !== null && (finishedAt.get(other) ?? Infinity) > ref
  }
}

const OPENERS = /^(?:(?:actually|correction|update|wait|sorry|no|ok|so|and|but|now)\b[,:]?\s+)*(?:the |our |my )?/i

/** What a sentence says of a date or an amount by its name; null when it says nothing of that kind. */
function statedIn(text: string): { subject: string; value: string } | null {
  const [, subject, value] =
    /^((?:[\p{L}-]+ ){0,2}(?:deadline|date|budget|limit|go-live))(?: for [\p{L} ]{1,40}?)?(?: now)? (?:is|was|will be|has moved to|(?:is )?moved to)(?: now)? (.{1,80})$/iu.exec(
      text.replace(OPENERS, '').replace(/[.!]+$/, ''),
    ) ?? []
  return subject === undefined || value === undefined
    ? null
    : { subject: subject.toLowerCase(), value: value.toLowerCase() }
}

/** Same words in the same section are the same thing. */
const keyOf = (section: Section, text: string) =>
  `${section} ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/.:-]+/gu, ' ')
    .replace(/[ .]+$/, '')
    .trim()}`

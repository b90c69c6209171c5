import { clausesOf } from '../goal/clauses.ts'
import type { Known } from '../values/known.ts'
import type { Candidate } from './choose-intents.ts'

/**
 * What is known for one of several wishes: of the values of a type that the goal names in several of its parts, those in
 * the part that asks for this wish, if others stand where another wish is asked for.
 */
export function ownPart(known: Known, wish: Candidate, wishes: readonly Candidate[]): Known {
  if (wishes.length < 2) return known
  const clauses = clausesOf(known.read.text)
  const clauseAt = (at: number) => clauses.findLastIndex(({ start }) => start <= at)
  const partsOf = ({ on }: Candidate) => new Set(on.map(({ clause }) => clause))
  const own = partsOf(wish)
  const others = new Set(wishes.filter((other) => other !== wish).flatMap((other) => [...partsOf(other)]))
  const isOwn = (value: { from?: string; start: number }) => value.from !== 'input' && own.has(clauseAt(value.start))
  const isOthers = (value: { from?: string; start: number }) =>
    value.from !== 'input' && !isOwn(value) && others.has(clauseAt(value.start))
  const types = new Set(known.values.filter(isOwn).map(({ type }) => type))
  const values = known.values.filter((value) => !(types.has(value.type) && isOthers(value)))
  return values.length === known.values.length ? known : { ...known, values }
}

/** The parts of a goal in which an address, a domain or another value of a form stands. */
export function valuedParts({ values, read }: Known): ReadonlySet<number> {
  const clauses = clausesOf(read.text)
  return new Set(
    values
      .filter(({ from }) => from === 'goal')
      .map((value) => clauses.findLastIndex(({ start }) => start <= value.start)),
  )
}

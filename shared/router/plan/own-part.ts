import { clausesOf } from '../goal/clauses.ts'
import { ownWords } from '../members/own-words.ts'
import type { Tool } from '../tool.ts'
import type { Known, OwnParts } from '../values/known.ts'
import type { Candidate } from './choose-intents.ts'

/**
 * What is known for one of several wishes: of the values of a type that the goal names in several of its parts, those in
 * the part that asks for this wish, if others stand where another wish is asked for; and which parts of the goal are its own.
 */
export function ownPart(
  whole: Known,
  wish: Candidate,
  wishes: readonly Candidate[],
  tools: ReadonlyMap<string, Tool>,
): Known {
  const rest = wishes.filter((other) => other !== wish)
  const alone = { ...whole, wish: { on: wish.on, others: rest.flatMap(({ on }) => on) } }
  if (rest.length === 0) return alone
  const known = {
    ...alone,
    part: ownWords(
      whole,
      wish.on,
      rest.flatMap(({ on }) => on),
    ),
    isAgain:
      wish.only !== undefined &&
      rest.some(({ intent, on }) => intent === wish.intent && startOf(on) < startOf(wish.on)),
  }
  const clauses = clausesOf(known.read.text)
  const clauseAt = (at: number) => clauses.findLastIndex(({ start }) => start <= at)
  const partsOf = ({ on }: Candidate) => new Set(on.map(({ clause }) => clause))
  const own = partsOf(wish)
  const others = new Set(rest.flatMap((other) => [...partsOf(other)]))
  const isOwn = (value: { from?: string; start: number }) => value.from !== 'input' && own.has(clauseAt(value.start))
  const isOthers = (value: { from?: string; start: number }) =>
    value.from !== 'input' && !isOwn(value) && others.has(clauseAt(value.start))
  const types = new Set(known.values.filter(isOwn).map(({ type }) => type))
  const values = known.values.filter((value) => !(types.has(value.type) && isOthers(value)))
  const ranges = rangesOf(own, others, clauses, known.goal.length)
  if (ranges.length === 0) return values.length === known.values.length ? known : { ...known, values }
  return {
    ...known,
    values,
    own: {
      ranges,
      others: wishes.flatMap((other) =>
        other === wish || other.missing.length > 0 ? [] : (tools.get(other.intent.slug) ?? []),
      ),
    },
  }
}

/** Where a wish is spoken of: in the parts that ask for it, and those after each that ask for nothing. */
function rangesOf(
  own: ReadonlySet<number>,
  others: ReadonlySet<number>,
  clauses: readonly { start: number; end: number }[],
  length: number,
): OwnParts['ranges'] {
  const ranges: { start: number; end: number }[] = []
  let isOwn = [...own].some((clause) => clause <= Math.min(...others))
  for (const [index, { start }] of clauses.entries()) {
    isOwn = own.has(index) || (isOwn && !others.has(index))
    const end = clauses[index + 1]?.start ?? length
    const last = ranges.at(-1)
    if (!isOwn) continue
    if (last?.end === start) last.end = end
    else ranges.push({ start: index === 0 ? 0 : start, end })
  }
  return own.size === 0 ? [] : ranges
}

const startOf = (on: Candidate['on']) => Math.max(...on.map(({ start }) => start))

/** The parts of a goal in which an address, a domain or another value of a form stands. */
export function valuedParts({ values, read }: Known): ReadonlySet<number> {
  const clauses = clausesOf(read.text)
  return new Set(
    values
      .filter(({ from }) => from === 'goal')
      .map((value) => clauses.findLastIndex(({ start }) => start <= value.start)),
  )
}

import { clausesOf } from '../goal/clauses.ts'
import { contextIn, requestsIn } from '../goal/requests.ts'
import { ACTS, UNGIVEN } from './acts.rules.ts'

/** A part of a goal that asks for what no outcome does. */
export type Act = {
  start: number
  end: number
  /** Whether it only says what the rest is about. */
  isContext: boolean
}

type Rule = { with: RegExp | null; unless: RegExp | null }

let known: ReadonlyMap<string, readonly Rule[]> | undefined

/** Returns the parts of a goal that ask for what no outcome does. `text` is the goal as it is read. */
export function actsIn(text: string): Act[] {
  known ??= readActs()
  const rules = known
  const acts = requestsIn(text)
    .filter(
      ({ verb, rest }) =>
        !MAKES_SURE.test(`${verb}${rest}`) && (rules.get(verb) ?? []).some((rule) => isMeant(rule, rest)),
    )
    .map(({ start, end }): Act => ({ start, end, isContext: false }))
  for (const pattern of UNGIVEN) {
    const found = pattern.exec(text)
    if (found !== null) acts.push(clauseAround(text, found.index, found.index + found[0].length))
  }
  acts.push(...acts.flatMap((act) => tellingAfter(text, act)))
  if (acts.length > 0)
    acts.push(...contextIn(text).filter((part) => !acts.some((act) => act.start < part.end && act.end > part.start)))
  return acts.sort((a, b) => a.start - b.start)
}

/** What makes sure asks for a check and makes nothing. */
const MAKES_SURE = /^make (?:sure|certain)\b/

const isMeant = (rule: Rule, rest: string) => rule.with?.test(rest) !== false && rule.unless?.test(rest) !== true

function readActs(): ReadonlyMap<string, readonly Rule[]> {
  const rules = new Map<string, Rule[]>()
  for (const line of ACTS.trim().split('\n')) {
    // The patterns hold bars of their own: those between the parts stand alone.
    const [verbs = '', wanted = '', unless = ''] = line.split(/(?<= )\|(?= |$)/).map((part) => part.trim())
    const rule = { with: patternOf(wanted), unless: patternOf(unless) }
    for (const verb of verbs.split(' ')) rules.set(verb, [...(rules.get(verb) ?? []), rule])
  }
  return rules
}

const patternOf = (source: string) => (source === '' ? null : new RegExp(source, 'iu'))

/** The next part of the sentence, if it only tells why: "restart the pod, it is leaking memory". */
function tellingAfter(text: string, { end }: Act): Act[] {
  const next = clausesOf(text).find(({ start }) => start >= end)
  return next !== undefined &&
    !/[.!?;\n]/.test(text.slice(end, next.start)) &&
    /^\s*(?:(?:it|they|he|she|this|that)(?:['’]s|['’]re| (?:is|are|was|were|has|have|keeps?|just|again|still))|because|since|as (?:it|they|i)|so that)\b/.test(
      text.slice(next.start, next.end),
    )
    ? [{ ...next, isContext: true }]
    : []
}

/** The part of a goal in which something is said. */
function clauseAround(text: string, from: number, to: number): Act {
  const clauses = clausesOf(text)
  const start = clauses.findLast((clause) => clause.start <= from)?.start ?? 0
  return { start, end: clauses.find((clause) => clause.end >= to)?.end ?? text.length, isContext: false }
}

/** The goal without the parts that ask for what no outcome does. */
export function without(text: string, acts: readonly Act[]): string {
  const chars = text.split('')
  for (const { start, end } of acts) chars.fill(' ', start, end)
  return chars.join('')
}

import { foldInPlace } from '../goal/fold.ts'
import { type Known, valuesOf } from '../values/known.ts'
import { dayIn } from '../values/days.ts'
import type { Part } from './parts.ts'
import { own, type Way } from './ways.ts'

type Constraint = { field: string; op: string; value: unknown }

const NAME = '(?!(?:not|no|never|nicht|nie|pas|jamais|before|after|since|until|only|nur|solo)(?![a-z]))[a-z][\\w.:-]*'
const OR = '(?:\\s*,\\s*(?:or |and |oder |und |o |y |ou |et )?|\\s+(?:or|and|oder|und|o|y|ou|et)\\s+)'
/** "only the actions pay or refund", "action must be pay" */
const ACTIONS = new RegExp(
  `(?<![a-z])(?:(?:only|just|nur|solo|seulement) (?:the |die |las? |les? )?(?:actions?|aktion(?:en)?|accion(?:es)?)|(?:actions?|aktion(?:en)?|accion(?:es)?) (?:must (?:be|have been)|has to be|have to be|may (?:only )?be|(?:is|are|was|were)(?: only)?|muss|debe ser|doit etre)(?: one of)?|allowed actions?(?: are| is)?|erlaubte aktionen|acciones permitidas|actions permises)[\\s:]+(${NAME}(?:${OR}${NAME}){0,7})`,
  'u',
)
const AFTER =
  /(?<![a-z])(?:not before|no earlier than|later than|newer than|posterieure?s? (?:au|a la|a)|posterior(?:es)? al?|never before|nicht vor(?: dem)?|no antes de(?:l)?|pas avant(?: le)?|(?:only )?(?:after|since|from)|nach(?: dem)?|despues del?|apres(?: le)?)\s+(.{4,24})/u
const BEFORE =
  /(?<![a-z])(?:not after|no later than|earlier than|prior to|anterieure?s? (?:au|a la|a)|anterior(?:es)? al?|never after|until|nicht nach(?: dem)?|no despues de(?:l)?|pas apres(?: le)?|before|vor(?: dem)?|antes de(?:l)?|avant(?: le)?|bis(?: zum)?)\s+(.{4,24})/u
const AGE =
  /(?:not (?:be )?older than|no older than|at most|within(?: the last)?|younger than|nicht alter als|hochstens|no mas de|pas plus de|moins de)\s*$/u
const BY =
  /(?:\bagent (?:must be|has to be|is|was|should be)|\b(?:signed|issued|made|done|only) by(?: agent)?|\bfrom agent)\s*$/u

/** The rules that a receipt is to keep to, as a goal tells them. */
export const constraints: Way = own('constraints', ({ text, all, quantities, known }: Part) => {
  const found: Constraint[] = []
  const actions = ACTIONS.exec(all)?.[1]
    ?.split(new RegExp(OR, 'u'))
    .filter((name) => name !== '')
  if (actions !== undefined)
    found.push(
      actions.length === 1
        ? { field: 'action', op: 'eq', value: actions[0] }
        : { field: 'action', op: 'in', value: actions },
    )
  const agent = agentIn(known)
  if (agent !== undefined) found.push({ field: 'agent_id', op: 'eq', value: agent })
  const after = dayOf(AFTER, text, known)
  if (after !== undefined) found.push({ field: 'ts', op: 'after', value: after })
  const before = dayOf(BEFORE, AFTER.test(text) ? text.replace(AFTER, ' ') : text, known)
  if (before !== undefined) found.push({ field: 'ts', op: 'before', value: before })
  const age = quantities().find(
    (one) => one.dimension === 'time' && (AGE.test(one.before) || /^\s*old/u.test(one.after)),
  )
  if (age !== undefined) found.push({ field: 'ts', op: 'within_s', value: age.value / 1_000 })
  return found.length === 0 ? undefined : found
})

const dayOf = (pattern: RegExp, text: string, { now }: Known) => {
  const rest = pattern.exec(text)?.[1]
  return rest === undefined ? undefined : dayIn(rest, now)
}

const agentIn = (known: Known) =>
  valuesOf(known, 'agent-name').find(
    ({ from, start }) => from === 'goal' && BY.test(foldInPlace(known.goal.slice(0, start))),
  )?.value

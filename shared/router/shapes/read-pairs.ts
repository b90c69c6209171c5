import { isText } from '../plan/draft.ts'
import { kindOf } from './describe-shape.ts'
import { fitValue, isBareValue } from './fit-value.ts'
import { FIRST, PAIRS, SECOND } from './member-names.rules.ts'
import type { Name } from './name-likeness.ts'
import type { ShapedField, ShapeIndex } from './shape-index.ts'

export type Member = { name: string; called: Name; value: unknown }
/** A member for an input, with how sure that is, from 0 to 1. */
export type Pairing = { member: Member; field: ShapedField; score: number }
type Pair = readonly [ShapedField, ShapedField]

/** What two members are worth as what was and what is: by words in their names, or by their order alone. */
const [BY_ROLE, BY_ORDER] = [0.85, 0.6]
/** What has the names of no form that a field knows is not bound to it under another name. */
const FOREIGN = 0.2
/** What a likely name is worth where the value has the least form, and what the form is worth beside it. */
const [BY_NAME, BY_VALUE] = [0.6, 0.4]

/** What a name that is so likely is worth with a value that fits so well. */
export const worth = (name: number, fit: number) => name * (BY_NAME + BY_VALUE * fit)

export const isNested = (value: unknown) => typeof value === 'object' && value !== null
export const knowsNames = ({ shape, forms }: ShapedField) =>
  forms.length > 0 || shape.names.size > 0 || shape.itemNames.size > 0
export const isForeign = (value: unknown, field: ShapedField, fit: number) =>
  field.isStructured && knowsNames(field) && isNested(value) && fit < FOREIGN

/** The inputs of an outcome that stand for what was and what is, or for what is wanted and what is there. */
export function pairOf(fields: readonly ShapedField[]): Pair | undefined {
  for (const [a, b] of PAIRS) {
    const first = fields.find(({ name, isRequired }) => name === a && isRequired)
    const second = fields.find(({ name, isRequired }) => name === b && isRequired)
    if (first !== undefined && second !== undefined) return [first, second]
  }
  return undefined
}

/** Two members whose names say which is which of a pair. */
export function byRole(pair: Pair, members: readonly Member[], index: ShapeIndex): Pairing[] {
  const fitting = fittingIn(pair, members, index)
  const has = ({ called }: Member, role: ReadonlySet<string>) => called.name.split('_').some((word) => role.has(word))
  const one =
    fitting.find((member) => has(member, FIRST) && !has(member, SECOND)) ?? fitting.find((member) => has(member, FIRST))
  const other = fitting.find((member) => member !== one && has(member, SECOND))
  return one === undefined || other === undefined ? [] : pairings(pair, [one, other], BY_ROLE, index)
}

/** The two members of an object of two, in their order, under whatever names. */
export function byOrder(pair: Pair, members: readonly Member[], index: ShapeIndex): Pairing[] {
  const [one, other] = fittingIn(pair, members, index)
  return one === undefined ||
    other === undefined ||
    members.length !== 2 ||
    !isNested(one.value) ||
    kindOf(one.value) !== kindOf(other.value)
    ? []
    : pairings(pair, [one, other], BY_ORDER, index)
}

const pairings = (
  [first, second]: Pair,
  [one, other]: readonly [Member, Member],
  base: number,
  index: ShapeIndex,
): Pairing[] => [
  { member: one, field: first, score: worth(base, fitValue(one.value, first, index)) },
  { member: other, field: second, score: worth(base, fitValue(other.value, second, index)) },
]

const fittingIn = ([first, second]: Pair, members: readonly Member[], index: ShapeIndex) =>
  members.filter(({ value }) => {
    const fit = fitValue(value, first, index)
    return (
      fit > 0 &&
      fitValue(value, second, index) > 0 &&
      !isForeign(value, first, fit) &&
      !(isText(first.type) && isBareValue(value))
    )
  })

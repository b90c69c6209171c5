import { isText } from '../plan/draft.ts'
import { asTaken, fitValue, hasForm, isBareValue, LONG_TEXT } from './fit-value.ts'
import { nameLikeness } from './name-likeness.ts'
import {
  byOrder,
  byRole,
  isForeign,
  isNested,
  knowsNames,
  type Member,
  pairOf,
  type Pairing,
  worth,
} from './read-pairs.ts'
import type { ShapedField, ShapedTool, ShapeIndex } from './shape-index.ts'

/** From here on a name is that of an input, and does not only have words of it. */
const NAMED = 0.8
/** A member of another name is bound from here on. */
const LEAST = 0.4
/** What a form or a type that fits is worth under any name, from which fit on. */
const [BY_SHAPE, SHAPED] = [0.7, 0.55]
const BY_TYPE = 0.5
/** What the last member is worth for the last input that is required. */
const BY_REST = 0.5
/** An input that is not needed says a little less. */
const OPTIONAL = 0.95

/**
 * Reads the members of an object as inputs of an outcome: by their names, as a pair of what was and what is, by names like
 * those of inputs, by their form, and what is left by being left. `isNamed` says whether one bears the very name of an input that is needed.
 */
export function readMembers(
  { tool, fields }: ShapedTool,
  members: readonly Member[],
  count: number,
  index: ShapeIndex,
): { values: Record<string, unknown>; fit: number; isNamed: boolean } {
  const bound = new Map<ShapedField, Pairing>()
  const taken = new Set<Member>()
  const take = (pairing: Pairing) => {
    if (bound.has(pairing.field) || taken.has(pairing.member)) return
    bound.set(pairing.field, pairing)
    taken.add(pairing.member)
  }
  const free = () => members.filter((member) => !taken.has(member))
  for (const field of fields) {
    const member = members.find(({ name }) => name === field.name)
    if (member !== undefined) take({ member, field, score: 1 })
  }
  const isNamed = [...bound.keys()].some(isNeeded)
  const isOpen = (field: ShapedField) => !bound.has(field)
  const takeBest = (pairings: Pairing[]) => {
    for (const pairing of pairings.sort((a, b) => b.score - a.score)) if (pairing.score >= LEAST) take(pairing)
  }
  const names = (open: readonly ShapedField[], left: readonly Member[]) =>
    open.flatMap((field) => left.map((member) => byName(member, field, tool.writes, index)))
  const open = () => fields.filter(isOpen)
  // What writes is given only what bears the name of an input, or one of its other names.
  const pair = tool.writes ? undefined : pairOf(open())
  if (pair !== undefined) for (const pairing of byRole(pair, free(), index)) take(pairing)
  takeBest(names(open(), free()))
  if (pair?.every(isOpen) === true) for (const pairing of byOrder(pair, free(), index)) take(pairing)
  if (!tool.writes) {
    const left = free()
    takeBest(open().flatMap((field) => (isNeeded(field) ? byForm(field, left, index) : [])))
    for (const pairing of byRest(open(), free(), index)) take(pairing)
  }
  const scores = [...bound.values()].map(({ score, member, field }) =>
    score === 1 ? exactness(member.value, field, index) : score * (isNeeded(field) ? 1 : OPTIONAL),
  )
  const share = scores.length / Math.max(1, count)
  const isLittle = scores.length < 2 && ![...bound.keys()].some((field) => field.isStructured && isNeeded(field))
  return {
    values: Object.fromEntries(
      [...bound.values()].map(({ field, member }) => [field.name, asTaken(member.value, field)]),
    ),
    fit: isLittle ? 0 : (scores.reduce((sum, score) => sum + score, 0) / Math.max(1, count)) * Math.sqrt(share),
    isNamed,
  }
}

const isNeeded = ({ isRequired, isEither }: ShapedField) => isRequired || isEither

/** How much the very name of an input says where its value has another form. */
const exactness = (value: unknown, field: ShapedField, index: ShapeIndex) => {
  const fit = fitValue(value, field, index)
  return fit === 0 ? MISFIT : BY_OWN_NAME + (1 - BY_OWN_NAME) * fit
}
const [BY_OWN_NAME, MISFIT] = [0.75, 0.2]

function byName(member: Member, field: ShapedField, isWrite: boolean, index: ShapeIndex): Pairing {
  const name = nameLikeness(member.called, field.called, field.others)
  // What only has a word of the name is believed where something is needed.
  const mayHaveWords = !isWrite && (isNeeded(field) || field.isStructured)
  const isMeant = name > 0 && field.type !== '' && (name >= NAMED || mayHaveWords)
  const fit = isMeant && !isNoText(member.value, field) ? fitValue(member.value, field, index) : 0
  return { member, field, score: fit === 0 || isForeign(member.value, field, fit) ? 0 : worth(name, fit) }
}

/** An address is no text, nor is an object. */
const isNoText = (value: unknown, { type }: ShapedField) => isText(type) && (isNested(value) || isBareValue(value))

/** A field that takes a value of this form under any name, if only one member has it. */
function byForm(field: ShapedField, members: readonly Member[], index: ShapeIndex): Pairing[] {
  const shaped = members
    .filter(({ value }) => isNested(value) && field.isStructured)
    .map((member) => ({ member, field, score: fitValue(member.value, field, index) }))
    .filter(({ score }) => score >= SHAPED && knowsNames(field))
    .map((pairing) => ({ ...pairing, score: BY_SHAPE * pairing.score }))
  const typed = members.filter(({ value }) => hasForm(value, field.type) === true)
  const long =
    isLongText(field) && members.length <= 2
      ? members.filter(({ value }) => typeof value === 'string' && value.length >= LONG_TEXT)
      : []
  const [one] = [typed, long].find((list) => list.length === 1) ?? []
  return [...shaped, ...(one === undefined ? [] : [{ member: one, field, score: BY_TYPE }])]
}

const isLongText = ({ shape, type }: ShapedField) =>
  shape.kinds.has('text') && shape.longest > 1_000 && shape.choices === null && hasForm('', type) === null

/** The last member for the one input that is required and may be it. */
function byRest(open: readonly ShapedField[], left: readonly Member[], index: ShapeIndex): Pairing[] {
  const [member, ...others] = left
  if (member === undefined || others.length > 0) return []
  const fitting = open.filter((field) => field.isRequired && mayBe(member.value, field, index))
  const [field] = fitting
  return field === undefined || fitting.length > 1 ? [] : [{ member, field, score: BY_REST }]
}

/** Whether a value that is left may be that of an input that is left: a text is no data. */
function mayBe(value: unknown, field: ShapedField, index: ShapeIndex): boolean {
  if (isNoText(value, field) || (typeof value === 'string' && field.type === 'json')) return false
  const fit = fitValue(value, field, index)
  return fit > 0 && !isForeign(value, field, fit)
}

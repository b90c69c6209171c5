import type { Tool } from '../tool.ts'
import type { InputShape } from '../values/read-input.ts'
import { isRecord } from './describe-shape.ts'
import { fitShape } from './fit-shape.ts'
import { putTogether } from './enumerated.ts'
import { hasForm } from './fit-value.ts'
import { nameLikeness, readName } from './name-likeness.ts'
import { readMembers } from './read-members.ts'
import { type ShapedTool, type ShapeIndex, shapeIndexOf } from './shape-index.ts'
import { knowsNames, type Member } from './read-pairs.ts'
import { readText, textFormOf } from './read-text.ts'

/** How an outcome would take an input by its form. */
export type Reading = {
  /** How much of the input it takes and how exactly, from 0 to 1, less for what it lacks. */
  fit: number
  /** The values of its inputs; `$input` is the input as a whole. */
  values: Readonly<Record<string, unknown>>
}

const NOTHING: Reading = { fit: 0, values: {} }
/** From here on the whole input is bound to a field. */
const WHOLE = 0.35
/** What a reading keeps where data is lacking, and for each other required input that is: both may stand in the goal. */
const [LACKS_DATA, LACKS_WORD] = [0.5, 0.85]

const known = new WeakMap<InputShape, ReadonlyMap<string, Reading>>()

/** How each outcome would take an input by its form alone: of its words nothing counts. */
export function readingsOf(input: InputShape, tools: ReadonlyMap<string, Tool>): ReadonlyMap<string, Reading> {
  const made = known.get(input)
  if (made !== undefined) return made
  const readings = new Map<string, Reading>()
  if (input.text.trim() !== '') {
    const index = shapeIndexOf(tools)
    const form = textFormOf(input)
    const members = membersOf(input.document ?? (form.isTalk ? {} : input.members))
    for (const [slug, shaped] of index.tools) {
      const reading =
        input.document === undefined
          ? (readLabelled(shaped, members, index) ?? readText(shaped, form))
          : readDocument(shaped, input, members, index)
      if (reading.fit > 0 || Object.keys(reading.values).length > 0) readings.set(slug, reading)
    }
  }
  known.set(input, readings)
  return readings
}

export const readingOf = (tool: Tool, input: InputShape, tools: ReadonlyMap<string, Tool>): Reading =>
  readingsOf(input, tools).get(tool.slug) ?? NOTHING

/** Lines that each begin with a label are read as members if all of them are inputs of the outcome. */
function readLabelled(shaped: ShapedTool, members: readonly Member[], index: ShapeIndex): Reading | undefined {
  if (members.length < 2) return undefined
  const [best] = [members, putTogether(members) ?? []]
    .filter((some) => some.length > 0)
    .flatMap((some) => {
      const { values, fit } = readMembers(shaped, some, some.length, index)
      return Object.keys(values).length < some.length ? [] : [{ values, fit: fit * completeness(shaped, values) }]
    })
    .toSorted((a, b) => b.fit - a.fit)
  return best
}

/** How many members are looked at. */
const MOST_MEMBERS = 24

const membersOf = (document: unknown): Member[] =>
  isRecord(document)
    ? Object.entries(document)
        .slice(0, MOST_MEMBERS)
        .map(([name, value]) => ({ name, called: readName(name), value }))
    : []

function readDocument(shaped: ShapedTool, input: InputShape, own: readonly Member[], index: ShapeIndex): Reading {
  const whole = shaped.tool.writes ? NOTHING : readWhole(shaped, input, index)
  if (!isRecord(input.document)) return whole
  const items = shaped.tool.writes ? undefined : readItems(shaped, input.document)
  if (items !== undefined) return items
  const count = Object.keys(input.document).length
  const asSent = readMembers(shaped, own, count, index)
  const list = shaped.tool.writes ? undefined : putTogether(own)
  const asList = list === undefined ? asSent : readMembers(shaped, list, count - own.length + list.length, index)
  const worthOf = (read: typeof asSent) => read.fit * completeness(shaped, read.values)
  const members = worthOf(asList) > worthOf(asSent) ? asList : asSent
  const fit = worthOf(members)
  if (members.isNamed || whole.fit <= fit) return { values: members.values, fit: Math.max(fit, whole.fit) }
  return whole
}

/** The members of an object that all have the form of the items of a list, such as addresses under names of their own. */
function readItems({ fields }: ShapedTool, document: Readonly<Record<string, unknown>>): Reading | undefined {
  const items = Object.values(document)
  const field = fields.find(
    ({ type, isRequired, name }) =>
      isRequired &&
      type.endsWith('[]') &&
      !(name in document) &&
      items.length > 1 &&
      items.every((item) => hasForm(item, type.slice(0, -2)) === true),
  )
  return field === undefined ? undefined : { fit: BY_ITEMS, values: { [field.name]: items } }
}
const BY_ITEMS = 0.75

/** The field that takes the input as a whole, if one does. */
function readWhole(shaped: ShapedTool, { document, json }: InputShape, index: ShapeIndex): Reading {
  const needsNothing = !shaped.fields.some(({ isRequired, isEither }) => isRequired || isEither)
  const [best] = shaped.fields
    .filter(({ isStructured, isRequired, isEither }) => isStructured && (isRequired || isEither || needsNothing))
    .map((field) => ({ field, fit: fitShape(document, field, index) }))
    .toSorted((a, b) => b.fit - a.fit)
  if (best === undefined || best.fit < WHOLE) return NOTHING
  const { field, fit } = best
  const value = json !== undefined || field.shape.kinds.has('text') ? '$input' : document
  const values = { [field.name]: value }
  return { values, fit: fit * completeness(shaped, values) }
}

/** How much a reading is worth by what it lacks; 0 where it has none of several inputs of which one is needed. */
function completeness({ fields, tool }: ShapedTool, values: Readonly<Record<string, unknown>>): number {
  if (tool.either.length > 0 && !tool.either.some((name) => name in values)) return 0
  const absent = fields.filter(({ isRequired, name }) => isRequired && !(name in values))
  return absent.some(({ isStructured, forms, shape }) => isStructured && (forms.length > 0 || !shape.kinds.has('text')))
    ? LACKS_DATA
    : LACKS_WORD ** absent.length
}

/** Whether an input takes data of known forms only, and what a step gives is hardly that by the names of the two. */
export function isOtherData(
  { slug, field }: { slug: string; field: string },
  given: { slug: string; path: string },
  tools: ReadonlyMap<string, Tool>,
): boolean {
  const taken = shapeIndexOf(tools)
    .tools.get(slug)
    ?.fields.find(({ name }) => name === field)
  if (taken === undefined || !knowsNames(taken)) return false
  const path = given.path.split('.').findLast((part) => !/^-?\d+$/.test(part)) ?? ''
  return [path, given.slug].every((name) => nameLikeness(readName(name), taken.called, taken.others) === 0)
}

import { isWritten } from '../plan/draft.ts'
import type { Tool } from '../tool.ts'
import { describeShape, isRecord, nameOf, type Shape } from './describe-shape.ts'
import { type Name, otherNames, readName } from './name-likeness.ts'
import { type Form, forms } from './read-forms.ts'

/** An input of an outcome, as far as the form of a value says whether it is meant for it. */
export type ShapedField = {
  name: string
  called: Name
  /** The other names that a member for it may have. */
  others: ReadonlySet<string>
  type: string
  shape: Shape
  forms: readonly Form[]
  /** The names that the example of the declaration has. */
  hints: readonly string[]
  isRequired: boolean
  isEither: boolean
  /** Takes objects or lists. */
  isStructured: boolean
}

export type ShapedTool = { tool: Tool; fields: readonly ShapedField[] }

export type ShapeIndex = {
  tools: ReadonlyMap<string, ShapedTool>
  /** How much a name says, from 0 to 1: the rarer it is among the fields, the more. */
  weightOf: (name: string) => number
}

const indexes = new WeakMap<ReadonlyMap<string, Tool>, ShapeIndex>()

/** The forms of all inputs of all outcomes, made once of their schemas, examples and the rules. */
export function shapeIndexOf(tools: ReadonlyMap<string, Tool>): ShapeIndex {
  const made = indexes.get(tools) ?? makeIndex(tools)
  indexes.set(tools, made)
  return made
}

function makeIndex(all: ReadonlyMap<string, Tool>): ShapeIndex {
  const known = forms()
  const tools = new Map(
    [...all].map(([slug, tool]) => {
      const example = tool.example()
      const fields = [...tool.fields].flatMap((name): ShapedField[] => {
        const schema = tool.schemaOf(name)
        if (schema === undefined) return []
        const type = tool.takes[name] ?? ''
        const shape = describeShape(schema)
        return [
          {
            name,
            called: readName(name),
            others: otherNames(slug, name),
            type,
            shape,
            hints: hintsOf(shape, example[name]),
            forms: known.get(`${slug}.${name}`) ?? known.get(`<${type}>`) ?? [],
            isRequired: tool.required.includes(name),
            isEither: tool.either.includes(name),
            isStructured: shape.kinds.has('object') || shape.kinds.has('list') || isWritten(type),
          },
        ]
      })
      return [slug, { tool, fields }] as const
    }),
  )
  const uses = new Map<string, number>()
  let count = 0
  for (const { fields } of tools.values())
    for (const { isStructured, shape, hints, forms: own } of fields) {
      if (!isStructured) continue
      count++
      const names = new Set([...shape.names, ...shape.itemNames, ...hints, ...own.flatMap((form) => [...form.names])])
      for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
    }
  const most = Math.log(1 + count)
  const weights = new Map([...uses].map(([name, used]) => [name, Math.log(1 + count / used) / most]))
  return {
    tools,
    weightOf: (name) => weights.get(name) ?? UNKNOWN,
  }
}

/** What a name weighs that no field has. */
const UNKNOWN = 0.6

/** The names that an example holds. */
function hintsOf(shape: Shape, value: unknown): readonly string[] {
  if (isRecord(value) && !shape.kinds.has('object')) return []
  return typeof value === 'object' && value !== null ? namesOf(value) : []
}

/** How many items of a list are looked at, and how many members of an object. */
const [MOST_ITEMS, MOST_MEMBERS] = [8, 60]

const named = new WeakMap<object, readonly string[]>()

/** The names of the members of an object, or of the first objects of a list. */
export function namesOf(value: object): readonly string[] {
  const made =
    named.get(value) ??
    (Array.isArray(value)
      ? [...new Set(value.slice(0, MOST_ITEMS).filter(isRecord).flatMap(namesOf))]
      : Object.keys(value).slice(0, MOST_MEMBERS).map(nameOf))
  named.set(value, made)
  return made
}

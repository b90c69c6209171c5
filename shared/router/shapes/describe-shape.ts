import { z } from 'zod'

import { fold } from '../goal/fold.ts'

export type Kind = 'object' | 'list' | 'text' | 'number' | 'flag'

/** What form the values of a field have: the kinds they may be of, and the names of what they hold. */
export type Shape = {
  kinds: ReadonlySet<Kind>
  /** The kinds of the items of a list. */
  items: ReadonlySet<Kind>
  /** The names of the members of an object. */
  names: ReadonlySet<string>
  /** Those of the objects in a list. */
  itemNames: ReadonlySet<string>
  /** The names without which an object, or an object in a list, is refused. */
  needs: ReadonlySet<string>
  itemNeeds: ReadonlySet<string>
  /** The texts of which a text has to be one; null where it may be any. */
  choices: ReadonlySet<string> | null
  /** The longest text, in characters; 0 where none is taken. */
  longest: number
}

const EVERY: readonly Kind[] = ['object', 'list', 'text', 'number', 'flag']
const ANY: Shape = {
  kinds: new Set(EVERY),
  items: new Set(EVERY),
  names: new Set(),
  itemNames: new Set(),
  needs: new Set(),
  itemNeeds: new Set(),
  choices: null,
  longest: Infinity,
}
const NONE: Shape = { ...ANY, kinds: new Set(), items: new Set(), longest: 0 }

/** A name as names are compared: `inputSchema`, `input-schema` and `input_schema` are one. */
export const nameOf = (name: string): string =>
  fold(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_'))
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** Describes the values that a schema takes. */
export function describeShape(schema: z.core.$ZodType): Shape {
  if (
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable
  )
    return describeShape(schema._zod.def.innerType)
  if (schema instanceof z.core.$ZodPipe) return describeShape(schema._zod.def.in)
  if (schema instanceof z.core.$ZodLazy) return describeShape(schema._zod.def.getter())
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.map(describeShape).reduce(either, NONE)
  if (schema instanceof z.core.$ZodObject) {
    const members = Object.entries(schema._zod.def.shape)
    return {
      ...NONE,
      kinds: new Set(['object']),
      names: new Set(members.map(([name]) => nameOf(name))),
      needs: new Set(members.filter(([, member]) => isNeeded(member)).map(([name]) => nameOf(name))),
    }
  }
  if (schema instanceof z.core.$ZodRecord) return { ...NONE, kinds: new Set(['object']) }
  if (schema instanceof z.core.$ZodArray) {
    const { kinds, names, needs } = describeShape(schema._zod.def.element)
    return { ...NONE, kinds: new Set(['list']), items: kinds, itemNames: names, itemNeeds: needs }
  }
  if (schema instanceof z.ZodString) return { ...NONE, kinds: new Set(['text']), longest: schema.maxLength ?? Infinity }
  if (schema instanceof z.core.$ZodString) return { ...NONE, kinds: new Set(['text']), longest: Infinity }
  if (schema instanceof z.core.$ZodEnum)
    return choice(Object.values(schema._zod.def.entries).filter((one) => typeof one === 'string'))
  if (schema instanceof z.core.$ZodLiteral)
    return choice(schema._zod.def.values.filter((one) => typeof one === 'string'))
  if (schema instanceof z.core.$ZodNumber) return { ...NONE, kinds: new Set(['number']) }
  if (schema instanceof z.core.$ZodBoolean) return { ...NONE, kinds: new Set(['flag']) }
  return schema instanceof z.core.$ZodNull ? NONE : ANY
}

const isNeeded = (schema: z.core.$ZodType) =>
  schema._zod.optin !== 'optional' && !(schema instanceof z.core.$ZodAny) && !(schema instanceof z.core.$ZodUnknown)

const choice = (texts: readonly string[]): Shape => ({
  ...NONE,
  kinds: new Set(['text']),
  choices: new Set(texts),
  longest: Math.max(0, ...texts.map(({ length }) => length)),
})

const both = <Item>(a: ReadonlySet<Item>, b: ReadonlySet<Item>): ReadonlySet<Item> => new Set([...a, ...b])
/** What both need: an object that one of them takes may lack what only the other needs. */
const shared = (a: Shape, b: Shape, kind: Kind, needs: 'needs' | 'itemNeeds') =>
  a.kinds.has(kind) && b.kinds.has(kind)
    ? new Set([...a[needs]].filter((name) => b[needs].has(name)))
    : both(a[needs], b[needs])

const either = (a: Shape, b: Shape): Shape => ({
  kinds: both(a.kinds, b.kinds),
  items: both(a.items, b.items),
  names: both(a.names, b.names),
  itemNames: both(a.itemNames, b.itemNames),
  needs: shared(a, b, 'object', 'needs'),
  itemNeeds: shared(a, b, 'list', 'itemNeeds'),
  choices:
    a.kinds.has('text') && b.kinds.has('text') && (a.choices === null || b.choices === null)
      ? null
      : a.choices === null && b.choices === null
        ? null
        : both(a.choices ?? new Set(), b.choices ?? new Set()),
  longest: Math.max(a.longest, b.longest),
})

/** The kind of a value; undefined for null. */
export function kindOf(value: unknown): Kind | undefined {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return value === null ? undefined : 'object'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'flag'
  return typeof value === 'number' ? 'number' : undefined
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => kindOf(value) === 'object'

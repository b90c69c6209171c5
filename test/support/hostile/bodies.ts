import { listOf, membersOf } from './fill.ts'
import { nearMissesOf, wrongFor } from './near-misses.ts'
import type { Operation, Schema } from './operations.ts'
import { type Place, placesOf } from './places.ts'
import { hostileTexts } from './texts.ts'

/** A body to send. It is made when it is wanted: all of them together are gigabytes. */
export type HostileBody = {
  kind: string
  type: string
  /** Whether it is one of the many texts of one place. */
  isText?: boolean
  /** Not worth sending when it is no longer than this. */
  minBytes?: number
  make: () => Buffer
}

type Resolve = (schema: Schema) => Schema
type Kind = { kind: string; isText?: boolean; json: (bytes: number) => string }

const JSON_TYPE = 'application/json'

/** Hostile JSON bodies of so many bytes for an operation: for each place of its schema, and for its readers as a whole. */
export function hostileBodies(
  { bodies }: Operation,
  { bytes, resolve, random }: { bytes: number; resolve: Resolve; random: () => number },
): HostileBody[] {
  const documented = bodies.find(({ type }) => type === JSON_TYPE)
  if (documented === undefined) return []
  const places = placesOf(documented.schema, documented.example, resolve)
  const inPlaces = places.flatMap((place) =>
    kindsFor(place, resolve, random).map(({ kind, isText = false, json }) => ({
      kind: `${place.pointer === '' ? 'the body' : place.pointer}: ${kind}`,
      type: JSON_TYPE,
      isText,
      make: () => Buffer.from(place.embed(json(bytes - Buffer.byteLength(place.embed(''))))),
    })),
  )
  const [root] = places
  const around = root === undefined ? '' : fittingMembers(root)
  return [...inPlaces, ...wholeBodies(around, bytes)]
}

function kindsFor(place: Place, resolve: Resolve, random: () => number): readonly Kind[] {
  const { schema, fitting } = place
  const texts = (values: unknown[]) => values.map((value) => JSON.stringify(value))
  if (schema.type === 'array') {
    const items = schema.items ?? {}
    const fit = Array.isArray(fitting) && fitting.length > 0 ? fitting : ['a']
    return [
      { kind: 'wrong items', json: (bytes) => listOf(texts([wrongFor(items, resolve)]), bytes) },
      { kind: 'items that are nearly right', json: (bytes) => listOf(texts(nearMissesOf(items, resolve)), bytes) },
      { kind: 'as many items as it takes', json: (bytes) => listOf(texts(fit), bytes, schema.maxItems) },
      { kind: 'more items than it takes', json: (bytes) => listOf(texts(fit), bytes) },
    ]
  }
  if (schema.type === 'string') {
    const most = schema.maxLength ?? Infinity
    return [
      { kind: 'the longest text', json: (bytes) => JSON.stringify('a'.repeat(Math.min(most, bytes - 2))) },
      ...hostileTexts(schema.pattern, random).map(({ name, make }) => ({
        kind: `long text of ${name}`,
        isText: true,
        json: make,
      })),
    ]
  }
  if (schema.type === 'number' || schema.type === 'integer')
    return [
      { kind: 'a number of many digits', json: (bytes) => '9'.repeat(bytes) },
      { kind: 'a number of many decimals', json: (bytes) => `0.${'1'.repeat(bytes - 2)}` },
      { kind: 'a number beyond all', json: () => '1e400' },
    ]
  if (schema.type === 'object') return objectKinds(place, resolve)
  return schema.anyOf === undefined && schema.oneOf === undefined && schema.enum === undefined ? ANYTHING : []
}

function objectKinds(place: Place, resolve: Resolve): Kind[] {
  const { schema } = place
  const own = fittingMembers(place)
  const before = own === '' ? '' : `${own},`
  const names = Object.keys(schema.properties ?? {})
  const kinds: Kind[] = [
    { kind: 'unknown members', json: (bytes) => `{${before}${membersOf(['0'], bytes - before.length)}}` },
  ]
  if (names.length > 0)
    kinds.push({
      kind: 'names that are nearly right',
      json: (bytes) =>
        `{${before}${membersOf(['0'], bytes - before.length, (nth) => `${names[nth % names.length]}${nth.toString(36)}`)}}`,
    })
  const entry = schema.additionalProperties
  if (typeof entry === 'object') {
    const wrong = [JSON.stringify(wrongFor(entry, resolve))]
    const near = nearMissesOf(entry, resolve).map((value) => JSON.stringify(value))
    kinds.push(
      { kind: 'wrong entries', json: (bytes) => `{${membersOf(wrong, bytes)}}` },
      { kind: 'entries that are nearly right', json: (bytes) => `{${membersOf(near, bytes)}}` },
      { kind: 'entries under long names', json: (bytes) => `{${membersOf(wrong, bytes, longName)}}` },
    )
  }
  return kinds
}

const longName = (nth: number) => `${'n'.repeat(2_000)}${nth}`

/** What stands in an object when it is right, without its braces. */
const fittingMembers = ({ fitting }: Place) =>
  typeof fitting === 'object' && fitting !== null && !Array.isArray(fitting) ? JSON.stringify(fitting).slice(1, -1) : ''

const DEEP = 58
/** Chains of lists or members as deep as JSON may be, side by side. */
const chains = (open: string, close: string) => (bytes: number) =>
  listOf([`${open.repeat(DEEP)}0${close.repeat(DEEP)}`], bytes)

/** Where anything may stand. */
const ANYTHING: readonly Kind[] = [
  { kind: 'numbers', json: (bytes) => listOf(['0'], bytes) },
  { kind: 'objects', json: (bytes) => listOf(['{"a":"b","c":[1,{"d":null}]}'], bytes) },
  { kind: 'members', json: (bytes) => `{${membersOf(['"x"', '1', 'null', '[]'], bytes)}}` },
  { kind: 'deep lists', json: chains('[', ']') },
  { kind: 'deep members', json: chains('{"a":', '}') },
  { kind: 'a long text', json: (bytes) => `"${'a'.repeat(bytes - 2)}"` },
  { kind: 'texts', json: (bytes) => listOf([`"${'ab '.repeat(30)}"`], bytes) },
]

/** Bodies that are hostile to the reader of JSON itself. `around` are members that fit. */
function wholeBodies(around: string, bytes: number): HostileBody[] {
  const before = around === '' ? '' : `${around},`
  const rest = bytes - Buffer.byteLength(before) - 20
  const all: Record<string, () => Buffer | string> = {
    'lists in lists, far too deep': () => '['.repeat(bytes),
    'members in members, far too deep': () => '{"a":'.repeat(Math.floor(bytes / 5)),
    'a member far too deep': () => `{${before}"x":${'['.repeat(rest / 2)}${']'.repeat(rest / 2)}}`,
    'chains of lists': () => `{${before}"x":${chains('[', ']')(rest)}}`,
    'chains of members': () => `{${before}"x":${chains('{"a":', '}')(rest)}}`,
    'one name again and again': () => `{${before}${'"a":0,'.repeat(rest / 6)}"a":1}`,
    'more values than JSON may hold': () => `{${before}"x":[${'0,'.repeat(rest / 2 - 1)}0]}`,
    'a list': () => listOf(['0'], bytes),
    'one text of NUL': () => `{${before}"x":"${'\\u0000'.repeat(rest / 6)}"}`,
    'texts of which the last holds half a character': () =>
      `{${before}"x":["${'\\ud83d\\ude00'.repeat(rest / 12)}","\\ud800"]}`,
    'a number beyond all, at the end': () => `{${before}"x":[${listOf(['0'], rest)},1e400]}`,
    '__proto__ at the end': () => `{${before}${membersOf(['0'], rest - 20)},"__proto__":0}`,
    blanks: () => `{${before}"x":${' '.repeat(rest)}0}`,
    'JSON that breaks off': () => `{${before}"x":${listOf(['{"a":1}'], rest)}`,
    'no UTF-8 at the end': () =>
      Buffer.concat([Buffer.from(`{"x":"${'a'.repeat(rest)}`), Buffer.from([0xff, 0x22, 0x7d])]),
    'one long name': () => `{"${'n'.repeat(bytes - 10)}":0}`,
  }
  return Object.entries(all).map(([kind, make]) => ({
    kind: `the whole body: ${kind}`,
    type: JSON_TYPE,
    make: () => Buffer.from(make()),
  }))
}

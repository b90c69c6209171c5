import { eachInTurns } from '#shared/lib/concurrency/each-in-turns.ts'

import { isSchema, type JsonSchema } from '#ingress/call/challenge/plain-schema.ts'

/** Shortest schema in bytes that is worth a name of its own. */
const LEAST_BYTES = 100

/** Schemas that are read or changed in one turn of the event loop. */
const SCHEMAS_PER_TURN = 5

/** A schema within another: where it stands, and the name of the property it is of. */
type Place = { holder: Record<string, unknown>; key: string; schema: JsonSchema; name: string }

const MAPS = ['properties', 'patternProperties'] as const
const SINGLES = ['items', 'additionalProperties'] as const
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const

/**
 * Moves every schema that occurs more than once within `roots` to `components`, and refers to it there. `roots` and
 * `components` are changed in place; a root itself stays where it is. Names come from the property that a schema is of. The
 * event loop turns meanwhile, and nobody else may read or change what was given until it is done.
 */
export async function shareSchemas(roots: readonly JsonSchema[], components: Record<string, unknown>): Promise<void> {
  const seen = new Map<string, { times: number; name: string }>()
  const count = (schema: JsonSchema, under: string) => {
    for (const place of placesIn(schema, under)) {
      if (!isWorthSharing(place.schema)) {
        count(place.schema, place.name)
        continue
      }
      const text = JSON.stringify(place.schema)
      const known = seen.get(text)
      if (known === undefined) {
        seen.set(text, { times: 1, name: place.name })
        count(place.schema, place.name)
      } else known.times += 1
    }
  }
  await eachInTurns(roots, (root) => count(root, ''), SCHEMAS_PER_TURN)

  const names = new Map<string, string>()
  for (const [text, { times, name }] of seen)
    if (times > 1 && text.length >= LEAST_BYTES) {
      const free = freeName(name, components)
      components[free] = null
      names.set(text, free)
    }
  const refer = (schema: JsonSchema) => {
    for (const { holder, key, schema: inner } of placesIn(schema, '')) {
      const name = isWorthSharing(inner) ? names.get(JSON.stringify(inner)) : undefined
      if (name === undefined) refer(inner)
      else holder[key] = { $ref: `#/components/schemas/${name}` }
    }
  }
  await eachInTurns(
    names,
    ([text, name]) => {
      // Safe: the text of a schema.
      const schema = JSON.parse(text) as JsonSchema
      refer(schema)
      components[name] = schema
    },
    SCHEMAS_PER_TURN,
  )
  await eachInTurns(roots, refer, SCHEMAS_PER_TURN)
}

/** Scalars are easier read where they are used. */
const isWorthSharing = (schema: JsonSchema) => 'enum' in schema || placesIn(schema, '').length > 0

function placesIn(schema: JsonSchema, under: string): Place[] {
  const places: Place[] = []
  const add = (holder: unknown, key: string, name: string) => {
    if (!isSchema(holder)) return
    const inner = holder[key]
    if (isSchema(inner)) places.push({ holder, key, schema: inner, name })
  }
  for (const keyword of MAPS) {
    const map = schema[keyword]
    if (isSchema(map)) for (const name of Object.keys(map)) add(map, name, name)
  }
  for (const keyword of SINGLES) add(schema, keyword, `${under}_item`)
  for (const keyword of LISTS) {
    const list: unknown = schema[keyword]
    // Safe: an array is indexed by the text of a number, too.
    if (Array.isArray(list)) for (const index of list.keys()) addListed(list as unknown as JsonSchema, index)
  }
  return places

  function addListed(holder: JsonSchema, index: number) {
    const inner = holder[String(index)]
    if (isSchema(inner)) places.push({ holder, key: String(index), schema: inner, name: under })
  }
}

/** `schema_errors` becomes SchemaErrors, or SchemaErrors2 where that is taken. */
function freeName(property: string, taken: Record<string, unknown>): string {
  const words = property.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const name = /^[A-Z]/.test(words.join('')) ? words.join('') : `Part${words.join('')}`
  if (!(name in taken)) return name
  let number = 2
  while (`${name}${number}` in taken) number += 1
  return `${name}${number}`
}

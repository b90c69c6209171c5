import type { Schema } from './operations.ts'
import { skeletonOf } from './skeleton.ts'

/** A place in a body where something hostile may stand. `embed` makes the whole body around the JSON of that place. */
export type Place = {
  pointer: string
  schema: Schema
  /** What fits there. */
  fitting: unknown
  embed: (json: string) => string
}

const DEEPEST = 10

/**
 * Every place of a schema, each branch of each union included. Around a place stands what fits: the operation's example
 * where it has that part, else the least the schema takes.
 */
export function placesOf(root: Schema, example: unknown, resolve: (schema: Schema) => Schema): Place[] {
  const places: Place[] = []
  const visit = (given: Schema, fitting: unknown, pointer: string, embed: Place['embed'], seen: readonly Schema[]) => {
    const schema = resolve(given)
    if (seen.length > DEEPEST || seen.filter((one) => one === schema).length > 1) return
    const around = [...seen, schema]
    places.push({ pointer, schema, fitting, embed })
    for (const [nth, branch] of (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).entries()) {
      const own = resolve(branch)
      const inBranch = fits(fitting, own) ? fitting : skeletonOf(own, resolve)
      visit(own, inBranch, `${pointer}|${nth}`, embed, around)
    }
    const others = membersOf(fitting)
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const rest = others.filter(([other]) => other !== name).map(([other, value]) => `${json(other)}:${json(value)},`)
      const inside = (text: string) => embed(`{${rest.join('')}${json(name)}:${text}}`)
      const known = others.find(([other]) => other === name)?.[1]
      visit(member, known ?? skeletonOf(member, resolve), `${pointer}/${name}`, inside, around)
    }
    if (typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length > 0) {
      const entry = schema.additionalProperties
      const inside = (text: string) => embed(`{"entry":${text}}`)
      visit(entry, others[0]?.[1] ?? skeletonOf(entry, resolve), `${pointer}/*`, inside, around)
    }
    if (schema.items !== undefined && Object.keys(schema.items).length > 0) {
      const [first]: unknown[] = Array.isArray(fitting) ? fitting : []
      const inside = (text: string) => embed(`[${text}]`)
      visit(schema.items, first ?? skeletonOf(schema.items, resolve), `${pointer}/-`, inside, around)
    }
  }
  visit(root, example ?? skeletonOf(root, resolve), '', (text) => text, [])
  return places
}

const json = (value: unknown) => JSON.stringify(value) ?? 'null'

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []

/** Whether a value is of a branch's type and has its members; enough to tell the branches of one union apart. */
function fits(value: unknown, { type, required = [], const: only, enum: some }: Schema): boolean {
  if (only !== undefined) return value === only
  if (some !== undefined) return some.includes(value)
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'object':
      return (
        typeof value === 'object' && value !== null && !Array.isArray(value) && required.every((name) => name in value)
      )
    case 'integer':
      return typeof value === 'number'
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

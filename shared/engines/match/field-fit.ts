import { isObject, ownValue, typeOf, type JsonObject } from '../json/json-value.ts'

export type Fit = { satisfied: string[]; missing_required: string[]; type_mismatch: string[] }

type Field = { name: string; key: string; types: ReadonlySet<string> | null; isRequired: boolean }

/** Maximum number of fields compared of one object; no endpoint has more, and sending more gives no advantage. */
const MOST_FIELDS = 300

/** Compares fields: `given` are the caller's, `schema` the endpoint's. */
export function fieldFit(given: readonly Field[], schema: readonly Field[]): { fit: Fit; share: number } {
  const fit: Fit = { satisfied: [], missing_required: [], type_mismatch: [] }
  const byKey = new Map(given.map((field) => [field.key, field]))
  for (const field of schema) {
    const match = byKey.get(field.key)
    if (match === undefined) {
      if (field.isRequired) fit.missing_required.push(field.name)
    } else if (clash(match.types, field.types)) fit.type_mismatch.push(field.name)
    else fit.satisfied.push(field.name)
  }
  const clashing = new Set(fit.type_mismatch)
  const required = schema.filter(({ isRequired }) => isRequired).length
  const met =
    required -
    fit.missing_required.length -
    schema.filter(({ name, isRequired }) => isRequired && clashing.has(name)).length
  // Without required fields any body fits; known fields still count in its favour.
  const share = required === 0 ? (fit.satisfied.length > 0 ? 1 : 0.5) : met / required
  return { fit, share }
}

/** The fields of an example object, or of a JSON Schema of an object. */
export function fieldsOf(value: JsonObject): Field[] {
  const properties = ownValue(value, 'properties')
  if (!isObject(properties))
    return Object.entries(value)
      .slice(0, MOST_FIELDS)
      .map(([name, member]) => ({ name, key: plain(name), types: new Set([typeOf(member)]), isRequired: true }))
  const required = ownValue(value, 'required')
  return fieldsIn(properties, new Set(Array.isArray(required) ? required : Object.keys(properties)))
}

/** The fields of an endpoint's schema: only what it lists as required is. */
export function schemaFields(schema: unknown): Field[] {
  const properties = isObject(schema) ? ownValue(schema, 'properties') : undefined
  const required = isObject(schema) ? ownValue(schema, 'required') : undefined
  return fieldsIn(isObject(properties) ? properties : {}, new Set(Array.isArray(required) ? required : []))
}

const fieldsIn = (properties: JsonObject, required: ReadonlySet<unknown>): Field[] =>
  Object.entries(properties)
    .slice(0, MOST_FIELDS)
    .map(([name, member]) => ({ name, key: plain(name), types: typesOf(member), isRequired: required.has(name) }))

function typesOf(schema: unknown): ReadonlySet<string> | null {
  if (!isObject(schema)) return null
  const type = ownValue(schema, 'type')
  const own = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string')
  const branches = ['anyOf', 'oneOf'].flatMap((key) => {
    const list = ownValue(schema, key)
    return Array.isArray(list) ? list.flatMap((branch: unknown) => [...(typesOf(branch) ?? ['any'])]) : []
  })
  const all = new Set([...own, ...branches])
  return all.size === 0 || all.has('any') ? null : all
}

function clash(given: ReadonlySet<string> | null, wanted: ReadonlySet<string> | null): boolean {
  if (given === null || wanted === null) return false
  const loose = (types: ReadonlySet<string>) =>
    new Set([...types].map((type) => (type === 'integer' ? 'number' : type)))
  return [...loose(given)].every((type) => !loose(wanted).has(type))
}

/** tx_hash, txHash and TX-Hash are one name; url matches any field that is a URL. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

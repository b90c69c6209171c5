import { isObject, type JsonObject, ownValue, setOwn } from '#shared/engines/json/json-value.ts'
import { pointerToken, pointerTokens } from '#shared/engines/json/json-pointer.ts'

export type Scalar = string | number | boolean
export type FoundValue = { path: string; value: Scalar }

const MOST_ITEMS = 500

/**
 * The instance of a schema with the found values in their places. What was not found is null where null is allowed or
 * where it is required, else left out. `missing` are the required places without a value.
 */
export function buildInstance(
  schema: JsonObject,
  found: readonly FoundValue[],
): { data: Record<string, unknown>; missing: string[] } {
  const values = new Map(found.map(({ path, value }) => [path, value]))
  const missing: string[] = []
  const data = objectOf(schema, '', values, missing)
  return { data, missing }
}

function objectOf(
  schema: JsonObject,
  path: string,
  values: ReadonlyMap<string, Scalar>,
  missing: string[],
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  const properties = ownValue(schema, 'properties')
  const required = new Set([ownValue(schema, 'required')].flat())
  for (const [key, child] of Object.entries(isObject(properties) ? properties : {})) {
    if (!isObject(child)) continue
    const place = `${path}/${pointerToken(key)}`
    const value = valueOf(child, place, values, missing)
    if (value !== undefined) setOwn(made, key, value)
    else if (required.has(key)) {
      missing.push(place)
      setOwn(made, key, null)
    } else if (mayBeNull(child)) setOwn(made, key, null)
  }
  return made
}

function valueOf(schema: JsonObject, path: string, values: ReadonlyMap<string, Scalar>, missing: string[]): unknown {
  const items = ownValue(schema, 'items')
  if (isObject(ownValue(schema, 'properties'))) {
    if ([...values.keys()].some((known) => known.startsWith(`${path}/`))) return objectOf(schema, path, values, missing)
    return mayBeNull(schema) ? undefined : emptyOf(schema, path, values, missing)
  }
  if (!isObject(items)) return values.get(path)
  const list: unknown[] = []
  for (let at = 0; at < MOST_ITEMS; at += 1) {
    const place = `${path}/${at}`
    if (![...values.keys()].some((known) => known === place || known.startsWith(`${place}/`))) break
    list.push(valueOf(items, place, values, missing) ?? null)
  }
  return list.length === 0 ? undefined : list
}

/** An object nothing was found for: its required places are missing too. */
function emptyOf(schema: JsonObject, path: string, values: ReadonlyMap<string, Scalar>, missing: string[]) {
  const required = [ownValue(schema, 'required')].flat().filter((key) => typeof key === 'string')
  return required.length === 0 ? undefined : objectOf(schema, path, values, missing)
}

const mayBeNull = (schema: JsonObject) => {
  const type = ownValue(schema, 'type')
  return type === undefined || [type].flat().includes('null')
}

/**
 * The pattern of a place (`/rows/3/name` → `/rows/*\/name`) if a schema has it; null for a place it does not have. Array
 * indices are counted from 0.
 */
export function patternOf(path: string, patterns: ReadonlySet<string>): string | null {
  const tokens = pointerTokens(path)
  if (tokens === null) return null
  for (const pattern of patterns) {
    const wanted = pointerTokens(pattern) ?? []
    const fits =
      wanted.length === tokens.length &&
      wanted.every((token, at) => (token === '*' ? /^\d{1,3}$/.test(tokens[at] ?? '') : token === tokens[at]))
    if (fits) return pattern
  }
  return null
}

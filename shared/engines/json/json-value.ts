/** A JSON object as JSON.parse makes it: own properties only, whatever their names. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An own property; never what an object inherits, so that `constructor` and `__proto__` are names like any other. */
export const ownValue = (object: JsonObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined

/** Sets an own property, also one that is called `__proto__`. */
export function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

/** The JSON Schema type of a value; a number without fraction is an integer. */
export function typeOf(value: unknown): 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object' {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return 'string'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

/** Whether arrays and objects are nested deeper than `limit`; it stops there and never recurses. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  const open: [unknown, number][] = [[value, 0]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next
    if (typeof node !== 'object' || node === null) continue
    if (depth >= limit) return true
    for (const child of Object.values(node)) if (typeof child === 'object') open.push([child, depth + 1])
  }
  return false
}

/**
 * A text that is the same for equal JSON values and only for those: keys sorted, 1 and 1.0 alike. The caller has bounded
 * the depth.
 */
export function identityOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(identityOf).join(',')}]`
  if (!isObject(value)) return typeof value === 'number' ? String(value) : JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${identityOf(value[key])}`).join(',')}}`
}

/** A short text of a value for a message: at most `limit` characters. */
export function preview(value: unknown, limit = 80): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `array of ${value.length}`
  if (isObject(value)) {
    const keys = Object.keys(value)
    return keys.length === 0
      ? '{}'
      : clip(`object with ${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ', ...' : ''}`, limit)
  }
  // A long string is cut before it is quoted, so that a megabyte is never copied.
  return clip(JSON.stringify(typeof value === 'string' ? value.slice(0, limit + 1) : value), limit)
}

/** At most `limit` characters, never half a surrogate pair. */
export const clip = (text: string, limit: number) =>
  text.length <= limit ? text : `${text.slice(0, limit - 3).replace(/[\uD800-\uDBFF]$/, '')}...`

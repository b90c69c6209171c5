import type { Delivery } from './provider.ts'
import type { Place } from './providers.rules.ts'

/** The value at a dotted path of own members and array places; undefined when there is none. */
export function valueAt(body: unknown, path: string): unknown {
  let value = body
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    // Safe: an object or array that has this own member.
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** The first of some places that holds a text, number or truth, with the top-level member it was read from. */
export function firstAt(
  delivery: Delivery,
  places: readonly Place[],
): { value: string | number | boolean; member: string | null } | null {
  for (const place of places) {
    const [kind = '', path = ''] = place.split(/:(.*)/s, 2)
    const value = kind === 'text' ? path : kind === 'header' ? delivery.headers.get(path) : valueAt(delivery.body, path)
    const isGiven = typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean'
    if (!isGiven) continue
    // Safe: only these three kinds are given.
    return { value: value as string | number | boolean, member: kind === 'body' ? (path.split('.')[0] ?? null) : null }
  }
  return null
}

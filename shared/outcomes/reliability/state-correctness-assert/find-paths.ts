import { pointerToken, pointerTokens } from '#shared/engines/json/json-pointer.ts'
import { isObject } from '#shared/engines/json/json-value.ts'

export type Place = { path: string; value: unknown }

/** Counts looked-at values, so that wildcards in wildcards end. */
export type Purse = { spent: number; readonly most: number }

export class TooMuch extends Error {}

/**
 * What stands at a pointer; `*` is every member of an array or object. `missing` are the places that are not there: a
 * missing member, or one that a member of a wildcard lacks. Null for a text that is no pointer.
 */
export function findPlaces(
  state: unknown,
  pointer: string,
  purse: Purse,
): { found: Place[]; missing: string[]; isMany: boolean } | null {
  const tokens = pointerTokens(pointer)
  if (tokens === null) return null
  let found: Place[] = [{ path: '', value: state }]
  const missing: string[] = []
  for (const token of tokens) {
    const next: Place[] = []
    for (const { path, value } of found) {
      const members = membersOf(value, token)
      purse.spent += Math.max(1, members?.length ?? 0)
      if (purse.spent > purse.most) throw new TooMuch()
      if (members === null) missing.push(`${path}/${token === '*' ? token : pointerToken(token)}`)
      for (const [key, member] of members ?? []) next.push({ path: `${path}/${pointerToken(key)}`, value: member })
    }
    found = next
  }
  return { found, missing, isMany: tokens.includes('*') }
}

function membersOf(value: unknown, token: string): [string, unknown][] | null {
  if (typeof value !== 'object' || value === null) return null
  // Safe: an array is an object whose own keys are its indexes.
  if (token === '*') return Object.entries(value as Readonly<Record<string, unknown>>)
  if (Array.isArray(value))
    return /^(?:0|[1-9]\d{0,9})$/.test(token) && Number(token) < value.length ? [[token, value[Number(token)]]] : null
  return isObject(value) && Object.hasOwn(value, token) ? [[token, value[token]]] : null
}

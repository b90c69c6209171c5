import { survivesDouble } from '../decimal.ts'

/** Remarks on valid JSON: numbers that a double would change, and keys that occur twice in one object. */
type Remarks = {
  bigNumbers: readonly { at: number; text: string }[]
  doubleKeys: readonly { at: number; key: string }[]
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g

/** Reads a text that JSON.parse has taken, token by token. */
export function scanValid(text: string): Remarks {
  const bigNumbers: { at: number; text: string }[] = []
  const doubleKeys: { at: number; key: string }[] = []
  const open: (Set<string> | null)[] = []
  let mayBeKey = false
  for (const { 0: token, index: at } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') open.pop()
    else if (token.startsWith('"')) {
      const keys = open.at(-1)
      if (mayBeKey && keys) {
        const key = String(JSON.parse(token))
        if (keys.has(key)) doubleKeys.push({ at, key })
        keys.add(key)
      }
    } else if (token !== ',' && token !== ':' && !survivesDouble(token)) bigNumbers.push({ at, text: token })
    mayBeKey = token === '{' || token === ','
  }
  return { bigNumbers, doubleKeys }
}

/** The value of valid JSON, with the digits of numbers that a double would change as strings. */
export function parseExactly(text: string): unknown {
  // Safe: V8 hands the reviver the source text of every primitive (ECMAScript 2026); the types do not know it yet.
  const parse = JSON.parse as (
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown
  return parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && !survivesDouble(source) ? source : value,
  )
}

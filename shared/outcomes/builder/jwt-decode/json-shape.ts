/** What JSON.parse does not tell: keys that an object has twice (as paths), and how deep the text nests. */
export type JsonShape = { duplicates: string[]; depth: number }

type Level = { path: string; keys: Set<string> | null; index: number; key: string }

/** Reads the shape of a JSON text that JSON.parse accepts. Keys count as equal after their escapes are resolved. */
export function jsonShape(json: string): JsonShape {
  const duplicates = new Set<string>()
  const levels: Level[] = []
  let depth = 0
  let pending: string | null = null

  for (const [token] of json.matchAll(/"(?:[^"\\]|\\[^])*"|[{}[\],:]/g)) {
    const level = levels.at(-1)
    if (token === '{' || token === '[') {
      levels.push({ path: pathOf(level), keys: token === '{' ? new Set() : null, index: 0, key: '' })
      depth = Math.max(depth, levels.length)
    } else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && level !== undefined) level.index += 1
    else if (token === ':' && pending !== null && level?.keys !== null && level !== undefined) {
      // Safe: the token is a JSON string.
      level.key = JSON.parse(pending) as string
      if (level.keys.has(level.key)) duplicates.add(pathOf(level))
      level.keys.add(level.key)
    }
    pending = token.startsWith('"') ? token : null
  }
  return { duplicates: [...duplicates], depth }
}

function pathOf(level: Level | undefined): string {
  if (level === undefined) return ''
  if (level.keys === null) return `${level.path}[${level.index}]`
  return level.path === '' ? level.key : `${level.path}.${level.key}`
}

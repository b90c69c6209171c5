import { shortPointerToken } from '../json/short-pointer-token.ts'

/** A text that a model will read, and its path. */
export type Surface = { path: string; text: string; key: string }

const MAX_SURFACES = 2_000
const MAX_CHARS = 20_000

/**
 * Every text in a definition: names, titles, descriptions, and in schemas also property names, enum values, defaults,
 * constants and examples, for a model reads them all. Without recursion; at most 2,000 of 20,000 characters, and `unread`
 * is the path from which on something was left out, null where nothing was.
 */
export function textSurfaces(definition: unknown, root: string): { found: Surface[]; unread: string | null } {
  let unread: string | null = null
  const found: Surface[] = []
  const next: { path: string; value: unknown; key: string }[] = [{ path: root, value: definition, key: '' }]
  while (next.length > 0 && found.length < MAX_SURFACES) {
    const { path, value, key } = next.pop() ?? { path: root, value: null, key: '' }
    if (typeof value === 'string' && value.trim() !== '') found.push({ path, text: value.slice(0, MAX_CHARS), key })
    if (typeof value === 'string' && value.length > MAX_CHARS) unread ??= path
    if (typeof value !== 'object' || value === null) continue
    const members = Array.isArray(value)
      ? value.map((one, index): [string, unknown] => [String(index), one])
      : Object.entries(value)
    for (const [name, member] of members.toReversed()) {
      const inner = `${path}/${shortPointerToken(name)}`
      // A long name is a sentence in the place of one.
      if (!Array.isArray(value) && name.length > 24)
        found.push({ path: inner, text: name.replace(/[_-]+/g, ' ').slice(0, MAX_CHARS), key: name })
      next.push({ path: inner, value: member, key: Array.isArray(value) ? key : name })
    }
  }
  return { found, unread: unread ?? next.at(-1)?.path ?? null }
}

import { skeletonOf } from './look-alikes.ts'
import { objectOr, textOr, toolLike, type ToolLike } from '#shared/engines/capability/tool-like.ts'
import { editDistance } from '#shared/lib/names/edit-distance.ts'

export type Shadow = { tool: string; other_server: string; similarity: number; other: string }

const MAX_SHADOWS = 100
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Tools that have the name, or nearly the name, of a tool of another server in the same agent. */
export function shadowing(
  tools: readonly ToolLike[],
  others: readonly unknown[],
): { shadows: Shadow[]; references: { tool: string; other_server: string; other: string }[] } {
  const shadows: Shadow[] = []
  const references: { tool: string; other_server: string; other: string }[] = []
  const own = new Set(tools.map(({ name }) => name))
  for (const sent of others.slice(0, 50)) {
    const server = objectOr(sent)
    const other_server = textOr(server['name']) ?? 'unnamed'
    const names = (Array.isArray(server['tools']) ? server['tools'] : [])
      .slice(0, 1_000)
      .map((tool) => toolLike(tool).name)
      .filter((name) => name !== '')
    for (const tool of tools) {
      for (const other of names) {
        if (shadows.length >= MAX_SHADOWS) break
        const similarity = similarityOf(tool.name, other)
        if (similarity >= 0.85) shadows.push({ tool: tool.name, other_server, other, similarity })
      }
      const mentioned = names.find(
        (other) =>
          other.length >= 6 &&
          /[_-]|[a-z][A-Z]/.test(other) &&
          !own.has(other) &&
          mentions(tool.description ?? '', other),
      )
      if (mentioned !== undefined && references.length < MAX_SHADOWS)
        references.push({ tool: tool.name, other_server, other: mentioned })
    }
  }
  return { shadows, references }
}

const mentions = (text: string, name: string) =>
  new RegExp(`(?:^|[^\\w])${name.replace(/[^\w]/g, '\\$&')}(?:[^\\w]|$)`, 'i').test(text)

/** 1 for the same name, less by the share of letters that differ; names under six letters must be the same. */
function similarityOf(one: string, other: string): number {
  if (one === other) return 1
  // Letters of other alphabets that look the same are chosen to deceive.
  if (skeletonOf(one) === skeletonOf(other) && /[^\p{ASCII}]/u.test(one + other)) return 1
  const [a, b] = [plain(one), plain(other)]
  if (a === b) return 0.98
  if (Math.min(a.length, b.length) < 6 || Math.abs(a.length - b.length) > 2) return 0
  const distance = editDistance(a.slice(0, 80), b.slice(0, 80), 2)
  return distance > 2 ? 0 : Math.round((1 - distance / Math.max(a.length, b.length)) * 100) / 100
}

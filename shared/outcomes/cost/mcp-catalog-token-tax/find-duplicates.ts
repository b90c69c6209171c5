import type { TaxReport } from './tax-report.ts'
import type { ToolDefinition } from '#shared/engines/tokens/tool-definition.ts'

type Duplicate = TaxReport['duplicates'][number]

const NEAR = 0.8
const MOST_WORDS = 60
const FEWEST_WORDS = 4
const MOST = 100

/** Tools a model would mix up: of one name, or described in the same or nearly the same words. At most 100. */
export function findDuplicates(tools: readonly ToolDefinition[]): Duplicate[] {
  const found: Duplicate[] = []
  const told = tools.map(({ name, description }) => {
    const text = typeof description === 'string' ? description.slice(0, 4_000).toLowerCase() : ''
    return { name, text: text.trim(), words: new Set((text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS)) }
  })
  told.forEach((a, at) => {
    for (const b of told.slice(at + 1)) {
      if (found.length >= MOST) return
      const similarity = a.text === b.text ? Number(a.text !== '') : alike(a.words, b.words)
      const names = [a.name, b.name]
      if (a.name === b.name && a.name !== '') found.push({ tools: names, similarity, kind: 'same_name' })
      else if (similarity === 1) found.push({ tools: names, similarity, kind: 'same' })
      else if (similarity >= NEAR) found.push({ tools: names, similarity, kind: 'near' })
    }
  })
  return found.toSorted((a, b) => b.similarity - a.similarity)
}

/** Jaccard similarity of two sets of words, to two places; 0 where one is too short to tell. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (small.size < FEWEST_WORDS || small.size < NEAR * large.size) return 0
  let common = 0
  for (const word of small) common += Number(large.has(word))
  const similarity = common / (a.size + b.size - common)
  // Equal words in another order are similar, not identical.
  return Math.min(0.99, Math.floor(similarity * 100) / 100)
}

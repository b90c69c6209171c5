import { clausesOf } from '../facts/sentences.ts'
import { type Item, cut } from './audit-item.ts'
import { usualWeights } from './fidelity.ts'
import { masked } from './masked.ts'

const MAX_PATCH = 4_000

/** The sentences of the original that hold what was lost and matters, each once, in their order. */
export function patchOf(items: readonly Item[], original: string): string {
  const critical = items.filter(({ status, category }) => status !== 'kept' && usualWeights[category] >= 3)
  const sentences = clausesOf(original, false)
  const lines = new Map<number, string>()
  for (const { category, value, position } of critical) {
    const sentence =
      category === 'must_keep' && !original.includes(value)
        ? undefined
        : sentences.findLast(({ start }) => start <= position)
    if (sentence === undefined) lines.set(-1 - lines.size, value)
    else lines.set(sentence.start, cut(sentence.text, 500))
  }
  const text = [...lines]
    .sort(([a], [b]) => a - b)
    .map(([, line]) => `- ${masked(line)}`)
    .join('\n')
  return text === '' ? '' : cut(`Kept from the original:\n${text}`, MAX_PATCH)
}

import { type Clause, clausesOf } from '../facts/sentences.ts'
import { type Item, cut } from './audit-item.ts'
import { usualWeights } from './fidelity.ts'
import { maskSecrets } from '../secrets/mask-secrets.ts'

const MAX_PATCH = 4_000

/** The last clause that starts at or before a place; clauses are in order. */
function sentenceAt(sentences: readonly Clause[], position: number): Clause | undefined {
  let low = 0
  let high = sentences.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sentences[middle]?.start ?? Infinity) <= position) low = middle + 1
    else high = middle
  }
  return sentences[low - 1]
}

/** The sentences of the original that hold what was lost and matters, each once, in their order. */
export function patchOf(items: readonly Item[], original: string): string {
  const critical = items.filter(({ status, category }) => status !== 'kept' && usualWeights[category] >= 3)
  const sentences = clausesOf(original, false)
  const lines = new Map<number, string>()
  for (const { category, value, position } of critical) {
    const sentence = category === 'must_keep' && !original.includes(value) ? undefined : sentenceAt(sentences, position)
    if (sentence === undefined) lines.set(-1 - lines.size, value)
    else lines.set(sentence.start, cut(sentence.text, 500))
  }
  let text = ''
  for (const [, line] of [...lines].sort(([a], [b]) => a - b)) {
    if (text.length > MAX_PATCH) break
    text += `\n- ${maskSecrets(line)}`
  }
  return text === '' ? '' : cut(`Kept from the original:${text}`, MAX_PATCH)
}

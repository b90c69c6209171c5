import { countTokens } from '#shared/engines/page/count-tokens.ts'
import type { Passage } from './rank-passages.ts'

/** Other tokenizers make more of the same text. */
const MARGIN = 0.85
/** The instructions, the question and the fences. */
const FRAME = 800

/** The best passages that fit, in their order; `chars` is how much of them there is. */
export function fitPassages({ passages, maxTokens }: { passages: readonly Passage[]; maxTokens: number }) {
  let left = Math.floor(maxTokens * MARGIN) - FRAME
  const taken: Passage[] = []
  for (const passage of passages) {
    const tokens = countTokens(passage.text) + 1
    if (tokens > left) break
    left -= tokens
    taken.push(passage)
  }
  const chars = taken.reduce((sum, { text }) => sum + text.length, 0)
  return { passages: taken, isCut: taken.length < passages.length, chars }
}

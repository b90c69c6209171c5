import { termsOf } from '#shared/engines/match/terms.ts'

import { CJK } from '../goal/fold.ts'
import { type Mention, type ReadGoal, readGoal } from '../goal/read-goal.ts'
import { readWordings } from '../wordings/read-wordings.ts'
import type { Saying } from './nearest.ts'

/** Wordings of what no outcome does stand under this name. */
export const NONE = 'none'

let known: readonly Saying[] | undefined

/** In what words people ask for each outcome, and for what none does; read at the first goal and kept. */
export function wordings(): readonly Saying[] {
  known ??= readWordings().map(({ slug, text }) => ({ slug, features: wordsIn(readGoal(text, { isSpelt: true })) }))
  return known
}

/**
 * What the words of a goal, or of a part of it, are compared by: concepts, stems, and pairs of characters in Chinese and
 * Japanese.
 */
export function wordsIn({ mentions }: ReadGoal, within?: Pick<Mention, 'start' | 'end'>): Set<string> {
  const features = new Set<string>()
  for (const [key, list] of mentions) {
    const isSaid = list.some(
      ({ isNegated, start, end }) =>
        !isNegated && (within === undefined || (start >= within.start && end <= within.end)),
    )
    if (!isSaid) continue
    if (key.startsWith('@')) features.add(key)
    else if (CJK.test(key)) for (const pair of pairsOf(key)) features.add(pair)
    else for (const term of termsOf(key)) features.add(term)
  }
  return features
}

const pairsOf = (text: string) => {
  const chars = [...text]
  return chars.length === 1 ? chars : chars.slice(1).map((char, index) => `${chars[index] ?? ''}${char}`)
}

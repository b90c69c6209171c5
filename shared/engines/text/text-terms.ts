import { termsOf } from '../match/terms.ts'
import { UNSPACED } from '../page/count-words.ts'

/** Words as texts are compared by: without English endings and stop words; by dictionary where a script has no spaces. */
export function textTerms(text: string): string[] {
  if (!UNSPACED.test(text)) return termsOf(text)
  const words: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
    text.toLowerCase(),
  )) {
    if (isWordLike === true) words.push(segment)
  }
  return words
}

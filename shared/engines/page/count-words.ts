/** Scripts that put no spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Words of a text, by dictionary where its script has no spaces. */
export function countWords(text: string, lang: string | null): number {
  if (!UNSPACED.test(text)) return text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*/gu)?.length ?? 0
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(lang ?? undefined, { granularity: 'word' }).segment(text)) {
    if (isWordLike === true) words++
  }
  return words
}

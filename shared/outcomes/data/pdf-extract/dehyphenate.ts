/** A word broken at the end of a line, with whatever hyphen: the soft one is always a break. */
const BROKEN = /(\p{L}{2,30})([-\u2010\u00ad])\n(\p{Ll}{2,30})/gu
const SOFT = '\u00ad'
const MOST_LOOKED_UP = 5_000

/**
 * Joins words that were broken at line ends, where the joined word is known: to the text itself, which has it unbroken
 * somewhere, or to `isWord`. What is not known keeps its hyphen and its line break.
 */
export function dehyphenate(text: string, isWord: (word: string) => boolean): string {
  if (!text.includes('\n')) return text
  const own = new Set(text.toLowerCase().match(/\p{L}{4,60}/gu))
  const known = new Map<string, boolean>()
  const isKnown = (word: string) => {
    const seen = known.get(word)
    if (seen !== undefined) return seen
    if (known.size >= MOST_LOOKED_UP) return false
    const answer = own.has(word) || isWord(word)
    known.set(word, answer)
    return answer
  }
  return text.replace(BROKEN, (broken, head: string, hyphen: string, tail: string) =>
    hyphen === SOFT || isKnown((head + tail).toLowerCase()) ? head + tail : broken,
  )
}

/** Longest line in letters. */
const MOST_LETTERS = 160

/** The first sentence of a description on one line, cut at a word where it is long. */
export function firstSentence(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ').trim()
  const [sentence = line] = /^.*?[.!?](?= [A-Z]|$)/.exec(line) ?? []
  if (sentence.length <= MOST_LETTERS) return sentence
  return `${sentence.slice(0, MOST_LETTERS - 1).replace(/\s+\S*$/, '')}…`
}

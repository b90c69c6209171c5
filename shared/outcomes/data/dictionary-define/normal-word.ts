/**
 * A word or phrase as WordNet spells it: lower case, ASCII, `_` between words, straight apostrophes, no accents (its
 * `cafe` is our café). Empty when nothing is left.
 */
export function normalWord(sent: string): string {
  return sent
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .replace(/^[\s"“”().,;:!?¿¡]+|[\s"“”(),;:!?]+$/gu, '')
    .replaceAll(' ', '_')
}

/** Other ways to write the same word, for files that know `ice_cream`, `e-mail` and `anyplace` in one way only. */
export function spellings(word: string): string[] {
  const others = [
    word.replaceAll('_', '-'),
    word.replaceAll('-', '_'),
    word.replaceAll(/[_-]/g, ''),
    word.replace(/'s?$/, ''),
    word.replace(/\.$/, ''),
    `${word}.`,
  ]
  return [...new Set([word, ...others])].filter((spelling) => spelling !== '')
}

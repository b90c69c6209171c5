/** Words that WordNet leaves out on purpose, with what they are: it has nouns, verbs, adjectives and adverbs only. */
export const FUNCTION_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    article: 'a an the',
    determiner:
      'this that these those each every either neither some any no my your his her its our their whose which what',
    pronoun:
      'i you he she it they me him them us we myself yourself himself herself itself ourselves yourselves themselves mine yours hers ours theirs who whom whoever whomever something anything nothing everything someone anyone everyone somebody anybody everybody nobody none oneself',
    preposition:
      'of to in at as on by with from into onto upon for against among amongst amid between during without within toward towards until till since despite beside besides beyond concerning regarding unto via per than onto throughout underneath',
    conjunction: 'and or but nor because although though unless whereas whether if while lest that',
    'auxiliary verb': 'shall should would could might ought',
  }).flatMap(([kind, words]) => words.split(' ').map((word): [string, string] => [word, kind])),
)

/** What kind of word a function word or a contraction is; null for any other word. */
export const functionWord = (word: string): string | null =>
  FUNCTION_WORDS.get(word) ??
  (/^[a-z]+(?:n't|'(?:m|re|ve|ll|d|s))$/.test(word) && CONTRACTED.test(word) ? 'contraction' : null)

/** `'s` is a contraction only behind words that own nothing by it. */
const CONTRACTED = /n't$|'(?:m|re|ve|ll|d)$|^(?:it|he|she|that|there|here|who|what|where|when|how|let)'s$/

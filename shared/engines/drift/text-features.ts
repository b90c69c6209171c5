/** Measured features of one text. */
export type TextFeatures = {
  length: number
  words: number
  typeTokenRatio: number
  refusal: 'refusal' | 'none'
  json: 'valid_json' | 'other'
  language: string
}

const refusals =
  /\b(?:i(?:'|’)?m sorry,? (?:but )?i|i (?:cannot|can(?:'|’)t|can not|am unable|am not able|won(?:'|’)t|must decline)|i(?:'|’)?m (?:unable|not able)|as an ai|against my (?:guidelines|policy|policies)|(?:cannot|can(?:'|’)t|unable to) (?:help|assist|comply|fulfil?l))\b/i

/** Frequent small words that tell languages in Latin script apart. */
const smallWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set('the and of to is in that it you for with this are was not have'.split(' ')),
  de: new Set('der die und das ist nicht ein eine zu mit den für auf ich sie wir'.split(' ')),
  fr: new Set('le la les et des est une un pour que dans pas vous sur avec nous'.split(' ')),
  es: new Set('el los las y que una es por con para del no se su lo como'.split(' ')),
  it: new Set('il gli che di per non una con sono del della questo anche più è le'.split(' ')),
  pt: new Set('o os as e que não uma com para por do da em você mais são'.split(' ')),
  nl: new Set('het een en van is niet dat op te zijn voor met de ik je wij'.split(' ')),
}

const scripts: readonly [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['devanagari', /\p{Script=Devanagari}/u],
  ['thai', /\p{Script=Thai}/u],
]

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? []

/** Measures one text; `words` are its own, from `wordsOf`. */
export function textFeatures(text: string, words: readonly string[]): TextFeatures {
  return {
    length: text.length,
    words: words.length,
    // Over the first 100 words, since the ratio falls with length.
    typeTokenRatio: words.length === 0 ? 0 : new Set(words.slice(0, 100)).size / Math.min(100, words.length),
    refusal: refusals.test(text.slice(0, 2_000)) ? 'refusal' : 'none',
    json: isJson(text) ? 'valid_json' : 'other',
    language: languageOf(text, words),
  }
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    // Anything else than JSON is an answer here, not a fault.
    return false
  }
}

function languageOf(text: string, words: readonly string[]): string {
  const start = text.slice(0, 2_000)
  const script = scripts.find(([, pattern]) => pattern.test(start))
  if (script !== undefined) return script[0]
  const some = words.slice(0, 300)
  const [best] = Object.entries(smallWords)
    .map(([language, small]) => ({ language, hits: some.filter((word) => small.has(word)).length }))
    .sort((a, b) => b.hits - a.hits)
  return best === undefined || best.hits < 2 ? 'unknown' : best.language
}

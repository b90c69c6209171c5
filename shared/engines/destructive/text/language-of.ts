import { englishLittleWords, orderWords, otherLittleWords } from '../rules/languages.rules.ts'

export type OrderLanguage = keyof typeof orderWords

const byScript: readonly [RegExp, OrderLanguage][] = [
  [/[\u3041-\u30ff]/, 'ja'],
  [/[\uac00-\ud7af]/, 'ko'],
  [/[\u4e00-\u9fff]/, 'zh'],
  [/[\u0400-\u04ff]/, 'ru'],
  [/[\u0600-\u06ff]/, 'ar'],
]
const wordOf = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'gu')
// Safe: the keys of the record.
const latin = (Object.keys(orderWords) as OrderLanguage[]).flatMap((language) => {
  const { little, destroy, stop, pay } = orderWords[language]
  return little === null
    ? []
    : [{ language, little: new Set(little.split('|')), verbs: wordOf(`${destroy}|${stop}|${pay}`) }]
})
const english = new Set(englishLittleWords.split('|'))
const others = new Set(otherLittleWords.split('|'))

/** Of every little word, the lists it is in: English, the other languages, then those whose orders are understood. */
const listsOf = new Map<string, number[]>()
for (const [list, words] of [english, others, ...latin.map(({ little }) => little)].entries())
  for (const word of words) listsOf.set(word, [...(listsOf.get(word) ?? []), list])

const wordsIn = (clause: string): readonly string[] =>
  clause.match(/[^\p{ASCII}]/u) === null ? (clause.match(/[a-z]+/g) ?? []) : (clause.match(/\p{L}+/gu) ?? [])

/**
 * The language of a folded clause as far as its script, its little words and its verbs show it. `unknown` is a language
 * whose orders are not understood; `null` is a text that shows no other language than English.
 */
export function languageOf(clause: string): OrderLanguage | 'unknown' | null {
  if (/[^\p{ASCII}]/u.test(clause)) {
    const letters = clause.match(/\p{L}/gu)?.length ?? 0
    const foreign = clause.match(/[^\p{Script=Latin}\P{L}]/gu)?.length ?? 0
    if (foreign > 0 && foreign * 3 >= letters) return byScript.find(([script]) => script.test(clause))?.[1] ?? 'unknown'
  }
  const counts = Array.from({ length: latin.length + 2 }, () => 0)
  for (const word of wordsIn(clause)) {
    for (const list of listsOf.get(word) ?? []) counts[list] = (counts[list] ?? 0) + 1
  }
  const [inEnglish = 0, inOthers = 0, ...inLatin] = counts
  // A verb decides where the little words do not.
  const scores = latin
    .map(({ language, verbs }, at) => ({ language, verbs, score: inLatin[at] ?? 0 }))
    .filter(({ score }) => score + 0.5 > inEnglish)
    .map(({ language, score, verbs }) => ({ language, score: score + (clause.search(verbs) < 0 ? 0 : 0.5) }))
  const best = scores.reduce<(typeof scores)[number] | null>((a, b) => (a === null || b.score > a.score ? b : a), null)
  if (best !== null && best.score > inEnglish && best.score >= inOthers) return best.language
  return inOthers > inEnglish ? 'unknown' : null
}

/** Whether a folded text has a little word of another language that is none of English. */
export const hasForeignLittleWord = (clause: string): boolean =>
  wordsIn(clause).some(
    (word) => !english.has(word) && (others.has(word) || latin.some(({ little }) => little.has(word))),
  )

/** Whether a text begins with a verb of another language than English that orders something destroyed. */
export const beginsWithForeignOrder = (clause: string): boolean =>
  latin.some(({ verbs }) => clause.search(verbs) === 0) || byScript.some(([script]) => script.test(clause.slice(0, 40)))

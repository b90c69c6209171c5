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
  return little === null ? [] : [{ language, little: wordOf(little), verbs: wordOf(`${destroy}|${stop}|${pay}`) }]
})
const english = wordOf(englishLittleWords)
const others = wordOf(otherLittleWords)

/**
 * The language of a folded clause as far as its script, its little words and its verbs show it. `unknown` is a language
 * whose orders are not understood; `null` is a text that shows no other language than English.
 */
export function languageOf(clause: string): OrderLanguage | 'unknown' | null {
  const letters = clause.match(/\p{L}/gu)?.length ?? 0
  const foreign = clause.match(/[^\p{Script=Latin}\P{L}]/gu)?.length ?? 0
  if (foreign > 0 && foreign * 3 >= letters) return byScript.find(([script]) => script.test(clause))?.[1] ?? 'unknown'
  const inEnglish = clause.match(english)?.length ?? 0
  const scores = latin.map(({ language, little, verbs }) => ({
    language,
    score: (clause.match(little)?.length ?? 0) + (clause.match(verbs) === null ? 0 : 0.5),
  }))
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  const inOthers = clause.match(others)?.length ?? 0
  if (best.score > inEnglish && best.score >= inOthers) return best.language
  return inOthers > inEnglish ? 'unknown' : null
}

/** Whether a folded text has a little word of another language that is none of English. */
export const hasForeignLittleWord = (clause: string): boolean =>
  [...latin.map(({ little }) => little), others].some((little) =>
    (clause.match(little) ?? []).some((word) => word.search(english) !== 0),
  )

/** Whether a text begins with a verb of another language than English that orders something destroyed. */
export const beginsWithForeignOrder = (clause: string): boolean =>
  latin.some(({ verbs }) => clause.search(verbs) === 0) || byScript.some(([script]) => script.test(clause.slice(0, 40)))

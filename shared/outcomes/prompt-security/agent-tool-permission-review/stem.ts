import { sameWords } from './task-words.rules.ts'

const endings = [
  'ations',
  'ation',
  'izing',
  'ising',
  'ments',
  'ment',
  'ings',
  'ing',
  'ised',
  'ized',
  'ises',
  'izes',
  'ise',
  'ize',
  'ies',
  'ers',
  'ors',
  'er',
  'ed',
  'es',
  'e',
  's',
  'y',
  'al',
  'ly',
]

/** What is left of a word without its endings, at least three letters: "invoices" and "invoicing" are "invoic". */
export function stem(word: string): string {
  const lower = word.toLowerCase()
  const ending = endings.find((one) => lower.endsWith(one) && lower.length - one.length >= 3)
  const base = ending === undefined ? lower : lower.slice(0, -ending.length)
  return base.replace(/([b-df-hj-np-tv-z])\1$/, '$1')
}

const groupOf = new Map(
  sameWords.flatMap((words) => words.map((word): [string, string] => [stem(word), stem(words[0] ?? word)])),
)

/** The stem that stands for a word and all that mean the same. */
export const meaning = (word: string): string => groupOf.get(stem(word)) ?? stem(word)

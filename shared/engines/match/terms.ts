import { FAMILIES, STOP_WORDS } from './synonyms.rules.ts'

/** The words of a text that carry meaning, as they are compared: without endings. In order, with repeats. */
export const termsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map(stem)

/** Other words for a term, as they are compared. */
export const relativesOf = (term: string): readonly string[] => RELATIVES.get(term) ?? []

function stem(word: string): string {
  if (word.length <= 3) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:sses|shes|ches|xes)$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return stem(word.slice(0, -1))
  if (word.endsWith('ing') && word.length > 6) return bare(word.slice(0, -3))
  if (word.endsWith('ed') && word.length > 5) return bare(word.slice(0, -2))
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word
}

/** Strips doubled end letters: stopped becomes stop, and writing and written the same stem as write. */
const bare = (word: string) => word.replace(/([^aeioulsz])\1$/, '$1')

/** Each word of a family, with all others of it; a word may belong to several families. */
const RELATIVES = new Map<string, string[]>()
for (const family of FAMILIES) {
  const stems = [...new Set(family.map(stem))]
  for (const one of stems)
    RELATIVES.set(one, [...new Set([...(RELATIVES.get(one) ?? []), ...stems.filter((other) => other !== one)])])
}

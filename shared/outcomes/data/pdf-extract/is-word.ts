import { baseForms } from '#shared/engines/dictionary/base-forms.ts'
import { functionWord } from '#shared/engines/dictionary/function-words.rules.ts'
import { openWordnet, PARTS } from '#shared/engines/dictionary/wordnet-files.ts'

/** Whether this is an English word or an inflection of one. */
export function isWord(text: string): boolean {
  const word = text.toLowerCase()
  const wordnet = openWordnet()
  if (wordnet.find(word).length > 0 || functionWord(word) !== null) return true
  return PARTS.some((part) =>
    baseForms(word, part).some((base) => wordnet.find(base).some((entry) => entry.part === part)),
  )
}

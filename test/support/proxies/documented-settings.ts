import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const OPERATING = resolve(import.meta.dirname, '../../../docs/operating.md')

/**
 * Reads the one block of settings that docs/operating.md prints in this language, with some of its words changed to fit
 * the test. Throws when there is not exactly one block, or when it lacks one of the words.
 */
export function documentedSettings(language: string, words: Readonly<Record<string, string>>): string {
  const blocks = [...readFileSync(OPERATING, 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
  const [found, ...more] = blocks.filter(([, name]) => name === language)
  if (found?.[2] === undefined || more.length > 0) throw new Error(`docs/operating.md has not one block of ${language}`)
  return Object.entries(words).reduce((text, [word, ours]) => {
    if (!text.includes(word)) throw new Error(`the ${language} of docs/operating.md does not say ${word}`)
    return text.replaceAll(word, ours)
  }, found[2])
}

import { verbs } from './capability-words.rules.ts'
import { wordsOf } from './words-of.ts'

export type Verb = keyof typeof verbs

const verbOf = new Map<string, Verb[]>()
for (const [kind, words] of Object.entries(verbs)) {
  // Safe: the keys of the table are its own.
  for (const word of words) verbOf.set(word, [...(verbOf.get(word) ?? []), kind as Verb])
}

/** Names that end with what they do, such as `pull_request_read`. */
const endings = new Set(['read', 'write', 'get', 'list', 'create', 'update', 'delete', 'search', 'send'])

/** The verb a name is built on, and those joined to it by "and" or "or"; later ones are things: `list_commits`. */
export function nameVerbs(words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  if (words.length > 1 && endings.has(last)) return [last]
  const first = words.findIndex((word) => kindsOf(word).length > 0)
  if (first === -1) return []
  const joined = words.flatMap((word, index) =>
    (word === 'and' || word === 'or') && index > first ? [words[index + 1] ?? ''] : [],
  )
  return [words[first] ?? '', ...joined]
}

/** The first sentence with content; a title may come before it. */
export const firstSentence = (text: string) =>
  text.split(/(?<=[.!?])\s+/).find((sentence) => sentence.split(/\s+/).length > 1) ?? text

export const kindsOf = (word: string): Verb[] => verbOf.get(word) ?? verbOf.get(baseOf(word)) ?? []

/** "Deletes" and "deleting" as "delete". */
function baseOf(word: string): string {
  for (const [ending, instead] of [
    ['ies', 'y'],
    ['ing', ''],
    ['ing', 'e'],
    ['es', ''],
    ['s', ''],
    ['ed', ''],
    ['ed', 'e'],
  ] as const) {
    const base = word.endsWith(ending) ? word.slice(0, -ending.length) + instead : ''
    if (verbOf.has(base)) return base
  }
  return word
}

export const firstSentences = (text: string) =>
  text
    .slice(0, 600)
    .split(/(?<=[.!?])\s+|\n{2,}/)
    .slice(0, 3)
    .join(' ')
    .slice(0, 300)

/** The verbs that sentences begin with: "Deletes a repository", "This tool sends an email". */
export function leadingVerbs(text: string): { kind: Verb; word: string }[] {
  return text
    .split(/[.!?\n]+/)
    .slice(0, 3)
    .flatMap((sentence) => {
      const words = wordsOf(
        sentence.replace(
          /^\s*(?:this|a|an|the)? ?(?:simple |powerful )?(?:tool|function|server|skill|api|command|endpoint)? ?(?:that |which |to |for |lets you |allows you to |can |is used to |will |enables )?/i,
          '',
        ),
      )
      return words.slice(0, 2).flatMap((word) => kindsOf(word).map((kind) => ({ kind, word })))
    })
}

import { CJK, fold } from '../goal/fold.ts'

const EDGES = /^[\s"'“”«»„「」`()[\].,;:!?¿¡]+|[\s"'“”«»„「」`()[\].,;:!?¿¡]+$/g

type Token = { word: string; start: number; end: number }

/** Words as they stand between spaces, without the marks at their ends: "evil.com" is one word. */
const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/\S+/g)].flatMap(({ 0: raw, index }) => {
    const bare = raw.replaceAll(EDGES, '')
    const start = index + raw.indexOf(bare)
    return bare === '' ? [] : [{ word: fold(bare), start, end: start + bare.length }]
  })

/**
 * Returns a text in the goal's own characters if the goal says it: as one part, or, with `isLoose`, word by word in any order.
 * Undefined for what the goal does not say.
 */
export function inWordsOf(goal: string, text: string, isLoose: boolean): string | undefined {
  const wanted = text.trim()
  if (wanted === '') return undefined
  if ((CJK.test(wanted) || /\s/.test(wanted)) && goal.includes(wanted)) return wanted
  const said = tokensOf(goal)
  const words = tokensOf(wanted).map(({ word }) => word)
  if (words.length === 0) return undefined
  const at = said.findIndex((_, index) => words.every((word, offset) => said[index + offset]?.word === word))
  const [first, last] = [said[at], said[at + words.length - 1]]
  if (first !== undefined && last !== undefined) return goal.slice(first.start, last.end)
  if (!isLoose) return undefined
  const own = words.map((word) => said.find((token) => token.word === word))
  return own.every((token) => token !== undefined)
    ? own.map(({ start, end }) => goal.slice(start, end)).join(' ')
    : undefined
}

import { isHidden } from '../injection/hidden-characters.ts'
import { lookalikes } from '../injection/lookalikes.rules.ts'

/** Signs that are read as letters in the names of tokens, beside the look-alikes of other scripts. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'l'],
  ['i', 'l'],
  ['|', 'l'],
  ['!', 'l'],
  ['5', 's'],
  ['$', 's'],
  ['₮', 't'],
  ['€', 'e'],
  ['₿', 'b'],
])

const MOST_CHARACTERS = 64

/**
 * What a token symbol is read as: without accents, invisible characters, spaces and punctuation, in lower case, with
 * look-alikes of other scripts and signs for the Latin letters they look like. Equal skeletons are taken for one another.
 */
export function symbolSkeleton(symbol: string): string {
  let skeleton = ''
  for (const letter of symbol.slice(0, MOST_CHARACTERS).normalize('NFKD').toLowerCase()) {
    const code = letter.codePointAt(0) ?? 0
    if (isHidden(code) || /[\p{M}\p{Z}\p{C}.,_'"`-]/u.test(letter)) continue
    const latin = lookalikes.get(letter) ?? letter
    skeleton += SIGNS.get(latin) ?? latin
  }
  return skeleton
}

type Listed = { symbol: string; address: string }

/** The listed token that a token at another address passes for by its symbol; null when it passes for none. */
export function lookalikeOf(symbol: string | null, address: string, listed: readonly Listed[]): string | null {
  if (symbol === null || symbol === '') return null
  const isListed = listed.some((token) => token.address.toLowerCase() === address.toLowerCase())
  if (isListed) return null
  const skeleton = symbolSkeleton(symbol)
  return listed.find((token) => symbolSkeleton(token.symbol) === skeleton)?.symbol ?? null
}

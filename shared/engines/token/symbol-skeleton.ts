import { isHidden } from '../injection/hidden-characters.ts'
import { lookalikes } from '../injection/lookalikes.rules.ts'

/** Signs that are read as letters in token names, in addition to look-alikes of other scripts. */
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
 * Computes how a token symbol is read: without accents, invisible characters, spaces and punctuation, in lower case,
 * with look-alikes of other scripts and signs replaced by the Latin letters they resemble. Symbols with equal skeletons
 * can be confused.
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

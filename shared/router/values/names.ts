import { editDistance } from '../goal/edit-distance.ts'
import { COMMON } from '../goal/common-words.rules.ts'
import { ENGLISH } from '../goal/english-words.rules.ts'
import { CJK, fold, wordsOf } from '../goal/fold.ts'
import { conceptsOf, lexicon } from '../goal/lexicon.ts'
import { COINS, CURRENCIES, LANGUAGES, TICKERS, ZONES } from './names.rules.ts'

const TABLES = { language: LANGUAGES, currency: CURRENCIES, coin: COINS, ticker: TICKERS, timezone: ZONES }
export type NameKind = keyof typeof TABLES

export type Named = { value: string; start: number; end: number; word: string }

/** Whether a name stands in this text: names may be taken from the input too. */
export const standsIn = ({ start, word }: Named, text: string): boolean =>
  fold(text.slice(start, start + word.length)) === word

type Table = {
  words: Map<string, string>
  phrases: [string[], string][]
  prefixes: [string, string][]
  unspaced: [string, string][]
}
const tables = new Map<NameKind, Table>()

function tableOf(kind: NameKind): Table {
  const known = tables.get(kind)
  if (known !== undefined) return known
  const table: Table = { words: new Map(), phrases: [], prefixes: [], unspaced: [] }
  for (const line of TABLES[kind].trim().split('\n')) {
    const [value = '', ...names] = line.split(' ')
    for (const name of [value, ...names]) {
      const words = wordsOf(name.replaceAll('_', ' '))
      if (CJK.test(name) || words.length === 0) table.unspaced.push([name, value])
      else if (words.length > 1) table.phrases.push([words, value])
      else if (name.endsWith('*')) table.prefixes.push([words[0] ?? '', value])
      else if (!table.words.has(words[0] ?? '')) table.words.set(words[0] ?? '', value)
    }
  }
  tables.set(kind, table)
  return table
}

/** Codes that are words of their own in some language the router reads, taken only in capitals. */
const CAPITALS_ONLY =
  /^(?:it|no|he|hi|id|is|to|so|da|es|en|de|sk|fa|ms|ca|et|fi|cs|uk|pt|ar|bn|sw|sr|hr|lt|lv|el|tr|th|vi|la|v|f|ma|t|de|cat|net|coin|real|try|all|near|link|dot|op|etc|apt|arb|ton|sei|ist|est|pst|et|central|mountain|pacific|rio|ada|meta|visa|uni|atom|f|ge|gm|won|php|ron|lei|rom|lima|sol)$/

/** Finds names of a kind in a text, in order, each with its code; in a list, codes that are words count too. Misspelt names of five letters and more count too. */
export function namesIn(text: string, kind: NameKind, isList = false): Named[] {
  const table = tableOf(kind)
  const found: Named[] = []
  const tokens = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    raw: match[0],
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
  let skip = 0
  for (const [index, { raw, word, start, end }] of tokens.entries()) {
    if (skip-- > 0) continue
    skip = 0
    const phrase = table.phrases.find(([words]) =>
      words.every((part, offset) => isPart(part, tokens[index + offset]?.word, offset === words.length - 1)),
    )
    // A ticker that is not in capitals is a word.
    if (kind === 'ticker' && table.words.get(word)?.toLowerCase() === word && raw !== raw.toUpperCase()) continue
    const value =
      phrase?.[1] ??
      (!isList && CAPITALS_ONLY.test(word) && raw !== raw.toUpperCase()
        ? isLoose(kind, word, table)
        : lookUp(word, table, kind))
    if (value === undefined) continue
    const last = tokens[index + (phrase?.[0].length ?? 1) - 1]
    found.push({ value, start, end: last?.end ?? end, word })
    skip = (phrase?.[0].length ?? 1) - 1
  }
  for (const [name, value] of table.unspaced)
    for (let start = text.indexOf(name); start !== -1 && found.length < 60; start = text.indexOf(name, start + 1))
      found.push({ value, start, end: start + name.length, word: name })
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((name, index, all) => !all.slice(0, index).some((other) => other.end > name.start))
}

const isPart = (part: string, word: string | undefined, isLast: boolean) =>
  word === part ||
  (word !== undefined &&
    part.length > 3 &&
    ((isLast && word.startsWith(part)) || (part.length > 4 && isNear(part, word))))

/** Whether a word is a name with one slip; its ending may differ. */
const isNear = (part: string, word: string) =>
  word.length >= 5 &&
  word[0] === part[0] &&
  (editDistance(part, word, 1) <= 1 || (word.endsWith('s') && editDistance(part, word.slice(0, -1), 1) <= 1))

/** Symbols of coins are told in small letters too; other short codes are words. */
const isLoose = (kind: NameKind, word: string, { words }: Table) =>
  kind === 'coin' && /^(?:sol|ada)$/.test(word) ? words.get(word) : undefined

function lookUp(word: string, { words, prefixes }: Table, kind: NameKind): string | undefined {
  const exact = words.get(word) ?? prefixes.find(([prefix]) => word.startsWith(prefix))?.[1]
  if (exact !== undefined || COMMON.has(word)) return exact
  // A plural, or another ending: yens, francos.
  const bare =
    word.length >= (kind === 'coin' ? 6 : 4) && kind !== 'ticker'
      ? words.get(word.replace(/(?:es|en|s|n)$/, ''))
      : undefined
  if (bare !== undefined || word.length < 5) return bare
  // A word of the lexicon is no misspelling of a name.
  if (ENGLISH.has(word) || lexicon().plain.has(word) || conceptsOf(word, lexicon()).size > 0) return undefined
  for (const [name, value] of words)
    if (name.length >= 5 && name[0] === word[0] && editDistance(name, word, 1) <= 1) return value
  return undefined
}

import { isHidden } from './hidden-characters.ts'
import { lookalikes, plainForm } from './lookalikes.rules.ts'

/** A text as rules see it, with the way back to the text it was made of. */
export type Folded = {
  text: string
  /** Index in the source of the code unit at `index`; `text.length` gives the source's length. */
  at: (index: number) => number
  /** Whether a character between two indices was folded from something that only looked like it. */
  isOdd: (start: number, end: number) => boolean
  /** Words that mix Latin letters with letters that only look Latin. */
  homoglyphWords: number
}

const plainAscii = /^[\t\n\r\x20-\x7e]*$/
const blank = /[\s\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/
const mark = /\p{M}/u

/**
 * Folds a text: lower case, compatibility forms as plain letters, accents off Latin letters, straight quotes, one blank
 * for any run of blanks (one newline for any with a newline), nothing invisible, and Latin letters for their look-alikes
 * in words that mix scripts. Linear in the text.
 */
export function foldText(source: string): Folded {
  const mixed = plainAscii.test(source) ? [] : mixedWords(source)
  const units: number[] = []
  const from: number[] = []
  const odd: number[] = []
  let word = 0
  let lastWasBlank = true
  for (let index = 0; index < source.length;) {
    const code = source.codePointAt(index) ?? 0
    const size = code > 0xffff ? 2 : 1
    while (word < mixed.length && (mixed[word]?.end ?? 0) <= index) word += 1
    const isMixed = word < mixed.length && (mixed[word]?.start ?? Infinity) <= index
    const { text, isOdd } = code < 0x80 ? { text: ascii(code), isOdd: false } : foldOne(source, index, code, isMixed)
    for (let unit = 0; unit < text.length; unit += 1) {
      const value = text.charCodeAt(unit)
      if (value === 0x20 || value === 0x0a) {
        if (lastWasBlank) {
          if (value === 0x0a && units.at(-1) === 0x20) units[units.length - 1] = 0x0a
          continue
        }
        lastWasBlank = true
      } else lastWasBlank = false
      units.push(value)
      from.push(index)
      if (isOdd) odd.push(units.length - 1)
    }
    if (text === '' && isOdd && !lastWasBlank) odd.push(units.length)
    index += size
  }
  return {
    text: joined(units),
    at: (index) => from[index] ?? source.length,
    isOdd: (start, end) => firstNotBelow(odd, start) < firstNotBelow(odd, end),
    homoglyphWords: mixed.length,
  }
}

function ascii(code: number): string {
  if (code >= 0x41 && code <= 0x5a) return String.fromCharCode(code + 32)
  if (code === 0x0a || code === 0x0d) return '\n'
  if (code <= 0x20) return ' '
  return code === 0x7f ? '' : String.fromCharCode(code)
}

/** Most characters of a text are few different ones. */
const folded = new Map<string, string>()

function foldOne(source: string, index: number, code: number, isMixed: boolean): { text: string; isOdd: boolean } {
  if (isHidden(code)) return { text: '', isOdd: isInsideWord(source, index) }
  const char = String.fromCodePoint(code)
  const latin = isMixed ? lookalikes.get(char.toLowerCase()) : undefined
  if (latin !== undefined) return { text: latin, isOdd: true }
  const known = folded.get(char)
  const text = known ?? fold(char)
  if (known === undefined && folded.size < 20_000) folded.set(char, text)
  // Mathematical, circled and other styled letters; full-width forms are usual in East Asian text.
  const isStyled = /^[a-z0-9]+$/.test(text) && char.normalize('NFD')[0]?.toLowerCase() !== text[0] && !isFullWidth(code)
  return { text, isOdd: isStyled && !plainForm.has(char.toLowerCase()) }
}

const isFullWidth = (code: number) => code >= 0xff00 && code <= 0xffef

function fold(char: string): string {
  if (blank.test(char)) return /[\u2028\u2029\u0085]/.test(char) ? '\n' : ' '
  const lower = char.toLowerCase()
  const plain = plainForm.get(lower)
  if (plain !== undefined) return plain
  // Marks stacked on letters have no meaning; marks of other scripts are vowels.
  if (/[\u0300-\u036f\u064b-\u0652\u0670]/.test(char)) return ''
  const parts = lower.normalize('NFKD')
  const base = parts[0] ?? ''
  if (base <= '\u007f')
    return [...parts]
      .filter((part) => !mark.test(part))
      .join('')
      .toLowerCase()
  return lower.normalize('NFKC').replace(/[\s]+/g, ' ').toLowerCase()
}

const isInsideWord = (source: string, index: number) =>
  /[\p{L}\p{N}]$/u.test(source.slice(Math.max(0, index - 2), index)) &&
  /^.{1,3}[\p{L}\p{N}]/su.test(source.slice(index, index + 6))

/** Words with Latin letters and letters that only look Latin; a word of one script is left as it is. */
function mixedWords(source: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (const { 0: word, index } of source.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
    if (!/[a-z]/i.test(word)) {
      if (!isAllLookalike(word)) continue
    } else if (![...word.toLowerCase()].some((char) => char > '\u007f' && lookalikes.has(char))) continue
    found.push({ start: index, end: index + word.length })
  }
  return found
}

/** Small capitals and such: letters that belong to no language's words, only to look-alike ones. */
const isAllLookalike = (word: string) => /^[\u0250-\u02af\u1d00-\u1d7f\ua730-\ua7ff]{3,}$/.test(word)

function joined(units: readonly number[]): string {
  let text = ''
  for (let at = 0; at < units.length; at += 8_192) text += String.fromCharCode(...units.slice(at, at + 8_192))
  return text
}

/** Index of the first of sorted numbers that is not below `value`. */
function firstNotBelow(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Characters that show nothing: zero-width, bidi controls, tags, soft hyphen, variation selectors. */
const INVISIBLE =
  // oxlint-disable-next-line no-misleading-character-class -- characters of their own, not combined ones.
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/gu

/** Text as a person sees it: compatibility forms folded, characters that show nothing taken out. */
export const visible = (text: string): string => text.normalize('NFKC').replaceAll(INVISIBLE, '').trim()

/** A word as it is compared: lower case, without accents. */
export const fold = (text: string): string => (PLAIN.test(text) ? text.toLowerCase() : folded(text))

const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')

/** Folds character by character, so that positions stay those of the text given. */
export const foldInPlace = (text: string): string =>
  PLAIN.test(text) ? text.toLowerCase() : [...text].map(foldCharacter).join('')

/** Text that folding only makes lower case. */
const PLAIN = /^[\0-\x7f]*$/
const foldCharacter = (char: string) => (char.length === 1 && fold(char).length === 1 ? fold(char) : char)

/** The words of a text, folded: runs of letters and digits. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Chinese and Japanese, which write no spaces between words. */
export const CJK = /[\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]/u

/** Longer names are no names. */
const MOST_CHARACTERS = 128

/** A text a stranger's contract calls itself by, fit to be shown: one line, no control characters, whole characters. */
export function shownText(text: string | null, most = MOST_CHARACTERS): string | null {
  if (text === null) return null
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return plain === '' ? null : [...plain].slice(0, most).join('').toWellFormed()
}

/** Maximum length of a name. */
const MOST_CHARACTERS = 128

/** Makes a contract's own name fit for display: one line, no control characters, whole characters. */
export function shownText(text: string | null, most = MOST_CHARACTERS): string | null {
  if (text === null) return null
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return plain === '' ? null : [...plain].slice(0, most).join('').toWellFormed()
}

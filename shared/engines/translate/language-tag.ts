/** Normalises a language tag to its canonical form; null for anything but a BCP 47 tag of a known language. */
export function languageTag(said: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(said.trim().replaceAll('_', '-'))
    if (tag === undefined) return null
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
    return names.of(new Intl.Locale(tag).language) === undefined ? null : tag
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** English name of a language tag, for a model. */
export const languageName = (tag: string): string => new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag

/** Whether two tags mean one written language: `en` and `en-GB` do, `zh-Hans` and `zh-Hant` do not. */
export function isSameLanguage(one: string, other: string): boolean {
  const [a, b] = [new Intl.Locale(one), new Intl.Locale(other)]
  if (a.language !== b.language) return false
  return (
    a.maximize().script === b.maximize().script &&
    (a.region === b.region || a.region === undefined || b.region === undefined)
  )
}

import { editDistance } from '#shared/lib/names/edit-distance.ts'

import { LANGUAGE_ALIASES, WIKIPEDIA_LANGUAGES } from './languages.rules.ts'

/** The code of the Wikipedia that a code is meant for; null when there is none. */
export function wikipediaOf(code: string): string | null {
  if (WIKIPEDIA_LANGUAGES.has(code)) return code
  return LANGUAGE_ALIASES.get(code) ?? null
}

/** Wikipedias that a wrong code may mean, up to three: the language of a locale such as `en-us`, or one letter off. */
export function suggestLanguages(code: string): string[] {
  const whole = wikipediaOf(code.split('-')[0] ?? '')
  if (whole !== null) return [whole]
  return [...WIKIPEDIA_LANGUAGES].filter((known) => editDistance(code, known, 1) <= 1).slice(0, 3)
}

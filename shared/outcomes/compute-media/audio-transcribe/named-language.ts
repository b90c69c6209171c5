import { languageTag } from '#shared/engines/translate/language-tag.ts'

/** Every two-letter language by its English name, as transcription models say it. */
let byName: ReadonlyMap<string, string> | undefined

function namesOfLanguages(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const tags = [...letters].flatMap((first) => [...letters].map((second) => first + second))
  return new Map(
    tags.flatMap((tag) => {
      const name = names.of(tag)
      return name === undefined ? [] : [[name.toLowerCase(), tag] as const]
    }),
  )
}

/** The tag of a language that a model names by a word (`english`) or a tag (`en`); null for neither. */
export function namedLanguage(said: string | null): string | null {
  if (said === null) return null
  byName ??= namesOfLanguages()
  const plain = said.trim().toLowerCase()
  return byName.get(plain) ?? (plain.length <= 12 && plain.length !== 0 ? languageTag(plain) : null)
}

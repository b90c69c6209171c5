import { franc } from 'franc-min'

/** Shorter texts are mostly guessed wrong. */
const SHORTEST = 20
const READ = 4_000

/** Detects the language of a text as a BCP 47 tag; `und` if unknown. Only the first 4,000 characters are read. */
export function detectLanguage(text: string): string {
  const found = franc(text.slice(0, READ), { minLength: SHORTEST })
  return found === 'und' ? 'und' : (Intl.getCanonicalLocales(found)[0] ?? 'und')
}

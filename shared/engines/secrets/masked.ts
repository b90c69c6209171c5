import { scanSecrets } from './find-secrets.ts'
import { redactPlaces } from './redact-places.ts'

/** Shorter ones hold no credential that is told for sure. */
const SHORTEST = 12

/**
 * A text as it may be shown: what is surely or likely a credential is replaced by `[REDACTED:rule_id]`. `name` is what the
 * text is the value of, where it is one. A text with more of them than are told is not shown at all.
 */
export function masked(text: string, name?: string): string {
  if (text.length < SHORTEST && name === undefined) return text
  const { secrets, isWhole } = scanSecrets(text, name === undefined ? {} : { name })
  if (!isWhole) return '[REDACTED:too-many-secrets]'
  const told = secrets.filter(({ confidence }) => confidence !== 'low')
  return told.length === 0 ? text : redactPlaces(text, told)
}

import { findSecrets } from './find-secrets.ts'
import { redactPlaces } from './redact-places.ts'

/** Shorter ones hold no credential that is told for sure. */
const SHORTEST = 12

/**
 * A text as it may be shown: what is surely or likely a credential is replaced by `[REDACTED:rule_id]`. `name` is what the
 * text is the value of, where it is one.
 */
export function masked(text: string, name?: string): string {
  if (text.length < SHORTEST && name === undefined) return text
  const secrets = findSecrets(text, name === undefined ? {} : { name }).filter(({ confidence }) => confidence !== 'low')
  return secrets.length === 0 ? text : redactPlaces(text, secrets)
}

import { scanSecrets } from './find-secrets.ts'
import { redactPlaces } from './redact-places.ts'

/** Shorter texts contain no credential that would be masked. */
const SHORTEST = 12

/**
 * Masks a text for display: credentials of high or medium confidence are replaced by `[REDACTED:rule_id]`. `name` is
 * the name whose value the text is, if any. A text with more secrets than are reported is not shown at all.
 */
export function maskSecrets(text: string, name?: string): string {
  if (text.length < SHORTEST && name === undefined) return text
  const { secrets, isWhole } = scanSecrets(text, name === undefined ? {} : { name })
  if (!isWhole) return '[REDACTED:too-many-secrets]'
  const told = secrets.filter(({ confidence }) => confidence !== 'low')
  return told.length === 0 ? text : redactPlaces(text, told)
}

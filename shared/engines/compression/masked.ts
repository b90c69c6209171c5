import { findSecrets } from '../secrets/find-secrets.ts'
import { redactPlaces } from '../secrets/redact-places.ts'

/** A secret that was in the context does not come back in the answer. */
export function masked(text: string): string {
  const secrets = findSecrets(text).filter(({ confidence }) => confidence !== 'low')
  return secrets.length === 0 ? text : redactPlaces(text, secrets)
}

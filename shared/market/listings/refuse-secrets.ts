import { Refusal } from '#shared/errors.ts'

/** Throws 422 `secret_detected` for texts about to be published that hold a credential; its value is in no answer. */
export async function refuseSecrets(texts: readonly (string | null | undefined)[]): Promise<void> {
  const whole = texts.filter(Boolean).join('\n\n')
  if (whole === '') return
  const { findSecrets } = await import('#shared/engines/secrets/find-secrets.ts')
  const found = findSecrets(whole, { maxFindings: 20 }).filter(({ confidence }) => confidence === 'high')
  if (found.length === 0) return
  const kinds = [...new Set(found.map(({ rule_id }) => rule_id))]
  throw new Refusal('secret_detected', 'This would publish a credential.', {
    detail: `Found: ${kinds.join(', ')}.`,
    fix: { action: 'Take the credential out, revoke it where it works, and publish again.' },
    extra: { secrets_found: kinds },
  })
}

import { Refusal } from '#shared/errors.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { AnswerCache } from '#shared/lib/concurrency/answer-cache.ts'

import { runTextJob } from '../../texts/text-threads.ts'

type Texts = readonly (string | null | undefined)[]

/** Cache of the kinds of credentials found in a text, by its hash. */
const kept = new AnswerCache<string[]>(5_000)

/**
 * Throws 422 `secret_detected` when texts about to be published hold a credential; no answer contains its value.
 * Results are cached, so that a text scanned before a transaction takes no time inside it. Pass long texts to
 * `readForSecrets` first.
 */
export async function refuseSecrets(ownerId: string, texts: Texts): Promise<void> {
  const kinds = [...new Set((await readForSecrets(ownerId, texts)).flat())]
  if (kinds.length === 0) return
  throw new Refusal('secret_detected', 'This would publish a credential.', {
    detail: `Found: ${kinds.join(', ')}.`,
    fix: { action: 'Take the credential out, revoke it where it works, and publish again.' },
    extra: { secrets_found: kinds },
  })
}

/**
 * Finds the kinds of credentials in each text of `ownerId`, in a worker thread. Throws 422 for a text that takes too
 * long.
 */
export function readForSecrets(ownerId: string, texts: Texts): Promise<string[][]> {
  const given = texts.filter((text): text is string => typeof text === 'string' && text !== '')
  return Promise.all(given.map((text) => kept.get(sha256Hex(text), () => secretKindsIn(ownerId, text))))
}

async function secretKindsIn(ownerId: string, text: string): Promise<string[]> {
  const kinds = await runTextJob(ownerId, 'findSecretKinds', text)
  if (kinds !== null) return kinds
  throw new Refusal('unprocessable', 'The text takes too long to be checked for credentials; nothing was published.', {
    fix: { action: 'Publish a shorter or simpler text.' },
  })
}

import type { ComputeDoor } from '#shared/doors/compute.ts'
import { keepSchemaQuickly } from '#shared/engines/json/keep-schema.ts'
import { Refusal } from '#shared/errors.ts'
import type { SellerTerms } from '#shared/market/endpoints/read-terms.ts'
import { authSealer } from '#shared/market/endpoints/sealed-auth.ts'
import { endpointSecrets } from '#shared/market/endpoints/signing-secret.ts'

import { SellerFailed } from './seller-failed.ts'
import type { SellerDoor } from './send-to-seller.ts'

/** One request to a seller. `id` is the same when a call is made again, so that the seller can tell. */
export type SellerQuestion = {
  id: string
  /** JSON text. */
  body: string
  /** How the seller knows the payer again. */
  payer: string
  isTest: boolean
  signal: AbortSignal
}

export type AskSeller = (terms: SellerTerms, question: SellerQuestion) => Promise<unknown>

/** A shorter auth value may stand in an answer by chance. */
const SHORTEST_SECRET = 8

/**
 * Asks sellers: signs the request, sends it with the seller's own auth header and nothing of the buyer's but the body,
 * and checks the answer by the declared schema, in a thread unless that takes no time. Resolves with the answer. Throws SellerFailed.
 */
export function openAskSeller(given: {
  serverSecret: string
  door: SellerDoor
  compute: ComputeDoor
  now: () => Date
}): AskSeller {
  const { serverSecret, door, compute, now } = given
  const secrets = endpointSecrets(serverSecret)
  const auth = authSealer(serverSecret)
  return async (terms, { id, body, payer, isTest, signal }) => {
    const timestamp = Math.floor(now().getTime() / 1_000)
    const signed = secrets.sign(terms, { id, timestamp, body })
    const ownAuth = terms.sealedAuth === null ? null : auth.open(terms.versionId, terms.sealedAuth)
    const { text } = await door({
      url: terms.targetUrl,
      headers: {
        ...signed,
        'x-request-id': id,
        'x-payer': payer,
        ...(isTest ? { 'x-farebox-test': 'true' } : {}),
        ...(ownAuth === null || terms.authHeader === null ? {} : { [terms.authHeader.toLowerCase()]: ownAuth }),
      },
      body,
      timeoutMs: terms.timeoutMs,
      signal,
    })
    const confidential = [ownAuth, ownAuth?.split(' ').at(-1), ...signed['webhook-signature'].split(' ')]
    if (confidential.some((secret) => secret && secret.length >= SHORTEST_SECRET && holds(text, secret)))
      throw new SellerFailed('secret', 'the answer repeats the auth header or the signature')
    await checkAnswer(compute, { schema: terms.outputSchema, text, signal })
    return JSON.parse(text) as unknown
  }
}

/** Whether a JSON text holds a secret, as it is or as JSON writes it. */
const holds = (text: string, secret: string) =>
  text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1))

async function checkAnswer(
  compute: ComputeDoor,
  { schema, text, signal }: { schema: string; text: string; signal: AbortSignal },
): Promise<void> {
  try {
    const kept = keepSchemaQuickly({ schema, text }) ?? (await compute('keepSchema', { schema, text }, { signal }))
    if (kept.problem !== null) throw new SellerFailed(kept.problem, kept.detail)
  } catch (error) {
    if (error instanceof Refusal) throw new SellerFailed('schema', 'it is too complex to be checked', { cause: error })
    throw error
  }
}

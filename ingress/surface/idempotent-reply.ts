import type { EntityManager } from '@mikro-orm/sql'

import { canonicalJson, sha256 } from '#shared/lib/crypto/digest.ts'
import { type RememberedRequest, remember, type StoredAnswer } from '#shared/idempotency/remember.ts'

import { idempotencyKeyOf } from '../call/input/preferences.ts'
import type { IngressDeps } from '../deps.ts'
import type { Reply, RouteRequest } from '../http/route.ts'

/**
 * Identifies a POST for idempotency. `who` is the credential, or the client without one. Throws 400 for a malformed
 * Idempotency-Key.
 */
export const rememberedRequest = (
  request: Pick<RouteRequest, 'path' | 'header' | 'body'>,
  who: string,
): RememberedRequest => ({
  scope: `${who} ${request.path}`,
  key: idempotencyKeyOf(request.header('idempotency-key')),
  digest: sha256(canonicalJson(request.body)),
})

/**
 * Answers a POST once per Idempotency-Key. A replay gets the stored answer and the header Idempotency-Replayed.
 * `reveal` adds secrets to the body, which are never stored.
 */
export async function answerIdempotently(
  { db }: Pick<IngressDeps, 'db'>,
  request: RememberedRequest,
  verb: (em: EntityManager) => Promise<StoredAnswer>,
  reveal: (answer: StoredAnswer) => Record<string, unknown> = ({ body }) => body,
): Promise<Reply> {
  const answer = await remember(db, request, verb)
  return {
    status: answer.status,
    headers: { 'Cache-Control': 'no-store', ...(answer.replayed ? { 'Idempotency-Replayed': 'true' } : {}) },
    body: reveal(answer),
  }
}

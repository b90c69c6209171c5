import type { PoolClient } from 'pg'

import { canonicalJson, sha256 } from '#shared/lib/crypto/digest.ts'
import { type RememberedRequest, remember, type StoredAnswer } from '#shared/idempotency/remember.ts'

import { idempotencyKeyOf } from '../call/input/preferences.ts'
import type { IngressDeps } from '../deps.ts'
import type { Reply, RouteRequest } from '../http/route.ts'

/** A POST under its Idempotency-Key: `who` is the credential, or the client where there is none. Throws 400 for a bad key. */
export const rememberedRequest = (
  request: Pick<RouteRequest, 'path' | 'header' | 'body'>,
  who: string,
): RememberedRequest => ({
  scope: `${who} ${request.path}`,
  key: idempotencyKeyOf(request.header('idempotency-key')),
  digest: sha256(canonicalJson(request.body)),
})

/**
 * Answers a POST once for each Idempotency-Key; a repetition gets the stored answer with Idempotency-Replayed. `reveal`
 * adds what is never stored: secrets, for those who may see them now.
 */
export async function answerIdempotently(
  { db }: Pick<IngressDeps, 'db'>,
  request: RememberedRequest,
  verb: (tx: PoolClient) => Promise<StoredAnswer>,
  reveal: (answer: StoredAnswer) => Record<string, unknown> = ({ body }) => body,
): Promise<Reply> {
  const answer = await remember(db.pg, request, verb)
  return {
    status: answer.status,
    headers: { 'Cache-Control': 'no-store', ...(answer.replayed ? { 'Idempotency-Replayed': 'true' } : {}) },
    body: reveal(answer),
  }
}

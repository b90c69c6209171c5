import type { PoolClient } from 'pg'

import { type RememberedRequest, remember, type StoredAnswer } from '#shared/idempotency/remember.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import type { AccountHashes } from '#shared/market/users/account-hashes.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { claimantHasher } from '#shared/money/trial/claimant.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import type { Reply, RouteRequest } from '#ingress/http/route.ts'
import { rememberedRequest } from '../idempotent-reply.ts'

/** Who an Idempotency-Key belongs to: the credential, not the account. */
export const actorScope = ({ credential }: Actor): string => `${credential.kind}:${credential.id}`

/** A POST whose body may hold a password: what is kept to compare it by is keyed, so that nobody can try passwords on it. */
export const secretRequest = (
  hashes: AccountHashes,
  request: Pick<RouteRequest, 'path' | 'header' | 'body'>,
  who: string,
): RememberedRequest => ({ ...rememberedRequest(request, who), digest: hashes.request(canonicalJson(request.body)) })

/** Who sends a request without a credential, for its Idempotency-Key: address, User-Agent, Accept-Language, hashed. */
export function clientScope(serverSecret: string) {
  const claimantOf = claimantHasher(serverSecret)
  return ({ ip, header }: Pick<RouteRequest, 'ip' | 'header'>): string => {
    const client = { ip, userAgent: header('user-agent'), acceptLanguage: header('accept-language') }
    return `client:${claimantOf(client, null).fingerprint.toString('base64url')}`
  }
}

/**
 * Answers a POST without a credential once for each Idempotency-Key. `secrets` are shown to the first request only: a
 * replay has the stored body, where they are null.
 */
export async function answerAnonymousIdempotently(
  { db }: Pick<IngressDeps, 'db'>,
  request: RememberedRequest,
  verb: (tx: PoolClient) => Promise<StoredAnswer>,
  secrets: (secretRef: string) => Record<string, unknown>,
): Promise<Reply> {
  const { status, body, secretRef, replayed } = await remember(db.pg, request, verb)
  const headers = { 'Cache-Control': 'no-store', ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}) }
  return { status, headers, body: replayed || secretRef === null ? body : { ...body, ...secrets(secretRef) } }
}

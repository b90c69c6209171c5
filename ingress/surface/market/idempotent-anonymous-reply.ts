import type { EntityManager } from '@mikro-orm/sql'

import { type RememberedRequest, remember, type StoredAnswer } from '#shared/idempotency/remember.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import type { AccountHashes } from '#shared/market/users/account-hashes.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { claimantHasher } from '#shared/money/trial/claimant.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import type { Reply, RouteRequest } from '#ingress/http/route.ts'
import { rememberedRequest } from '../idempotent-reply.ts'

/** Scope of an Idempotency-Key: the credential, not the account. */
export const actorScope = ({ credential }: Actor): string => `${credential.kind}:${credential.id}`

/**
 * Like `rememberedRequest`, for a body with a password: the stored digest is keyed, so that it cannot be used to guess
 * the password.
 */
export const secretRequest = (
  hashes: AccountHashes,
  request: Pick<RouteRequest, 'path' | 'header' | 'body'>,
  who: string,
): RememberedRequest => ({ ...rememberedRequest(request, who), digest: hashes.request(canonicalJson(request.body)) })

/**
 * Returns a function that identifies a client without a credential, for its Idempotency-Key: a hash of address,
 * User-Agent and Accept-Language.
 */
export function clientScope(serverSecret: string) {
  const claimantOf = claimantHasher(serverSecret)
  return ({ ip, header }: Pick<RouteRequest, 'ip' | 'header'>): string => {
    const client = { ip, userAgent: header('user-agent'), acceptLanguage: header('accept-language') }
    return `client:${claimantOf(client, null).fingerprint.toString('base64url')}`
  }
}

/**
 * Answers a POST without a credential once per Idempotency-Key. Adds `secrets` to the first answer only; a replay gets
 * the stored body, where they are null.
 */
export async function answerAnonymousIdempotently(
  { db }: Pick<IngressDeps, 'db'>,
  request: RememberedRequest,
  verb: (em: EntityManager) => Promise<StoredAnswer>,
  secrets: (secretRef: string) => Record<string, unknown>,
): Promise<Reply> {
  const { status, body, secretRef, replayed } = await remember(db, request, verb)
  const headers = { 'Cache-Control': 'no-store', ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}) }
  return { status, headers, body: replayed || secretRef === null ? body : { ...body, ...secrets(secretRef) } }
}

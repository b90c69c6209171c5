import { z } from 'zod'

import { DisplayName } from '#shared/market/users/account-fields.ts'
import { type Actor, SCOPES } from '#shared/market/users/actor.ts'
import { listKeys, makeKey, revokeKey, rotateKey, type ShownKey } from '#shared/market/users/api-keys.ts'
import { Refusal } from '#shared/errors.ts'
import type { StoredAnswer } from '#shared/idempotency/remember.ts'

import { type Route, route } from '../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../idempotent-reply.ts'
import { KeyAnswer, NewKeyAnswer } from './account-answers.ts'
import type { MarketDeps } from './market-deps.ts'
import { actorScope } from './idempotent-anonymous-reply.ts'

const NewKey = z.object({
  name: DisplayName.nullish(),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .transform((scopes) => [...new Set(scopes)])
    .optional()
    .describe('what the key may do; everything unless said'),
  expires_in_days: z.int().min(1).max(3_650).nullish().describe('until it is revoked unless said'),
})

/** Lists, creates, rotates and revokes the API keys of an account. */
export function keyRoutes(deps: MarketDeps): readonly Route[] {
  const { db, mint } = deps
  const about = { tag: 'Accounts', credential: 'key', scope: 'account' } as const
  const once = ['idempotency_key_reused', 'conflict'] as const
  const stored = (key: ShownKey, status: number): StoredAnswer => ({
    status,
    body: { ...key, api_key: null, header_name: 'X-API-Key' },
    secretRef: key.key_id,
  })
  const reveal = ({ body, secretRef }: StoredAnswer) => ({
    ...body,
    api_key: secretRef === null ? null : mint.issue('ak', secretRef),
  })

  return [
    route({
      ...about,
      method: 'GET',
      path: '/api/auth/keys',
      summary: 'Your API keys, without the keys themselves',
      limit: 'market-read',
      reply: z.object({ items: z.array(KeyAnswer) }),
      handle: async ({ actor }) => ({ body: { items: await listKeys(await db.em(), actor.userId) } }),
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/auth/keys',
      summary: 'Make an API key; it is shown once',
      limit: 'market-write',
      status: 201,
      body: NewKey,
      nullable: true,
      reply: NewKeyAnswer,
      refusals: once,
      handle: (request) => {
        const { actor, body } = request
        const scopes = body.scopes ?? actor.scopes
        refuseMore(actor, scopes)
        return answerIdempotently(
          deps,
          rememberedRequest(request, actorScope(actor)),
          async (em) => {
            const key = {
              userId: actor.userId,
              name: body.name ?? null,
              scopes,
              expiresInDays: body.expires_in_days ?? null,
            }
            return stored(await makeKey(em, mint, key), 201)
          },
          reveal,
        )
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/auth/keys/:key_id/rotate',
      summary: 'Replace an API key by a new one; the old one stops at once, so send an Idempotency-Key',
      limit: 'market-write',
      reply: NewKeyAnswer,
      refusals: [...once, 'not_found'],
      handle: (request) => {
        const { actor, params } = request
        return answerIdempotently(
          deps,
          rememberedRequest(request, actorScope(actor)),
          async (em) => {
            const old = { userId: actor.userId, keyId: params['key_id'] ?? '', may: actor.scopes }
            return stored(await rotateKey(em, mint, old), 200)
          },
          reveal,
        )
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      path: '/api/auth/keys/:key_id',
      summary: 'Revoke an API key at once',
      limit: 'market-write',
      reply: KeyAnswer,
      refusals: ['not_found'],
      handle: async ({ actor, params }) => ({
        body: await revokeKey(await db.em(), actor.userId, params['key_id'] ?? ''),
      }),
    }),
  ]
}

/** A key cannot create a key with more scopes than its own. Throws 403. */
function refuseMore(actor: Actor, scopes: readonly string[]): void {
  const more = scopes.filter((scope) => !actor.scopes.some((own) => own === scope))
  if (more.length === 0) return
  throw new Refusal('insufficient_scope', `This key cannot give what it has not: ${more.join(', ')}.`, {
    fix: { action: 'Use a session, or ask for fewer scopes.' },
  })
}

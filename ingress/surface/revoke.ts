import { z } from 'zod'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import type { StoredAnswer } from '#shared/idempotency/remember.ts'
import type { KnownKey } from '#shared/money/prepaid/find-key.ts'
import { forfeitKey } from '#shared/money/prepaid/forfeit-key.ts'
import { readBalance } from '#shared/money/prepaid/read-balance.ts'
import { rotateKey } from '#shared/money/prepaid/rotate-key.ts'

import type { IngressDeps } from '../deps.ts'
import { type Route, route } from '../http/route.ts'
import { keyRevoked, findKnownKey } from './balance-key.ts'
import { answerIdempotently, rememberedRequest } from './idempotent-reply.ts'

const PATH = '/api/v1/outcomes/balance/revoke'

const Revoke = z.object({
  rotate: z.boolean().optional().describe('move the balance to a new key'),
  confirm: z.boolean().optional().describe('forfeit the balance'),
})
const RevokeAnswer = z.union([
  z.object({
    ok: z.literal(true),
    revoked: z.literal(true),
    key: z.string().describe('the new key, shown once'),
    key_id: z.string(),
    balance_cents: z.int(),
    held_cents: z.int(),
    forfeited_cents: z.literal(0),
    header_name: z.literal('X-Service-Key'),
  }),
  z.object({
    ok: z.literal(true),
    revoked: z.literal(true),
    key_id: z.string(),
    forfeited_cents: z.int(),
    held_cents: z.int().describe('held by calls that still run: charged when they succeed, else forfeited'),
  }),
])

type Sql = Parameters<typeof rotateKey>[0]

/**
 * POST balance/revoke: `rotate: true` moves the balance to a new key, else `confirm: true` forfeits it. The new key is
 * shown once. A replay with the old key and the same Idempotency-Key shows it again for 24 hours.
 */
export function revokeRoute(deps: IngressDeps): Route {
  const { mint } = deps

  const rotate = async (sql: Sql, key: KnownKey): Promise<StoredAnswer> => {
    const next = await rotateKey(sql, mint, key)
    if (next === null) throw keyRevoked()
    const { balance_cents, held_cents } = await readBalance(sql, next)
    const facts = { key_id: next.keyId, balance_cents, held_cents, forfeited_cents: 0, header_name: 'X-Service-Key' }
    return { status: 200, body: { ok: true, revoked: true, key: null, ...facts }, secretRef: next.keyId }
  }

  const forfeit = async (sql: Sql, key: KnownKey): Promise<StoredAnswer> => {
    const gone = await forfeitKey(sql, key)
    if (gone === null) throw keyRevoked()
    const facts = { key_id: key.keyId, forfeited_cents: gone.forfeitedCents, held_cents: gone.heldCents }
    return { status: 200, body: { ok: true, revoked: true, ...facts }, secretRef: null }
  }

  return route({
    method: 'POST',
    path: PATH,
    summary: 'Revoke a key: rotate moves its balance to a new key, else confirm forfeits it',
    tag: 'balance',
    credential: 'service-key',
    limit: 'account',
    body: Revoke,
    reply: RevokeAnswer,
    refusals: [
      'unauthorized',
      'invalid_service_key',
      'key_revoked',
      'confirmation_required',
      'validation_error',
      'idempotency_key_reused',
      'rate_limited',
      'unavailable',
    ],
    async handle(request) {
      // A revoked key is accepted here, to replay its own revocation.
      const key = await findKnownKey(deps, request)
      const type = key.kind === 'trial' ? 'tk' : 'sk'
      return answerIdempotently(
        deps,
        rememberedRequest(request, `key:${key.keyId}`),
        async (em) => {
          const tx = connectionOf(em)
          if (key.status === 'revoked') throw keyRevoked()
          if (request.body.rotate === true) return rotate(tx, key)
          if (request.body.confirm === true) return forfeit(tx, key)
          throw confirmationRequired()
        },
        ({ body, secretRef }) => (secretRef === null ? body : { ...body, key: mint.issue(type, secretRef) }),
      )
    },
  })
}

const confirmationRequired = () =>
  new Refusal('confirmation_required', 'Revoking a key needs rotate: true or confirm: true.', {
    detail: [
      {
        type: 'missing',
        loc: ['body', 'rotate'],
        msg: 'Field required: rotate moves the balance to a new key, confirm forfeits it',
      },
    ],
    fix: { action: 'Keep the balance on a new key.', method: 'POST', path: PATH, body: { rotate: true } },
  })

import { z } from 'zod'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import { confirmKeyNotice, readKeyNotice, removeKeyNotice, setKeyNotice } from '#shared/mail/key-notices.ts'
import { Email } from '#shared/market/users/account-fields.ts'
import { accountHashes } from '#shared/market/users/account-hashes.ts'
import { consumeRateLimits } from '#shared/market/users/consume-rate-limit.ts'

import type { IngressDeps } from '../deps.ts'
import { type Route, route } from '../http/route.ts'
import { activeKeyOf } from './balance-key.ts'
import { answerIdempotently, rememberedRequest } from './idempotent-reply.ts'

const PATH = '/api/v1/outcomes/balance/notices'
const NO_STORE = { 'Cache-Control': 'no-store' }

/** The highest mark of a notice, in cents. */
export const MOST_BELOW_CENTS = 1_000_000_000
export const BelowCents = z.int().min(1).max(MOST_BELOW_CENTS)

// Whoever has no key gets 401 whatever the body, so what is missing is told afterwards.
const NoticesChange = z.object({
  email: Email.nullable().optional().describe('required: where notices go once it is confirmed; null for none'),
  below_cents: BelowCents.nullable()
    .optional()
    .describe('the balance under which the key is low, unless auto_refill is on, whose mark counts then; default 100'),
})
const NoticesAnswer = z.object({
  ok: z.literal(true),
  key_id: z.string(),
  email: z.string().nullable(),
  confirmed: z.boolean().describe('false: a token was sent to the address, and nothing else is before it came back'),
  below_cents: z.int().nullable(),
})

/** The notice address of a prepaid key: mail when its balance is low or spent, and when `refill_due`. */
export function balanceNoticeRoutes(deps: IngressDeps): readonly Route[] {
  const { db, mint, config } = deps
  const hashes = accountHashes(config.SERVER_SECRET)
  const about = { tag: 'balance', credential: 'service-key', limit: 'account' } as const
  const badKey = ['unauthorized', 'invalid_service_key', 'key_revoked', 'rate_limited', 'unavailable'] as const
  const turn = (name: 'forgot' | 'reset', who: string) => ({ rule: config.limits[name], who: hashes.who(who) })

  return [
    route({
      ...about,
      method: 'GET',
      path: PATH,
      summary: 'The address that is told when the balance of a key is low',
      reply: NoticesAnswer,
      refusals: badKey,
      async handle(request) {
        const key = await activeKeyOf(deps, request)
        return {
          headers: NO_STORE,
          body: { ok: true, key_id: key.keyId, ...(await readKeyNotice(db.pg, key.id)) },
        }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: PATH,
      summary: 'Have a mail sent when the balance of a prepaid key is low or spent; the address is confirmed first',
      body: NoticesChange,
      reply: NoticesAnswer,
      refusals: [...badKey, 'validation_error', 'idempotency_key_reused', 'forbidden'],
      async handle(request) {
        const key = await activeKeyOf(deps, request)
        const { email, below_cents: belowCents = null } = request.body
        if (email === undefined)
          throw invalidFields({ path: ['email'], type: 'missing', msg: 'Field required: an address, or null for none' })
        if (key.kind === 'trial')
          throw new Refusal('forbidden', 'A trial key sends no mail; its balance is in every answer.', {
            fix: { action: 'Fund a prepaid key.', method: 'POST', path: '/api/v1/outcomes/balance/fund' },
          })
        // Counted by key and by address: nobody is sent more tokens than this, whoever asks.
        if (email !== null)
          await consumeRateLimits(
            db.pg,
            [turn('forgot', `key-notice:${key.id}`), turn('reset', `key-notice-to:${email}`)],
            'Too many confirmations were asked for; wait before the next one.',
          )
        return answerIdempotently(deps, rememberedRequest(request, `key:${key.keyId}`), async (em) => {
          const sql = connectionOf(em)
          if (email === null) await removeKeyNotice(sql, { keyUuid: key.id })
          else await setKeyNotice(sql, key.id, { email, belowCents })
          const body = { ok: true, key_id: key.keyId, ...(await readKeyNotice(sql, key.id)) }
          return { status: 200, body, secretRef: null }
        })
      },
    }),
    route({
      tag: 'balance',
      credential: 'none',
      limit: 'account',
      method: 'POST',
      path: `${PATH}/confirm`,
      summary: 'Confirm a notice address with the token that was sent to it; it works once',
      body: z.object({ token: z.string().min(1).max(200) }),
      secrets: ['token'],
      reply: z.object({ ok: z.literal(true) }),
      refusals: ['invalid_reset_token', 'rate_limited'],
      async handle({ body, ip }) {
        const refusal = 'This address has tried too often; wait before the next time.'
        await consumeRateLimits(db.pg, [turn('reset', `address:${ipBlock(ip)}`)], refusal)
        await confirmKeyNotice(db.pg, mint, body.token)
        return { headers: NO_STORE, body: { ok: true } }
      },
    }),
  ]
}

import { z } from 'zod'

import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import { optOutTokens } from '#shared/mail/opt-out-token.ts'
import { removeKeyNotice } from '#shared/mail/key-notices.ts'
import { queueConfirmation } from '#shared/mail/queue-mail.ts'
import { confirmEmail } from '#shared/market/users/confirm-email.ts'
import { consumeRateLimits } from '#shared/market/users/consume-rate-limit.ts'
import { setNotices } from '#shared/market/users/set-notices.ts'

import { type Route, route } from '../../http/route.ts'
import type { MarketDeps } from './market-deps.ts'

const Ok = z.object({ ok: z.literal(true) })
const NoticesAnswer = z.object({ ok: z.literal(true), wants_notices: z.boolean() })

/** Mail: confirming an address, and switching notices on and off. */
export function mailRoutes({ config, db, mint, hashes }: MarketDeps): readonly Route[] {
  const optOut = optOutTokens(config.SERVER_SECRET)
  const about = { tag: 'Accounts', method: 'POST' } as const
  const turnOf = (name: 'forgot' | 'reset', who: string) => [{ rule: config.limits[name], who: hashes.who(who) }]
  return [
    route({
      ...about,
      path: '/api/auth/email/confirmation',
      summary:
        'Have a token sent that confirms your e-mail address; queued is false when one is on its way or it is confirmed',
      credential: 'key',
      scope: 'account',
      limit: 'market-write',
      reply: z.object({ ok: z.literal(true), queued: z.boolean() }),
      async handle({ actor: { userId } }) {
        await consumeRateLimits(
          db.pg,
          turnOf('forgot', `confirm:${userId}`),
          'This account has asked too often; wait before the next time.',
        )
        return { body: { ok: true, queued: await inUnitOfWork(db, (em) => queueConfirmation(em, userId)) } }
      },
    }),
    route({
      ...about,
      path: '/api/auth/email/confirm',
      summary: 'Confirm an e-mail address with the token that was sent to it; it works once',
      credential: 'none',
      limit: 'market-read',
      body: z.object({ token: z.string().min(1).max(200) }),
      secrets: ['token'],
      reply: Ok,
      refusals: ['invalid_reset_token'],
      async handle({ body, ip }) {
        const turn = turnOf('reset', `address:${ipBlock(ip)}`)
        await consumeRateLimits(db.pg, turn, 'This address has tried too often; wait before the next time.')
        await inUnitOfWork(db, (em) => confirmEmail(em, mint, body.token))
        return { headers: { 'Cache-Control': 'no-store' }, body: { ok: true } }
      },
    }),
    route({
      ...about,
      path: '/api/auth/notices',
      summary: 'Switch mail about bids, wins, sales and payouts on or off',
      credential: 'key',
      scope: 'account',
      limit: 'market-write',
      body: z.object({ enabled: z.boolean() }),
      reply: NoticesAnswer,
      async handle({ actor, body }) {
        await setNotices(await db.em(), actor.userId, body.enabled)
        return { body: { ok: true, wants_notices: body.enabled } }
      },
    }),
    route({
      ...about,
      path: '/api/auth/notices/off',
      summary:
        'Switch notices off by the token of a mail (RFC 8058, one click); the answer is the same for every token',
      credential: 'none',
      limit: 'market-read',
      query: z.object({ token: z.string().min(1).max(200) }),
      reply: Ok,
      async handle({ query }) {
        const reader = optOut.readerOf(query.token)
        if (reader !== null && 'userId' in reader) await setNotices(await db.em(), reader.userId, false)
        else if (reader !== null) await removeKeyNotice(db.pg, reader)
        return { headers: { 'Cache-Control': 'no-store' }, body: { ok: true } }
      },
    }),
  ]
}

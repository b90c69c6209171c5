import { z } from 'zod'

import { ipBlock } from '#shared/lib/network/ip-block.ts'
import { Email, KnownPassword, NewPassword } from '#shared/market/users/account-fields.ts'
import { askReset } from '#shared/market/users/ask-reset.ts'
import { provePassword } from '#shared/market/users/log-in.ts'
import { endSession, endSessions } from '#shared/market/users/sessions.ts'
import { type PasswordSet, resetPassword, setPassword } from '#shared/market/users/set-password.ts'
import { consumeRateLimits } from '#shared/market/users/consume-rate-limit.ts'
import { queueResets } from '#shared/mail/queue-mail.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { type Route, route } from '../../http/route.ts'
import { PasswordAnswer } from './account-answers.ts'
import { supportUrl } from './accounts.ts'
import type { MarketDeps } from './market-deps.ts'

const Forgot = z.object({ email: Email })
const ForgotAnswer = z.object({ ok: z.literal(true), message: z.string(), support_url: z.string() })
const RevokeKeys = z.boolean().optional().describe('revoke the API keys too; sessions end in any case')
const Reset = z.object({
  token: z.string().min(1).max(200),
  new_password: NewPassword,
  revoke_keys: RevokeKeys,
})
const Change = z.object({ current_password: KnownPassword, new_password: NewPassword, revoke_keys: RevokeKeys })
const Logout = z.object({ everywhere: z.boolean().optional().describe('end every session of the account') })
const LogoutAnswer = z.object({ ok: z.literal(true), sessions_ended: z.int() })

const answerOf = ({ sessionsEnded, keysRevoked }: PasswordSet) => ({
  ok: true,
  sessions_ended: sessionsEnded,
  keys_revoked: keysRevoked,
  next: 'Log in with the new password.',
})

/** Password reset, password change and logout. */
export function passwordRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint, hashes, passwords } = deps
  const about = { tag: 'Accounts', method: 'POST' } as const
  const turnOf = (name: 'forgot' | 'reset', ip: string) => [
    { rule: config.limits[name], who: hashes.who(`address:${ipBlock(ip)}`) },
  ]

  return [
    route({
      ...about,
      path: '/api/auth/forgot-password',
      summary: 'Ask for a new password; a token is sent to the e-mail address of the account',
      credential: 'none',
      limit: 'market-read',
      body: Forgot,
      reply: ForgotAnswer,
      async handle({ body, ip }) {
        await consumeRateLimits(
          db.pg,
          turnOf('forgot', ip),
          'This address has asked too often; wait before the next time.',
        )
        await inUnitOfWork(db, async (em) => {
          await askReset(em, hashes, body.email)
          await queueResets(em, body.email)
        })
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: {
            ok: true,
            message:
              'If an account has this e-mail, a reset token is sent to it. Nothing came? Write to support from that address.',
            support_url: supportUrl(deps),
          },
        }
      },
    }),
    route({
      ...about,
      path: '/api/auth/reset-password',
      summary: 'Set a new password with a reset token; it works once',
      credential: 'none',
      limit: 'market-read',
      body: Reset,
      secrets: ['token', 'new_password'],
      reply: PasswordAnswer,
      refusals: ['invalid_reset_token', 'overloaded'],
      async handle({ body, ip }) {
        await consumeRateLimits(
          db.pg,
          turnOf('reset', ip),
          'This address has tried too often; wait before the next time.',
        )
        const set = await resetPassword(
          { db, passwords, hashes, mint },
          { token: body.token, password: body.new_password, alsoKeys: body.revoke_keys === true },
        )
        return { headers: { 'Cache-Control': 'no-store' }, body: answerOf(set) }
      },
    }),
    route({
      ...about,
      path: '/api/auth/password',
      summary: 'Change the password; every session ends',
      credential: 'key',
      scope: 'account',
      limit: 'market-write',
      body: Change,
      secrets: ['current_password', 'new_password'],
      reply: PasswordAnswer,
      refusals: ['invalid_login', 'conflict', 'overloaded'],
      async handle({ body, actor, ip }) {
        const { userId } = actor
        await provePassword(
          { db, passwords, hashes, limits: config.limits },
          { userId, password: body.current_password, ip },
        )
        const set = await setPassword(
          { db, passwords, hashes },
          { userId, password: body.new_password, alsoKeys: body.revoke_keys === true },
        )
        return { body: answerOf(set) }
      },
    }),
    route({
      ...about,
      path: '/api/auth/logout',
      summary: 'End this session, or all of them',
      credential: 'key',
      limit: 'market-write',
      body: Logout,
      nullable: true,
      reply: LogoutAnswer,
      refusals: ['conflict', 'insufficient_scope'],
      async handle({ actor, body }) {
        if (body.everywhere === true) {
          if (!actor.scopes.includes('account')) {
            throw new Refusal('insufficient_scope', 'This key is not for "account".', {
              fix: { action: 'Use a session, or a key with the scope account.' },
            })
          }
          return { body: { ok: true, sessions_ended: await endSessions(await db.em(), actor.userId) } }
        }
        if (actor.credential.kind === 'key') {
          throw new Refusal('conflict', 'An API key is no session; it stays until it is revoked.', {
            fix: { action: 'Revoke the key.', method: 'DELETE', path: `/api/auth/keys/${actor.credential.id}` },
          })
        }
        await endSession(await db.em(), actor.credential.id)
        return { body: { ok: true, sessions_ended: 1 } }
      },
    }),
  ]
}

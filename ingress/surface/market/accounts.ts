import { uuidv7 } from 'uuidv7'
import { z } from 'zod'

import { ipBlock } from '#shared/lib/network/ip-block.ts'
import {
  DisplayName,
  Email,
  KnownPassword,
  NewPassword,
  SolanaWallet,
  TermsAccepted,
} from '#shared/market/users/account-fields.ts'
import { queueConfirmation } from '#shared/mail/queue-mail.ts'
import { logIn } from '#shared/market/users/log-in.ts'
import { readOwnProfile } from '#shared/market/users/read-user.ts'
import { readUsage } from '#shared/market/quotas/read-usage.ts'
import { acceptTerms } from '#shared/market/users/accept-terms.ts'
import { insertUser, usernameTaken } from '#shared/market/users/register-user.ts'
import { openSession, SESSION_HOURS } from '#shared/market/users/sessions.ts'
import { consumeRateLimits } from '#shared/market/users/consume-rate-limit.ts'
import { TERMS } from '#shared/market/users/terms.ts'
import { Username } from '#shared/market/users/username.ts'
import { publicId } from '#shared/market/public-id.ts'

import { type Route, route } from '../../http/route.ts'
import { answerIdempotently } from '../idempotent-reply.ts'
import { OwnProfileAnswer, TokenAnswer } from './account-answers.ts'
import type { MarketDeps } from './market-deps.ts'
import { countOpening, storerOf } from './storer.ts'
import { answerAnonymousIdempotently, clientScope, secretRequest } from './idempotent-anonymous-reply.ts'

const Register = z.object({
  username: Username,
  email: Email,
  password: NewPassword,
  terms_accepted: TermsAccepted,
  display_name: DisplayName.nullish(),
  solana_wallet: SolanaWallet.nullish(),
})

/** The OAuth2 password form (RFC 6749, section 4.3.2), also accepted as JSON. */
const Login = z.object({
  username: z.string().min(1).max(254).describe('username or e-mail'),
  password: KnownPassword,
  grant_type: z.literal('password').optional(),
  scope: z.string().max(200).optional().describe('not looked at'),
  client_id: z.string().max(200).optional().describe('not looked at'),
  client_secret: z.string().max(1_000).optional().describe('not looked at'),
})

const Terms = z.object({
  version: z.string(),
  format: z.literal('markdown'),
  text: z.string(),
  sections: z.array(z.object({ title: z.string(), text: z.string() })),
  sha256: z.string().describe('SHA-256 of text, hex'),
  support_url: z.string(),
})

/** Where users get support: SUPPORT_URL, or else /docs. */
export const supportUrl = ({ config }: Pick<MarketDeps, 'config'>): string =>
  config.SUPPORT_URL ?? `${config.publicBaseUrl}/docs`

/** Registration, login, terms, and the profile of the authenticated account. */
export function accountRoutes(deps: MarketDeps): readonly Route[] {
  const { config, db, mint, hashes, passwords } = deps
  const about = { tag: 'Accounts', limit: 'market-read' } as const
  const scopeOf = clientScope(config.SERVER_SECRET)
  const tokenAnswer = (user: { id: string; username: string; displayName: string | null; isAgent: boolean }) => ({
    access_token: null,
    token_type: 'bearer',
    expires_in: SESSION_HOURS * 3_600,
    scope: 'user',
    user: {
      id: publicId('usr', user.id),
      username: user.username,
      display_name: user.displayName,
      is_agent: user.isAgent,
    },
  })

  return [
    route({
      ...about,
      method: 'GET',
      path: '/api/auth/terms',
      summary: 'The terms of the marketplace',
      credential: 'none',
      reply: Terms,
      handle: () => ({
        headers: { 'Cache-Control': 'public, max-age=60' },
        body: { ...TERMS, support_url: supportUrl(deps) },
      }),
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/auth/terms',
      summary: 'Accept the terms in force, after they changed',
      credential: 'key',
      scope: 'account',
      body: z.object({ version: z.string().max(40).describe('the version that you read') }),
      reply: z.object({ ok: z.literal(true), terms_version: z.string() }),
      refusals: ['conflict'],
      async handle({ actor, body }) {
        await acceptTerms(await db.em(), actor.userId, body.version)
        return { body: { ok: true, terms_version: body.version } }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/auth/register',
      summary: 'Open an account',
      stores: true,
      credential: 'none',
      status: 201,
      body: Register,
      secrets: ['password'],
      reply: TokenAnswer,
      refusals: ['username_taken', 'idempotency_key_reused', 'overloaded', 'byte_budget'],
      async handle(request) {
        const {
          username,
          email,
          password,
          display_name: displayName = null,
          solana_wallet: wallet = null,
        } = request.body
        const turn = { rule: config.limits.register, who: hashes.who(`address:${ipBlock(request.ip)}`) }
        await consumeRateLimits(db.pg, [turn], 'This address has opened too many accounts; wait before the next one.')
        const passwordHash = await passwords.make(password, hashes.salt(email))
        const user = {
          id: uuidv7(),
          username,
          email,
          passwordHash,
          displayName,
          wallet,
          isAgent: false,
          hasAcceptedTerms: true,
        }
        return answerAnonymousIdempotently(
          deps,
          secretRequest(hashes, request, scopeOf(request)),
          async (em) => {
            await countOpening(em, hashes, request)
            if ((await insertUser(em, user)) === null) throw usernameTaken(username)
            await queueConfirmation(em, user.id)
            return { status: 201, body: tokenAnswer(user), secretRef: await openSession(em, mint, user.id) }
          },
          (sessionId) => ({ access_token: mint.issue('ss', sessionId) }),
        )
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/auth/login',
      summary: 'Log in: a bearer token for 12 hours',
      credential: 'none',
      accepts: 'form',
      maxBodyBytes: 16_384,
      body: Login,
      secrets: ['password', 'client_secret'],
      reply: TokenAnswer,
      refusals: ['invalid_login', 'account_suspended', 'idempotency_key_reused', 'overloaded'],
      async handle(request) {
        const { username: name, password } = request.body
        const userId = await logIn({ db, passwords, hashes, limits: config.limits }, { name, password, ip: request.ip })
        const profile = await readOwnProfile(await db.em(), userId)
        return answerIdempotently(
          deps,
          secretRequest(hashes, request, `login:${userId}`),
          async (em) => ({
            status: 200,
            body: tokenAnswer({
              id: userId,
              username: profile.username,
              displayName: profile.display_name,
              isAgent: profile.is_agent,
            }),
            secretRef: await openSession(em, mint, userId),
          }),
          ({ body, secretRef }) => ({ ...body, access_token: secretRef === null ? null : mint.issue('ss', secretRef) }),
        )
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/api/auth/me',
      summary: 'Who you are',
      credential: 'key',
      reply: OwnProfileAnswer,
      async handle({ actor, ip }) {
        const em = await db.em()
        const profile = await readOwnProfile(em, actor.userId)
        const storage = await readUsage(em, storerOf(hashes, { actor, ip }))
        return { body: { ...profile, storage, credential: { kind: actor.credential.kind, scopes: actor.scopes } } }
      },
    }),
  ]
}

import { z } from 'zod'

import { endOwnSession, listSessions } from '#shared/market/users/sessions.ts'

import { type Route, route } from '../../http/route.ts'
import type { MarketDeps } from './market-deps.ts'

const SessionAnswer = z.object({
  session_id: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable().describe('to the minute'),
  expires_at: z.string(),
  is_current: z.boolean(),
})

/** The sign-ins of an account: which are open, and ending one. `POST /api/auth/logout` ends all of them. */
export function sessionRoutes({ db }: MarketDeps): readonly Route[] {
  const about = { tag: 'Accounts', credential: 'key', scope: 'account' } as const
  return [
    route({
      ...about,
      method: 'GET',
      path: '/api/auth/sessions',
      summary: 'Where you are signed in',
      limit: 'market-read',
      reply: z.object({ items: z.array(SessionAnswer) }),
      async handle({ actor: { userId, credential } }) {
        const current = credential.kind === 'session' ? credential.id : null
        return { body: { items: await listSessions(await db.em(), userId, current) } }
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      path: '/api/auth/sessions/:session_id',
      summary: 'End one sign-in at once',
      limit: 'market-write',
      reply: z.object({ ok: z.literal(true), session_id: z.string() }),
      refusals: ['not_found'],
      async handle({ actor, params }) {
        const id = params['session_id'] ?? ''
        await endOwnSession(await db.em(), actor.userId, id)
        return { body: { ok: true, session_id: id } }
      },
    }),
  ]
}

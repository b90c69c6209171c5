import type { Context } from 'koa'
import { z } from 'zod'

import { pauseOutcomeFor } from '#shared/calls/pause-outcome.ts'
import { Refusal } from '#shared/errors.ts'

import type { IngressDeps } from '../deps.ts'
import { isForm, readForm } from '../http/body/form-body.ts'
import { requestIdOf } from '../http/errors.ts'
import { readQuery } from '../http/read-query.ts'
import { type Admin, SESSION_COOKIE, SESSION_S } from './admin.ts'
import { findStory } from './find-story.ts'
import { moneyTotals } from './money-totals.ts'
import { outcomeTrouble } from './outcome-trouble.ts'
import { loginPage, overviewPage, PAGE_CSP } from './page.ts'
import { queueDepths } from './queue-depths.ts'
import { redisWarnings } from './redis-rules.ts'
import { isSameOrigin } from './same-origin.ts'
import { storyPage } from './story-page.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

const LIMIT_MS = 1_000
const MAX_LOGIN_BYTES = 4_096
const LoginForm = z.object({ token: z.string() })
const PauseForm = z.object({ slug: z.string().max(200), minutes: z.coerce.number().int().min(0).max(10_080) })

export type OperatorPageDeps = Pick<IngressDeps, 'config' | 'db' | 'forSale' | 'limiter' | 'log' | 'pools' | 'queues'>

/** Handlers of /ops: overview, login form, login, logout. */
export function operatorPage(deps: OperatorPageDeps, admin: Admin) {
  const { config, limiter, pools, queues } = deps
  const readDepths = queueDepths(queues)
  const readMoney = moneyTotals(deps.db)
  const readTrouble = outcomeTrouble(deps.db)
  const cookie = {
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicBaseUrl.startsWith('https:'),
    path: '/',
    signed: false,
    overwrite: true,
  } as const

  const show = (ctx: Context, status: number, body: string) => {
    ctx.status = status
    ctx.set('Content-Security-Policy', PAGE_CSP)
    ctx.type = 'html'
    ctx.body = body
  }
  const setSession = (ctx: Context, value: string, maxAgeS: number) => {
    // Behind a TLS-terminating proxy the socket is plain, but the cookie is still Secure.
    ctx.cookies.secure = cookie.secure
    ctx.cookies.set(SESSION_COOKIE, value, { ...cookie, maxAge: maxAgeS * 1_000 })
    ctx.status = 303
    ctx.redirect('/ops')
  }
  const sentToken = async (ctx: Context) => {
    if (!isForm(ctx.req)) return ''
    // Unreadable form: no token.
    const form = await readForm(ctx.req, MAX_LOGIN_BYTES).catch(() => ({}))
    return LoginForm.safeParse(form).data?.token ?? ''
  }

  return {
    async overview(ctx: Context): Promise<void> {
      const [sampled, depths, money, trouble, warnings] = await Promise.all([
        withinLimit(LIMIT_MS, pools()),
        readDepths(),
        readMoney(),
        readTrouble(),
        redisWarnings(queues.redis),
      ])
      const facts = { pools: sampled, depths, money, trouble, queueKind: queues.kind, boardWrites: config.OPS_WRITE }
      show(ctx, 200, overviewPage({ ...facts, warnings: warnings ?? ['Redis does not answer.'] }))
    },

    /** Shows what is known under any id. */
    async search(ctx: Context): Promise<void> {
      const id = readQuery(ctx.querystring)['id']
      const asked = typeof id === 'string' && id.isWellFormed() && !id.includes('\u0000') ? id : ''
      const story = asked === '' ? undefined : await findStory(deps.db.lists, asked)
      show(ctx, story === null ? 404 : 200, storyPage(asked, story))
    },

    /** Pauses an outcome for some minutes; 0 lets it go on. The log says that an operator did. */
    async pause(ctx: Context): Promise<void> {
      const form = PauseForm.safeParse(await readForm(ctx.req, MAX_LOGIN_BYTES))
      if (!form.success || !deps.forSale.has(form.data.slug)) {
        throw new Refusal('not_found', 'There is no such outcome, or the minutes are no number of up to a week.')
      }
      const { slug, minutes } = form.data
      await pauseOutcomeFor(deps.db.pg, slug, minutes)
      deps.log.info({ slug, minutes, requestId: requestIdOf(ctx) }, 'operator paused an outcome')
      ctx.status = 303
      ctx.redirect('/ops')
    },

    loginForm: (ctx: Context): void => show(ctx, 200, loginPage()),

    async login(ctx: Context, ip: string): Promise<void> {
      try {
        await limiter.take(config.limits['ops-login'], ip)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        ctx.set('Retry-After', String(error.detail.retryAfterS ?? 60))
        show(ctx, 429, loginPage('Too many tries from your address. Wait a minute.'))
        return
      }
      if (!isSameOrigin(ctx, config.publicBaseUrl) || !admin.isToken(await sentToken(ctx))) {
        show(ctx, 403, loginPage('That is not the admin token.'))
        return
      }
      setSession(ctx, admin.openSession(), SESSION_S)
    },

    logout: (ctx: Context): void => setSession(ctx, '', 0),
  }
}

import type { Context } from 'koa'
import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'

import type { IngressDeps } from '../deps.ts'
import { isForm, readForm } from '../http/body/form-body.ts'
import { type Admin, SESSION_COOKIE, SESSION_S } from './admin.ts'
import { moneyTotals } from './money-totals.ts'
import { loginPage, overviewPage, PAGE_CSP } from './page.ts'
import { queueDepths } from './queue-depths.ts'
import { redisWarnings } from './redis-rules.ts'
import { isSameOrigin } from './same-origin.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

const LIMIT_MS = 1_000
const MAX_LOGIN_BYTES = 4_096
const LoginForm = z.object({ token: z.string() })

export type OperatorPageDeps = Pick<IngressDeps, 'config' | 'db' | 'limiter' | 'pools' | 'queues'>

/** Handlers of /ops: overview, login form, login, logout. */
export function operatorPage(deps: OperatorPageDeps, admin: Admin) {
  const { config, limiter, pools, queues } = deps
  const readDepths = queueDepths(queues)
  const readMoney = moneyTotals(deps.db)
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
      const [sampled, depths, money, warnings] = await Promise.all([
        withinLimit(LIMIT_MS, pools()),
        readDepths(),
        readMoney(),
        redisWarnings(queues.redis),
      ])
      const facts = { pools: sampled, depths, money, queueKind: queues.kind, boardWrites: config.OPS_WRITE }
      show(ctx, 200, overviewPage({ ...facts, warnings: warnings ?? ['Redis does not answer.'] }))
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

import type { Context } from 'koa'
import { z } from 'zod'

import { Refusal, statusOf } from '#shared/errors.ts'
import { runAct } from '#shared/operators/acts/act.ts'

import { isForm, readForm } from '../../http/body/form-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { html } from '../../http/html.ts'
import { readQuery } from '../../http/read-query.ts'
import { type Admin, type Admitted, SESSION_COOKIE, SESSION_S } from '../admin.ts'
import { isSameOrigin } from '../same-origin.ts'
import { readAct } from './act-form.ts'
import { cardsPage } from './cards-page.ts'
import type { DeskDeps, DeskPage, ShowDeskPage } from './desk-page.ts'
import { disputesPage } from './disputes-page.ts'
import { DESK_CSP, deskFrame, loginPage, PAGE_CSP } from './frame.ts'
import { keysPage } from './keys-page.ts'
import { LIVE_SCRIPT, poolStreams } from './live.ts'
import { logPage } from './log-page.ts'
import { operatorsPage } from './operators-page.ts'
import { overviewPage } from './overview-page.ts'
import { payoutsPage } from './payouts-page.ts'
import { reportsPage } from './reports-page.ts'
import { settingsPage } from './settings-page.ts'
import { searchPage } from './story-page.ts'
import { usersPage } from './users-page.ts'

const MAX_LOGIN_BYTES = 4_096
const MAX_FORM_BYTES = 16_384
const LoginForm = z.object({ token: z.string() })

/** Pages and forms of operators. */
export function openDesk(deps: DeskDeps, admin: Admin) {
  const { config, limiter } = deps
  const pages: Readonly<Record<string, ShowDeskPage>> = {
    '/ops': overviewPage(deps),
    '/ops/search': searchPage(deps),
    '/ops/keys': keysPage(deps),
    '/ops/users': usersPage(deps),
    '/ops/reports': reportsPage(deps),
    '/ops/disputes': disputesPage(deps),
    '/ops/cards': cardsPage(deps),
    '/ops/payouts': payoutsPage(deps),
    '/ops/settings': settingsPage(deps),
    '/ops/log': logPage(deps),
    '/ops/operators': operatorsPage(deps),
  }
  const streamPools = poolStreams(deps)
  const cookie = {
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicBaseUrl.startsWith('https:'),
    path: '/',
    signed: false,
    overwrite: true,
  } as const

  const send = (ctx: Context, status: number, policy: string, body: string) => {
    ctx.status = status
    ctx.set('Content-Security-Policy', policy)
    ctx.type = 'html'
    ctx.body = body
  }
  const show = (ctx: Context, { operator }: Admitted, { title, content, status = 200 }: DeskPage) =>
    send(ctx, status, DESK_CSP, deskFrame(title, ctx.path, operator, content))
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
    isPage: (path: string): boolean => Object.hasOwn(pages, path),

    /** Shows the page at the path of the request. */
    async page(ctx: Context, admitted: Admitted): Promise<void> {
      const query = Object.fromEntries(
        Object.entries(readQuery(ctx.querystring)).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value]] : [],
        ),
      )
      const page = await pages[ctx.path]?.({ operator: admitted.operator, query })
      if (page !== undefined) show(ctx, admitted, page)
    },

    /** Streams the table of the pools. */
    live(ctx: Context): void {
      ctx.type = 'text/event-stream; charset=utf-8'
      ctx.set('X-Accel-Buffering', 'no')
      ctx.body = streamPools()
    },

    script(ctx: Context): void {
      ctx.type = 'text/javascript; charset=utf-8'
      ctx.body = LIVE_SCRIPT
    },

    /** Runs the act of a form and shows what came of it; what it answers may hold a secret, which is shown this once. */
    async act(ctx: Context, admitted: Admitted): Promise<void> {
      const read = isForm(ctx.req) ? readAct(await readForm(ctx.req, MAX_FORM_BYTES)) : null
      if (read === null)
        throw new Refusal('bad_request', 'This form is not complete, or no form of ours. Nothing was done.')
      const { act, once } = read
      if ('slug' in act && !deps.forSale.has(act.slug))
        throw new Refusal('not_found', `There is no outcome ${act.slug}.`)
      const acting = { operator: admitted.operator, via: 'page', requestId: requestIdOf(ctx), once } as const
      try {
        const answer = await runAct({ pg: deps.db.pg, em: deps.db.em, mint: deps.mint }, acting, act)
        show(ctx, admitted, { title: `Done: ${act.name}`, content: answerList(answer) })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const content = html`<p class="bad" role="alert">${error.message}</p>
          <p>Nothing was done.</p>`
        show(ctx, admitted, { title: `Refused: ${act.name}`, content, status: statusOf(error.code) })
      }
    },

    loginForm: (ctx: Context): void => send(ctx, 200, PAGE_CSP, loginPage()),

    async login(ctx: Context, ip: string): Promise<void> {
      try {
        await limiter.take(config.limits['ops-login'], ip)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        ctx.set('Retry-After', String(error.detail.retryAfterS ?? 60))
        send(ctx, 429, PAGE_CSP, loginPage('Too many tries from your address. Wait a minute.'))
        return
      }
      const operator = isSameOrigin(ctx, config.publicBaseUrl) ? await admin.signIn(await sentToken(ctx)) : null
      if (operator === null) {
        send(ctx, 403, PAGE_CSP, loginPage('That is not the token of an operator.'))
        return
      }
      setSession(ctx, admin.openSession(operator), SESSION_S)
    },

    logout: (ctx: Context): void => setSession(ctx, '', 0),
  }
}

const answerList = (answer: Record<string, unknown>) =>
  html`<dl>
      ${Object.entries(answer).map(
        ([name, value]) =>
          html`<dt>${name.replaceAll('_', ' ')}</dt>
            <dd><code>${typeof value === 'string' ? value : JSON.stringify(value)}</code></dd>`,
      )}
    </dl>
    ${'key' in answer || 'token' in answer || 'pass_token' in answer ? html`<p>Copy the secret now: it is not shown again.</p>` : ''}`

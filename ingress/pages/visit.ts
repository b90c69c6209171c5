import type { Context } from 'koa'
import { z } from 'zod'

import { isRefusalCode, Refusal } from '#shared/errors.ts'

import type { IngressDeps } from '../deps.ts'
import { isForm, readForm } from '../http/body/form-body.ts'
import { html } from '../http/html.ts'
import { readQuery } from '../http/read-query.ts'
import type { Route } from '../http/route.ts'
import { isSameOrigin } from '../ops/same-origin.ts'
import { type AskedOfRoute, askRoute } from '../surface/serve-routes.ts'
import type { FormTokens } from './form-token.ts'
import type { PageCookie, Visit } from './page.ts'

/** Longest form in bytes: an input of an outcome, percent-encoded. */
const MOST_FORM_BYTES = 524_288

/** Headers of the browser that say how a page is sent, not what a route is asked. */
const OF_THE_PAGE = {
  accept: 'application/json',
  'accept-encoding': undefined,
  'if-none-match': undefined,
  range: undefined,
  authorization: undefined,
  'x-api-key': undefined,
}

export type VisitDeps = { deps: IngressDeps; routes: readonly Route[]; tokens: FormTokens }

/** Reads a request for a page. Throws 403 for a form without our token, or from another site. */
export async function openVisit(
  ctx: Context,
  { deps, routes, tokens }: VisitDeps,
  params: Record<string, string>,
): Promise<Visit> {
  let visitor = ctx.cookies.get('fb_visit', { signed: false })
  let token: string | null = null
  const session = ctx.cookies.get('fb_session', { signed: false }) ?? null
  const setCookie = (name: PageCookie, value: string, maxAgeS: number) => {
    // Behind a TLS-terminating proxy the socket is plain, but the cookie is still Secure.
    const secure = deps.config.publicBaseUrl.startsWith('https:')
    ctx.cookies.secure = secure
    ctx.cookies.set(name, value, {
      httpOnly: true,
      sameSite: 'lax',
      secure,
      path: '/',
      signed: false,
      overwrite: true,
      maxAge: maxAgeS * 1_000,
    })
  }
  const reply: Visit['reply'] = (method, path, asked = {}) => {
    const route = routes.find((one) => one.method === method && one.path === path)
    if (route === undefined) throw new Error(`no route is at ${method} ${path}`)
    const signedIn = session === null ? {} : { authorization: `Bearer ${session}` }
    return askRoute(ctx, route, deps, { ...asked, headers: { ...OF_THE_PAGE, ...signedIn, ...asked.headers } })
  }
  const form = ctx.method === 'POST' ? await readOwnForm(ctx, deps, (sent) => tokens.isToken(visitor, sent)) : {}
  return {
    ctx,
    deps,
    routes,
    params,
    query: ctx.querystring === '' ? {} : queryOf(ctx),
    form,
    session,
    serviceKey: ctx.cookies.get('fb_key', { signed: false }) ?? null,
    setCookie,
    token() {
      if (visitor === undefined || !/^[\w-]{22}$/.test(visitor)) {
        visitor = tokens.newVisitor()
        setCookie('fb_visit', visitor, 30 * 86_400)
      }
      token ??= tokens.tokenFor(visitor)
      return html`<input type="hidden" name="_token" value="${token}" />`
    },
    tokenText: () => token,
    reply,
    async ask<Body>(method: Route['method'], path: string, asked?: AskedOfRoute): Promise<Body> {
      const { status = 200, body } = await reply(method, path, asked)
      const text = Buffer.isBuffer(body) ? body.toString('utf8') : body
      const value: unknown = typeof text === 'string' ? JSON.parse(text) : text
      if (status >= 400) throw refusalIn(value)
      // Safe: the callers name what the reply schema of the route says.
      return value as Body
    },
  }
}

/** The refusal that an error body tells. */
function refusalIn(value: unknown): Refusal {
  const { code, error, fix } = ErrorText.parse(value)
  return new Refusal(isRefusalCode(code) ? code : 'internal', error, fix === undefined ? {} : { fix })
}

const ErrorText = z.looseObject({
  code: z.string(),
  error: z.string(),
  fix: z.object({ action: z.string() }).optional().catch(undefined),
})

const queryOf = (ctx: Context) => strings(readQuery(ctx.querystring))

async function readOwnForm(
  ctx: Context,
  { config }: Pick<IngressDeps, 'config'>,
  isToken: (sent: string | undefined) => boolean,
): Promise<Record<string, string>> {
  if (!isForm(ctx.req)) {
    throw new Refusal('unsupported_media_type', 'A page takes forms.', {
      fix: { action: 'Programs call the API.', method: 'GET', path: '/llms.txt' },
    })
  }
  const { _token: sent, ...form } = strings(await readForm(ctx.req, MOST_FORM_BYTES))
  if (!isSameOrigin(ctx, config.publicBaseUrl) || !isToken(sent)) {
    throw new Refusal('forbidden', 'This form does not come from a page of ours, or it is too old; nothing was done.', {
      fix: { action: 'Open the page again and send the form from there. Cookies have to be allowed.' },
    })
  }
  return form
}

const strings = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

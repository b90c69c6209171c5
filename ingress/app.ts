import Router from '@koa/router'
import Koa, { type Context, type Next } from 'koa'

import { Refusal } from '#shared/errors.ts'
import { newRequestId } from '#shared/lib/request-id.ts'
import { noTracer } from '#shared/tracing/tracer.ts'

import { callsFirst, mountCalls } from './surface/mount-calls.ts'
import type { IngressDeps } from './deps.ts'
import { accessLog } from './http/access-log.ts'
import { answerErrors } from './http/errors.ts'
import { narrowRouter } from './http/narrow-router.ts'
import type { Route } from './http/route.ts'
import { traceRequests } from './http/trace-requests.ts'
import { CORS_HEADERS, PREFLIGHT_HEADERS, SECURITY_HEADERS, STRICT_TRANSPORT, VARY } from './http/security-headers.ts'
import { mountRun } from './surface/router.ts'
import { mountSellerCalls } from './surface/sellers/mount-seller-calls.ts'
import { mountRoutes } from './surface/serve-routes.ts'
import { mountMcp } from './mcp/mount-mcp.ts'
import { mountOps } from './ops/mount-ops.ts'
import { errorPages, mountPages } from './pages/mount-pages.ts'

/** The Koa stack: what every request meets, then the operator's pages, calls, pages for people, and the routes. */
export function buildApp(deps: IngressDeps, routes: readonly Route[]): Koa {
  const app = new Koa()
  const router = new Router()
  narrowRouter(router)
  // Literal paths first: /api/v1/outcomes/day-pass is no slug.
  mountRoutes(router, routes, deps)
  mountCalls(router, deps)
  mountRun(router, deps)
  const sellersFirst = mountSellerCalls(router, deps)
  const mcpFirst = mountMcp(router, routes, deps)

  app.silent = true
  if (deps.tracer !== noTracer) app.use(traceRequests(deps.tracer))
  app.use(accessLog(deps.log, deps.meter.requested))
  app.use(stampRequest(deps.config.publicBaseUrl.startsWith('https:')))
  app.use(answerErrors(deps.log, errorPages(deps)))
  mountOps(app, deps)
  app.use(callsFirst(deps))
  app.use(sellersFirst)
  app.use(mcpFirst)
  mountPages(app, deps, routes)
  app.use(router.routes())
  app.use(refuseUnknown)
  return app
}

/** Where accounts are: no page of another origin reads there what it may not. */
const ACCOUNT_PATH = /^\/api\/auth(?:\/|$)/i

/** Request id, security and CORS headers; a preflight is answered here. */
function stampRequest(overTls: boolean) {
  const own = {
    ...SECURITY_HEADERS,
    Vary: VARY,
    ...(overTls ? { 'Strict-Transport-Security': STRICT_TRANSPORT } : {}),
  }
  const [ownHeaders, openHeaders] = [Object.entries(own), Object.entries({ ...own, ...CORS_HEADERS })]
  return async (ctx: Context, next: Next) => {
    const requestId = newRequestId()
    ctx.state['requestId'] = requestId
    const isAccount = ACCOUNT_PATH.test(ctx.path)
    // On the response of Node itself: Koa checks each name and value once more.
    for (const [name, value] of isAccount ? ownHeaders : openHeaders) ctx.res.setHeader(name, value)
    ctx.res.setHeader('X-Request-Id', requestId)
    if (ctx.method === 'OPTIONS') {
      if (!isAccount) ctx.set(PREFLIGHT_HEADERS)
      ctx.status = 204
      return
    }
    await next()
  }
}

/** 405 with Allow where the path exists under another method, else 404. */
function refuseUnknown(ctx: Context): void {
  // Safe: the router leaves the layers whose path fits, whatever their method.
  const { matched = [] } = ctx as Context & { matched?: { methods: string[]; path: string | RegExp }[] }
  const own = matched.filter(({ path }) => path === ctx.path)
  const allowed = [...new Set((own.length > 0 ? own : matched).flatMap((layer) => layer.methods))]
  if (allowed.length > 0) {
    ctx.set('Allow', [...allowed, 'OPTIONS'].join(', '))
    throw new Refusal('method_not_allowed', `${ctx.method} is not for this path.`, {
      fix: { action: `Use ${allowed.filter((method) => method !== 'HEAD').join(' or ')}.` },
    })
  }
  throw new Refusal('not_found', 'Nothing is at this path.', {
    fix: { action: 'See what there is.', method: 'GET', path: '/llms.txt' },
  })
}

import type Koa from 'koa'
import type { Context, Next } from 'koa'
import { Registry, type RegistryContentType } from 'prom-client'

import { Refusal } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import { mayAct, operatorById, operatorOfToken } from '#shared/operators/operator-in-charge.ts'
import { recordAction } from '#shared/operators/record-action.ts'

import type { IngressDeps } from '../deps.ts'
import { callerAddress } from '../http/caller.ts'
import { requestIdOf } from '../http/errors.ts'
import { type Admitted, createAdmin, SESSION_COOKIE } from './admin.ts'
import { BOARD_CSP, BOARD_PATH, lazyBoard } from './board.ts'
import { PrometheusMeter } from './metrics.ts'
import type { DeskDeps } from './desk/desk-page.ts'
import { openDesk } from './desk/desk.ts'
import { isSameOrigin } from './same-origin.ts'
import { serviceGauges } from './service-gauges.ts'

const READING = new Set(['GET', 'HEAD'])

export type OpsDeps = DeskDeps & Pick<IngressDeps, 'meter'>

/**
 * Mounts the operator routes: /ops (login form or overview), the other pages of operators (desk/desk.ts), /ops/act,
 * /ops/logout, /ops/queues (Bull Board), /metrics. Others than operators get the 404 of an unknown path, except at /ops.
 * Without ADMIN_TOKEN nothing is mounted. Mount it after the middleware for errors, request ids and headers, and before
 * the router.
 */
export function mountOps(app: Koa, deps: OpsDeps): void {
  const { config } = deps
  const { pg } = deps.db
  const admin = createAdmin(config, deps.limiter, deps.now, {
    ofToken: (token) => operatorOfToken(pg, deps.mint, token),
    byId: (id) => operatorById(pg, id),
  })
  if (admin === null) return
  const desk = openDesk(deps, admin)
  const board = lazyBoard(deps.queues, config.OPS_WRITE)
  const registries: Registry<RegistryContentType>[] = [serviceGauges(deps)]
  if (deps.meter instanceof PrometheusMeter) registries.push(deps.meter.registry)
  const format = registries.at(-1)?.contentType ?? Registry.PROMETHEUS_CONTENT_TYPE
  for (const registry of registries) registry.setContentType(format)

  const showMetrics = async (ctx: Context) => {
    const texts = await Promise.all(registries.map((registry) => registry.metrics()))
    ctx.set('Content-Type', format)
    // A text of OpenMetrics has one end.
    ctx.body = texts.map((text, nth) => (nth < texts.length - 1 ? text.replace(/# EOF\n$/, '') : text)).join('\n')
  }
  const showBoard = async (ctx: Context, next: Next, { operator }: Admitted) => {
    if (!config.OPS_WRITE || !mayAct(operator)) only(ctx, 'GET', 'HEAD')
    ctx.set('Content-Security-Policy', BOARD_CSP)
    // Asset names contain a content hash.
    if (ctx.path.startsWith(`${BOARD_PATH}/static/`)) ctx.set('Cache-Control', 'private, max-age=86400')
    const serve = () =>
      board(ctx, next).catch((error: unknown) => {
        throw badRequest(error)
      })
    if (READING.has(ctx.method)) return serve()
    const acting = { operator, via: 'page', requestId: requestIdOf(ctx) } as const
    const target = ctx.path.slice(`${BOARD_PATH}/api/`.length, 200)
    return recordAction(pg, acting, { action: `queues ${ctx.method}`, target, detail: {} }, serve)
  }

  app.use(async (ctx, next) => {
    const { path } = ctx
    if (path !== '/ops' && path !== '/metrics' && !path.startsWith('/ops/')) return next()
    const session = ctx.cookies.get(SESSION_COOKIE, { signed: false })
    const ip = ipBlock(callerAddress(ctx.req, config.TRUST_PROXY_HOPS))
    const admitted = await admin.admit({ authorization: ctx.get('authorization'), session, ip })
    if (path !== '/ops' && admitted === null) return next()
    ctx.set(OPS_HEADERS)
    ctx.remove('Access-Control-Allow-Origin')
    if (path === '/ops' && ctx.method === 'POST') return desk.login(ctx, ip)
    if (admitted === null) {
      only(ctx, 'GET', 'HEAD', 'POST')
      return desk.loginForm(ctx)
    }
    if (admitted.by === 'session' && !READING.has(ctx.method) && !isSameOrigin(ctx, config.publicBaseUrl)) {
      throw new Refusal('forbidden', 'This request comes from a page that is not ours.')
    }
    if (desk.isPage(path)) {
      only(ctx, 'GET', 'HEAD', ...(path === '/ops' ? ['POST'] : []))
      return desk.page(ctx, admitted)
    }
    if (path === '/ops/act' || path === '/ops/logout') {
      only(ctx, 'POST')
      return path === '/ops/act' ? desk.act(ctx, admitted) : desk.logout(ctx)
    }
    if (path === '/ops/live' || path === '/ops/live.js') {
      only(ctx, 'GET')
      return path === '/ops/live' ? desk.live(ctx) : desk.script(ctx)
    }
    if (path === '/metrics') {
      only(ctx, 'GET', 'HEAD')
      return showMetrics(ctx)
    }
    if (path === BOARD_PATH || path.startsWith(`${BOARD_PATH}/`)) return showBoard(ctx, next, admitted)
    return next()
  })
}

/**
 * Headers of operator routes. Their referrer policy keeps the Origin of our own forms, which the default policy would
 * make `null`.
 */
const OPS_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

function only(ctx: Context, ...methods: string[]): void {
  if (methods.includes(ctx.method)) return
  ctx.set('Allow', methods.join(', '))
  throw new Refusal('method_not_allowed', `This path takes ${methods.join(', ')}.`)
}

/** Turns body parser errors of the board into 400. Leaves other errors as they are. */
function badRequest(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  const status = 'status' in error ? Number(error.status) : Number.NaN
  const isUnreadable = 'code' in error && String(error.code).startsWith('Z_')
  return status < 500 || isUnreadable ? new Refusal('bad_request', error.message, {}, { cause: error }) : error
}

import type Router from '@koa/router'
import type { Context } from 'koa'

import { Refusal } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/ip-block.ts'

import type { IngressDeps } from '../deps.ts'
import { callerAddress } from './caller.ts'
import { requestIdOf } from './errors.ts'
import { fieldErrors } from './field-errors.ts'
import { DEFAULT_BODY_BYTES, readJsonBody } from './json-body.ts'
import { limitHeaders } from './limiter.ts'
import type { Reply, Route, RouteRequest } from './route.ts'

/** Mounts a route table: rate limit, body and query by their schemas, the handler, its reply. */
export function mountRoutes(router: Router, routes: readonly Route[], deps: IngressDeps): void {
  for (const route of routes) {
    const serve = async (ctx: Context) => send(ctx, await route.handle(await requestFor(ctx, route, deps)))
    if (route.method === 'GET') router.get(route.path, serve)
    else router.post(route.path, serve)
  }
}

/** Writes a reply; a string body goes out as it is. */
export function send(ctx: Context, { status = 200, headers, type, body }: Reply): void {
  ctx.status = status
  if (headers !== undefined) ctx.set(headers)
  if (type !== undefined) ctx.type = type
  ctx.body = body
}

async function requestFor(ctx: Context, route: Route, deps: IngressDeps): Promise<RouteRequest> {
  const ip = callerAddress(ctx.req, deps.config.TRUST_PROXY_HOPS)
  ctx.set(await limit(route, deps, ipBlock(ip)))
  // Safe: the router writes one string for each parameter.
  const params = (ctx as Context & { params?: Record<string, string> }).params ?? {}
  return {
    method: ctx.method,
    path: ctx.path,
    params,
    query: route.query === undefined ? {} : parsed(route.query, { ...ctx.query }, 'query'),
    body: route.body === undefined ? {} : parsed(route.body, await bodyOf(ctx, route), 'body'),
    header: (name) => headerOf(ctx, name),
    ip,
    requestId: requestIdOf(ctx),
  }
}

async function bodyOf(ctx: Context, route: Route): Promise<Record<string, unknown>> {
  try {
    return (await readJsonBody(ctx.req, DEFAULT_BODY_BYTES)).value
  } catch (error) {
    const pays = headerOf(ctx, 'payment-signature') !== undefined || headerOf(ctx, 'x-payment') !== undefined
    if (route.paymentFirst === true && !pays && error instanceof Refusal) return {}
    throw error
  }
}

async function limit(
  { limit }: Route,
  { config, limiter, localLimiter }: IngressDeps,
  ip: string,
): Promise<Record<string, string>> {
  switch (limit) {
    case 'none':
      return {}
    case 'discovery':
      return limitHeaders(
        await localLimiter.take({ name: 'discovery', points: config.UNPAID_CALLS_PER_MINUTE, windowS: 60 }, ip),
      )
    case 'account':
      return limitHeaders(
        await limiter.take({ name: 'account', points: config.ACCOUNT_CALLS_PER_MINUTE, windowS: 60 }, ip),
      )
  }
}

function parsed(schema: NonNullable<Route['body']>, value: unknown, where: 'body' | 'query'): Record<string, unknown> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const detail = fieldErrors(result.error, where, value)
  throw new Refusal(
    'validation_error',
    detail.length === 1 ? 'One field is wrong.' : `${detail.length} fields are wrong.`,
    {
      detail,
      fix: { action: 'Correct the fields in detail[].' },
    },
  )
}

/** One value per name. Node joins repeated headers with commas, which no credential of ours contains. */
export function headerOf(ctx: Context, name: string): string | undefined {
  const value = ctx.req.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

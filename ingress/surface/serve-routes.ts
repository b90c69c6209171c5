import type Router from '@koa/router'
import type { Context, Next } from 'koa'

import { type FieldError, Refusal, wrongFields } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import type { Actor } from '#shared/market/users/actor.ts'

import type { IngressDeps } from '../deps.ts'
import { refuseWhileLow } from '../http/storage-watch.ts'
import { actorOf } from './actor-of.ts'
import { callerAddress } from '../http/caller.ts'
import { requestIdOf } from '../http/errors.ts'
import { fieldErrors } from '../http/field-errors.ts'
import { readFormOrJson } from '../http/body/form-body.ts'
import { declaredBytes, readJsonBody } from '../http/body/json-body.ts'
import { DEFAULT_BODY_BYTES } from '../http/body/json-size.ts'
import { vetJson } from '../http/body/vet-json.ts'
import { limitHeaders } from '../http/limiter.ts'
import { readQuery } from '../http/read-query.ts'
import { LEFT_OUT_OF_402 } from '../http/security-headers.ts'
import { setBody } from '../http/set-body.ts'
import { unknownParameters } from '../http/unknown-parameters.ts'
import type { CredentialRule, Reply, Route, RouteRequest } from '../http/route.ts'

/** Credential rules of the marketplace. */
const MARKET_RULES: ReadonlySet<CredentialRule> = new Set(['key', 'bearer', 'optional', 'purchase'])

/** Mounts a route table: rate limits, credentials, validation by schema, handler, reply. */
export function mountRoutes(router: Router, routes: readonly Route[], deps: IngressDeps): void {
  for (const route of routes) {
    const answer = route.body === undefined ? answerOf : answerWithBody
    router.register(route.path, [route.method], async (ctx: Context, next: Next) => {
      if (route.path.includes(':') && hasOwnRoute(ctx)) return next()
      return send(ctx, { status: route.status ?? 200, ...(await answer(ctx, route, deps)) })
    })
  }
}

/** Whether a route has exactly this path: it goes before every template, also where it has another method. */
export function hasOwnRoute(ctx: Context): boolean {
  // Safe: the router leaves the layers whose path fits, whatever their method.
  const { matched = [] } = ctx as Context & { matched?: { path: string | RegExp }[] }
  return matched.some(({ path }) => path === ctx.path)
}

const answerOf = async (ctx: Context, route: Route, deps: IngressDeps): Promise<Reply> =>
  route.handle(await requestFor(ctx, route, deps))

/** Answers a route with a body. Refuses before reading if too many requests of the address were refused recently. */
async function answerWithBody(ctx: Context, route: Route, deps: IngressDeps): Promise<Reply> {
  const address = ipBlock(callerAddress(ctx.req, deps.config.TRUST_PROXY_HOPS))
  const bytes = Math.min(declaredBytes(ctx.req) ?? Infinity, route.maxBodyBytes ?? DEFAULT_BODY_BYTES)
  const visit = deps.refused.enter(address, bytes)
  try {
    const room = deps.bodyRoom.enter(address, route.accepts === 'multipart' ? 0 : bytes)
    try {
      const reply = await answerOf(ctx, route, deps)
      // A 402 of a sale counts as refused too: its body was read for nothing.
      if (reply.status === 402) visit.refuse()
      return reply
    } finally {
      room.leave()
    }
  } catch (error) {
    visit.fail(error)
    throw error
  } finally {
    visit.pass()
  }
}

/** Writes a reply. A string, bytes or a stream are sent as they are, anything else as JSON. */
export function send(ctx: Context, { status = 200, headers, type, body }: Reply): void {
  ctx.status = status
  // On the response of Node itself: Koa checks each name and value once more, and a 402 has fifteen.
  for (const [name, value] of Object.entries(headers ?? {})) ctx.res.setHeader(name, value)
  if (status === 402) for (const name of LEFT_OUT_OF_402) ctx.res.removeHeader(name)
  if (type !== undefined) ctx.type = type
  setBody(ctx, body)
}

async function requestFor(ctx: Context, route: Route, deps: IngressDeps): Promise<RouteRequest> {
  const ip = callerAddress(ctx.req, deps.config.TRUST_PROXY_HOPS)
  ctx.set(await limit(route, deps, ipBlock(ip)))
  if (route.stores === true) refuseWhileLow(deps.storage())
  const { actor, freshActor } = await askerOf(route, (name) => headerOf(ctx, name), deps)
  if (actor !== null) {
    ctx.set('Cache-Control', 'no-store')
    if (route.limit === 'market-write') ctx.set(await limitWrites(deps, actor))
  }
  // Safe: the router sets one string per parameter.
  const params = (ctx as Context & { params?: Record<string, string> }).params ?? {}
  // No id contains NUL or a lone surrogate, and Postgres would reject the query.
  if (Object.values(params).some((value) => value.includes('\u0000') || !value.isWellFormed()))
    throw new Refusal('not_found', 'Nothing is at this path.')
  return {
    method: ctx.method,
    path: ctx.path,
    params,
    query: readKnownQuery(ctx, route),
    body:
      route.body === undefined || route.accepts === 'multipart' || route.accepts === 'raw'
        ? {}
        : parseFields(route.body, await bodyOf(ctx, route), 'body', route.secrets),
    header: (name) => headerOf(ctx, name),
    ip,
    requestId: requestIdOf(ctx),
    actor,
    freshActor,
    incoming: ctx.req,
  }
}

/** The account of a request, kept for some seconds where the route allows it. */
async function askerOf(
  route: Route,
  header: (name: string) => string | undefined,
  deps: IngressDeps,
): Promise<Pick<RouteRequest, 'actor' | 'freshActor'>> {
  const isMarket = MARKET_RULES.has(route.credential)
  const freshActor = () => (isMarket ? actorOf(route, header, deps) : Promise.resolve(null))
  if (!isMarket || route.keepsActor !== true) return { actor: await freshActor(), freshActor }
  return { actor: await actorOf(route, header, deps, deps.keptActors), freshActor }
}

/** Reads the query as the route declares it. Throws 422 for wrong parameters and for slips of known ones. */
function readKnownQuery(ctx: Context, { query }: Route): Record<string, unknown> {
  if (ctx.querystring !== '')
    ctx.set(unknownParameters(Object.keys(readQuery(ctx.querystring)), Object.keys(query?.shape ?? {})))
  return query === undefined ? {} : parseFields(query, queryOf(ctx), 'query')
}

/** Parses and vets the query. Empty values count as absent (HTML forms send them). */
function queryOf(ctx: Context): Record<string, unknown> {
  const query = Object.fromEntries(Object.entries(readQuery(ctx.querystring)).filter(([, value]) => value !== ''))
  vetJson(query, 'query')
  return query
}

async function bodyOf(ctx: Context, route: Route): Promise<Record<string, unknown>> {
  const limit = route.maxBodyBytes ?? DEFAULT_BODY_BYTES
  try {
    if (route.accepts === 'form') return await readFormOrJson(ctx.req, limit)
    return (await readJsonBody(ctx.req, limit, route.nullable)).value
  } catch (error) {
    const pays = headerOf(ctx, 'payment-signature') !== undefined || headerOf(ctx, 'x-payment') !== undefined
    if (route.paymentFirst === true && !pays && error instanceof Refusal) return {}
    throw error
  }
}

async function limit(
  { limit }: Route,
  { config, limiter, callLimiter, localLimiter }: IngressDeps,
  ip: string,
): Promise<Record<string, string>> {
  switch (limit) {
    case 'none':
      return {}
    // Clients poll a running call once a second, as its 202 says.
    case 'call-read':
    case 'discovery':
    case 'plan':
      return limitHeaders(await localLimiter.take(config.limits[limit], ip))
    case 'account':
      return limitHeaders(await limiter.take(config.limits.account, ip))
    case 'market-read':
    case 'market-write':
      return limitHeaders(await callLimiter.take(config.limits.market, ip))
  }
}

/** Counts writes per account, from whatever address. Agents share the limit of their owner. */
const limitWrites = async ({ config, callLimiter }: IngressDeps, actor: Actor): Promise<Record<string, string>> =>
  limitHeaders(await callLimiter.take(config.limits['market-write'], actor.accountId))

function parseFields(
  schema: NonNullable<Route['body']>,
  value: unknown,
  where: 'body' | 'query',
  secrets: readonly string[] = [],
): Record<string, unknown> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { fields, total } = fieldErrors(result.error.issues, where, value)
  throw wrongFields(
    fields.map((field) => withoutSecret(field, secrets)),
    total,
    { action: 'Correct the fields in detail[].' },
  )
}

/**
 * Removes the input of secret fields, and of errors that would echo the whole body: missing fields and errors of the
 * body itself.
 */
function withoutSecret(field: FieldError, secrets: readonly string[]): FieldError {
  const isSecret = field.loc.length < 2 || field.type === 'missing' || secrets.includes(String(field.loc[1]))
  if (secrets.length === 0 || !isSecret) return field
  const { input: _, ...rest } = field
  return rest
}

/** What another surface asks of a route: the parts of a request. */
export type AskedOfRoute = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  /** They stand for those of the request, in lower case; undefined for one that the route is not to see. */
  headers?: Readonly<Record<string, string | undefined>>
}

/**
 * Answers a route for another surface, with the same rate limits, credential, query and body rules. Throws Refusals.
 */
export async function askRoute(ctx: Context, route: Route, deps: IngressDeps, asked: AskedOfRoute): Promise<Reply> {
  const { params = {}, query = {}, body = {}, headers = {} } = asked
  const header = (name: string) => (Object.hasOwn(headers, name) ? headers[name] : headerOf(ctx, name))
  const ip = callerAddress(ctx.req, deps.config.TRUST_PROXY_HOPS)
  await limit(route, deps, ipBlock(ip))
  if (route.stores === true) refuseWhileLow(deps.storage())
  const { actor, freshActor } = await askerOf(route, header, deps)
  if (actor !== null && route.limit === 'market-write') await limitWrites(deps, actor)
  return route.handle({
    method: route.method,
    path: route.path,
    params,
    query: route.query === undefined ? {} : parseFields(route.query, query, 'query'),
    body: route.body === undefined ? {} : parseFields(route.body, body, 'body', route.secrets),
    header,
    ip,
    requestId: requestIdOf(ctx),
    actor,
    freshActor,
    incoming: ctx.req,
  })
}

/** Reads a header. Node joins repeated headers with commas, which none of our credentials contains. */
export function headerOf(ctx: Pick<Context, 'req'>, name: string): string | undefined {
  const value = ctx.req.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

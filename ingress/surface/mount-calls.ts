import type Router from '@koa/router'
import type { Context, Next } from 'koa'

import { Refusal } from '#shared/errors.ts'
import { BUNDLE_PREFIX } from '#shared/catalog/bundle-outcome.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'

import type { IngressDeps } from '../deps.ts'
import { callHelp } from '../discovery/call-help.ts'
import { JSON_TYPE } from '../discovery/live-document.ts'
import { sendDocument, textDocument } from '../discovery/text-document.ts'
import { accessOf } from '../http/access-log.ts'
import { callerAddress } from '../http/caller.ts'
import { requestIdOf } from '../http/errors.ts'
import { declaredBytes, readJsonBytes } from '../http/body/json-body.ts'
import { readQuery } from '../http/read-query.ts'
import { unknownParameters } from '../http/unknown-parameters.ts'
import type { Reply } from '../http/route.ts'
import { headerOf, send } from './serve-routes.ts'
import type { CallRequest } from '../call/call-request.ts'
import { getCalls } from '../call/input/get-calls.ts'
import { asParameters, parametersOf, queryBody } from '../call/input/query-body.ts'

/**
 * Mounts POST /api/v1/outcomes/{slug} and /api/v1/outcomes/bundles/{bundle_id}, the same paths without /api, and the
 * GET forms of calls.
 */
export function mountCalls(router: Router, deps: IngressDeps): void {
  const serve = serveCalls(deps)
  for (const path of ['/api/v1/outcomes/:slug', '/v1/outcomes/:slug'])
    router.post(path, (ctx) => serve(ctx, ctx.params['slug'] ?? ''))
  for (const path of ['/api/v1/outcomes/bundles/:bundle', '/v1/outcomes/bundles/:bundle'])
    router.post(path, (ctx) => serve(ctx, BUNDLE_PREFIX + (ctx.params['bundle'] ?? '')))
  mountGetCalls(router, deps, serve)
}

const CALLS_AT = '/api/v1/outcomes/'

/**
 * Middleware: answers POSTs to outcomes before the router, which would test its patterns one by one. No route has such
 * a path (tested).
 */
export function callsFirst(deps: IngressDeps) {
  const serve = serveCalls(deps)
  return (ctx: Context, next: Next): Promise<unknown> => {
    if (ctx.method !== 'POST' || !ctx.path.startsWith(CALLS_AT)) return next()
    const slug = ctx.path.slice(CALLS_AT.length)
    return deps.forSale.has(slug) ? serve(ctx, slug) : next()
  }
}

/** Runs the paid call, writes its reply and meters it. */
function serveCalls({ paidCall, config, meter, forSale }: IngressDeps): Serve {
  return async (ctx, slug, given) => {
    const began = performance.now()
    const label = forSale.has(slug) ? slug : 'unknown'
    const access = accessOf(ctx)
    access.slug = label
    try {
      if (given === undefined) ctx.set(parameterWarning(ctx, CALL_PARAMETERS))
      const reply = await paidCall(callRequest(ctx, slug, config.TRUST_PROXY_HOPS, given))
      access.code = codeOf(reply)
      const callId = reply.headers?.['X-Call-Id']
      if (callId !== undefined) access.callId = callId
      meter.answered(label, access.code, performance.now() - began)
      send(ctx, reply)
    } catch (error) {
      meter.answered(
        label,
        error instanceof Error && 'code' in error ? String(error.code) : 'internal',
        performance.now() - began,
      )
      throw error
    }
  }
}

/** The query parameters of a call by POST. */
const CALL_PARAMETERS = ['x402Version']

/** The warning of ignored query parameters. Throws 422 for a slip of a known one. */
const parameterWarning = (ctx: Context, known: readonly string[]): Record<string, string> =>
  ctx.querystring === '' ? {} : unknownParameters(Object.keys(readQuery(ctx.querystring)), known)

type Serve = (ctx: Context, slug: string, given?: Uint8Array) => Promise<void>

/** Mounts the outcomes that also take GET, and their aliases. */
function mountGetCalls(router: Router, { config, catalog }: IngressDeps, serve: Serve): void {
  for (const known of getCalls(catalog)) {
    const entry = catalog.get(known.slug)
    if (entry === undefined) continue
    const help = textDocument(JSON.stringify(callHelp(entry, known, config.publicBaseUrl)), JSON_TYPE)
    const parameters = parametersOf(known, entry)
    const get = async (ctx: Context) => {
      ctx.set(parameterWarning(ctx, parameters))
      const body = queryBody(readQuery(ctx.querystring), known, entry)
      if (body === null) return send(ctx, await sendDocument({ header: (name) => headerOf(ctx, name) }, help))
      // A HEAD gets no body, so it must not pay for a call.
      if (ctx.method === 'HEAD') throw new Refusal('method_not_allowed', 'A call is GET or POST.')
      return serve(ctx, known.slug, body).catch((error: unknown) => {
        throw asParameters(error, known)
      })
    }
    for (const path of [entry.publicPath, entry.publicPath.slice('/api'.length), known.alias]) router.get(path, get)
    router.post(known.alias, (ctx) => serve(ctx, known.slug))
  }
}

function callRequest(ctx: Context, slug: string, trustedHops: number, given?: Uint8Array): CallRequest {
  return {
    slug,
    header: (name) => headerOf(ctx, name),
    bodyBytes: given === undefined ? declaredBytes(ctx.req) : given.length,
    readBody: (limit) => (given === undefined ? readJsonBytes(ctx.req, limit) : Promise.resolve(given)),
    ip: ipBlock(callerAddress(ctx.req, trustedHops)),
    requestId: requestIdOf(ctx),
    x402Version: readQuery(ctx.querystring)['x402Version'] === '1' || headerOf(ctx, 'x-402-version') === '1' ? 1 : 2,
    onPayer: (payer) => {
      accessOf(ctx).payer = payer
    },
    onLeave: (left) => {
      // The client may have disconnected while the call was being accepted: `close` does not fire again.
      if (ctx.res.destroyed) left()
      ctx.res.once('close', () => {
        if (!ctx.res.writableFinished) left()
      })
    },
  }
}

const codeOf = ({ status = 200, headers, body, code }: Reply): string => {
  if (status === 200) return headers?.['Idempotency-Replayed'] === 'true' ? 'replayed' : 'ok'
  if (status === 202) return 'accepted'
  if (code !== undefined) return code
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : String(status)
}

import type Router from '@koa/router'
import type { Context, Next } from 'koa'

import { RUN_PATH, RUN_SLUG } from '#shared/catalog/run-outcome.ts'
import { Refusal } from '#shared/errors.ts'
import { BUNDLE_PREFIX } from '#shared/catalog/bundle-outcome.ts'

import type { IngressDeps } from '../deps.ts'
import { callHelp } from '../discovery/call-help.ts'
import { JSON_TYPE } from '../discovery/live-document.ts'
import { sendDocument, textDocument } from '../discovery/text-document.ts'
import { readQuery } from '../http/read-query.ts'
import { unknownParameters } from '../http/unknown-parameters.ts'
import { callRequest, runCall } from './run-call.ts'
import { headerOf, send } from './serve-routes.ts'
import { getCalls } from '../call/input/get-calls.ts'
import { asParameters, parametersOf, queryBody } from '../call/input/query-body.ts'

/**
 * Mounts POST /api/v1/outcomes/{slug} and /api/v1/outcomes/bundles/{bundle_id}, the same paths without /api, and the
 * GET forms of calls.
 */
export function mountCalls(router: Router, deps: IngressDeps): void {
  const serve = serveCalls(deps)
  for (const path of ['/api/v1/outcomes/:slug', '/v1/outcomes/:slug'])
    router.post(path, (ctx) => serve(ctx, outcomeIn(ctx.params['slug'] ?? '')))
  for (const path of ['/api/v1/outcomes/bundles/:bundle', '/v1/outcomes/bundles/:bundle'])
    router.post(path, (ctx) => serve(ctx, BUNDLE_PREFIX + (ctx.params['bundle'] ?? '')))
  mountGetCalls(router, deps, serve)
}

/** The slug of an outcome's path. Throws 404 for the goal router, which has a path of its own. */
function outcomeIn(slug: string): string {
  if (slug !== RUN_SLUG) return slug
  throw new Refusal('not_found', `The goal router is at ${RUN_PATH}.`, {
    fix: { action: 'Send the goal there.', method: 'POST', path: RUN_PATH },
  })
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
    return deps.forSale.get(slug)?.publicPath === ctx.path ? serve(ctx, slug) : next()
  }
}

/** Runs the paid call and writes its reply. */
function serveCalls(deps: IngressDeps): Serve {
  return async (ctx, slug, body) => {
    if (body === undefined) ctx.set(parameterWarning(ctx, CALL_PARAMETERS))
    const given = body === undefined ? {} : { body }
    send(ctx, await runCall(deps, ctx, callRequest(ctx, slug, deps.config.TRUST_PROXY_HOPS, given)))
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

import { setImmediate as nextTurn } from 'node:timers/promises'

import type Router from '@koa/router'
import type { Context, Next } from 'koa'

import type { IngressDeps } from '../deps.ts'
import { answeredBy } from '../http/access-log.ts'
import type { Route } from '../http/route.ts'

const PATH = '/mcp'

/**
 * Mounts /mcp, and returns middleware that answers its POSTs before the router, which would test its patterns one by one.
 * The protocol's library is loaded by the first request, so that an ingress nobody asks stays small.
 */
export function mountMcp(router: Router, routes: readonly Route[], deps: IngressDeps) {
  let opened: Promise<(ctx: Context) => Promise<void>> | undefined
  const serve = async (ctx: Context) => {
    opened ??= open(deps, routes)
    const answer = await opened
    await answer(ctx)
  }
  router.register(PATH, ['GET', 'POST', 'DELETE'], serve)
  return (ctx: Context, next: Next): Promise<unknown> =>
    ctx.method === 'POST' && ctx.path === PATH ? serve(answeredBy(ctx, PATH)) : next()
}

/** Loads the classes of `fetch`, which the library uses, and the library: one after the other, so that neither pause grows. */
async function open(deps: IngressDeps, routes: readonly Route[]): Promise<(ctx: Context) => Promise<void>> {
  Reflect.get(globalThis, 'Response')
  await nextTurn()
  const { openMcp } = await import('./serve-mcp.ts')
  await nextTurn()
  return openMcp(deps, routes)
}

import type Router from '@koa/router'
import type { Context } from 'koa'

import type { IngressDeps } from '../deps.ts'
import type { Route } from '../http/route.ts'

/** Mounts /mcp. The protocol's library is loaded by the first request, so that an ingress nobody asks stays small. */
export function mountMcp(router: Router, routes: readonly Route[], deps: IngressDeps): void {
  let opened: Promise<(ctx: Context) => Promise<void>> | undefined
  router.register('/mcp', ['GET', 'POST', 'DELETE'], async (ctx: Context) => {
    opened ??= import('./serve-mcp.ts').then(({ openMcp }) => openMcp(deps, routes))
    const serve = await opened
    await serve(ctx)
  })
}

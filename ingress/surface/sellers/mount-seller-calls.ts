import type Router from '@koa/router'
import type { Context, Next } from 'koa'

import { SELLER_PREFIX, sellerPath } from '#shared/market/endpoints/seller-slug.ts'

import { SellerSales } from '../../call/sellers/seller-sales.ts'
import type { IngressDeps } from '../../deps.ts'
import { answeredBy } from '../../http/access-log.ts'
import { callRequest, runCall } from '../run-call.ts'
import { send } from '../serve-routes.ts'

const PATH = sellerPath(':slug')
const PLAIN_PATH = new RegExp(`^${sellerPath('([a-z0-9-]+)')}$`)

/**
 * Mounts POST /api/v1/seller-endpoints/{slug}/call: the paid call, of what a seller offers. Returns middleware that answers
 * it before the router, which would test its patterns one by one.
 */
export function mountSellerCalls(router: Router, deps: IngressDeps) {
  const sales = new SellerSales(deps)
  const serve = async (ctx: Context, slug: string): Promise<void> => {
    const request = callRequest(ctx, SELLER_PREFIX + slug, deps.config.TRUST_PROXY_HOPS)
    const seller = await sales.of(slug, () => deps.refused.enter(request.ip, 0))
    send(ctx, await runCall(deps, ctx, { ...request, seller }))
  }
  router.post(PATH, (ctx) => serve(ctx, ctx.params['slug'] ?? ''))
  return (ctx: Context, next: Next): Promise<unknown> => {
    const slug = ctx.method === 'POST' ? PLAIN_PATH.exec(ctx.path)?.[1] : undefined
    return slug === undefined ? next() : serve(answeredBy(ctx, PATH), slug)
  }
}

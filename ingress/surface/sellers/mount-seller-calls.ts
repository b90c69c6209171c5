import type Router from '@koa/router'

import { SELLER_PREFIX, sellerPath } from '#shared/market/endpoints/seller-slug.ts'

import { SellerSales } from '../../call/sellers/seller-sales.ts'
import type { IngressDeps } from '../../deps.ts'
import { callRequest, runCall } from '../run-call.ts'
import { send } from '../serve-routes.ts'

/** Mounts POST /api/v1/seller-endpoints/{slug}/call: the paid call, of what a seller offers. */
export function mountSellerCalls(router: Router, deps: IngressDeps): void {
  const sales = new SellerSales(deps)
  router.post(sellerPath(':slug'), async (ctx) => {
    const slug = ctx.params['slug'] ?? ''
    const request = callRequest(ctx, SELLER_PREFIX + slug, deps.config.TRUST_PROXY_HOPS)
    const seller = await sales.of(slug, () => deps.refused.enter(request.ip, 0))
    send(ctx, await runCall(deps, ctx, { ...request, seller }))
  })
}

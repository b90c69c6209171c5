import type { Asker } from '#shared/market/purchases/find-purchase.ts'

import type { RouteRequest } from '../../../http/route.ts'
import type { MarketDeps } from '../market-deps.ts'

/** Who asks for a purchase: the account of the request, or the holder of X-Purchase-Token. */
export const askerOf = (
  { mint }: Pick<MarketDeps, 'mint'>,
  { actor, header }: Pick<RouteRequest, 'actor' | 'header'>,
): Asker => ({ actor, token: header('x-purchase-token'), tokenOf: mint.purchaseToken })

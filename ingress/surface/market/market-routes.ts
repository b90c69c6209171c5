import type { IngressDeps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { accountRoutes } from './accounts.ts'
import { agentRoutes } from './agents.ts'
import { keyRoutes } from './keys.ts'
import { contentRoutes } from './listings-content.ts'
import { ingestRoutes } from './listings-ingest.ts'
import { installRoutes } from './listings-install.ts'
import { listingRoutes } from './listings.ts'
import { marketDeps } from './market-deps.ts'
import { passwordRoutes } from './passwords.ts'
import { walletRoutes } from './wallet.ts'

/** Every route of the marketplace (docs/marketplace.md). */
export function marketRoutes(deps: IngressDeps): readonly Route[] {
  const market = marketDeps(deps)
  return [
    ...accountRoutes(market),
    ...passwordRoutes(market),
    ...keyRoutes(market),
    ...walletRoutes(market),
    ...agentRoutes(market),
    ...ingestRoutes(market),
    ...listingRoutes(market),
    ...contentRoutes(market),
    ...installRoutes(market),
  ]
}

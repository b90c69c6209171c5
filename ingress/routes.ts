import type { IngressDeps } from './deps.ts'
import { discoveryRoutes } from './discovery/discovery-routes.ts'
import type { Route } from './http/route.ts'
import { balanceRoutes } from './surface/balance.ts'
import { callRoutes } from './surface/calls.ts'
import { eventRoutes } from './surface/events/events.ts'
import { webhookRoutes } from './surface/events/webhooks.ts'
import { usageRoutes } from './surface/events/usage.ts'
import { healthRoutes } from './surface/health.ts'
import { marketRoutes } from './surface/market/market-routes.ts'
import { passRoutes } from './surface/passes.ts'
import { receiptRoutes } from './surface/receipts.ts'
import { recoverRoutes } from './surface/recover.ts'
import { routerRoutes } from './surface/router.ts'
import { squareRoutes } from './surface/square.ts'
import { trialRoutes } from './surface/trial.ts'

/** Every route table of the ingress; OpenAPI is written from the same list. */
export function allRoutes(deps: IngressDeps): readonly Route[] {
  const routes: Route[] = [
    ...callRoutes(deps),
    ...recoverRoutes(deps),
    ...trialRoutes(deps),
    ...balanceRoutes(deps),
    ...passRoutes(deps),
    ...receiptRoutes(deps),
    ...routerRoutes(),
    ...squareRoutes(deps),
    ...eventRoutes(deps),
    ...webhookRoutes(deps),
    ...usageRoutes(deps),
    ...marketRoutes(deps),
    ...healthRoutes(deps),
  ]
  routes.push(...discoveryRoutes(deps, () => routes))
  return routes
}

import type { IngressDeps } from './deps.ts'
import type { Route } from './http/route.ts'
import { callRoutes } from './surface/calls.ts'

/** Every route table of the ingress; OpenAPI is written from the same list. */
export function allRoutes(deps: IngressDeps): readonly Route[] {
  const routes: Route[] = [...callRoutes(deps)]
  return routes
}

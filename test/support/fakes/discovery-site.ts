import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

import { parseConfig } from '#shared/config.ts'
import { type CatalogEntry, catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'
import type { ServiceReliability } from '#shared/doors/context.ts'

import { SELLS_ALL } from '#test/support/sells-all.ts'
import type { IngressDeps } from '#ingress/deps.ts'
import type { Reply, Route, RouteRequest } from '#ingress/http/route.ts'
import { discoveryRoutes } from '#ingress/discovery/discovery-routes.ts'

export type DiscoveryDeps = Pick<
  IngressDeps,
  'catalog' | 'forSale' | 'config' | 'reliability' | 'slots' | 'x402Sales' | 'now'
>

export const BASE_URL = 'https://farebox.example'

/** Dependencies of discovery, with the real catalog and a fixed clock. */
export const discoveryDeps = (changes: Partial<DiscoveryDeps> = {}): DiscoveryDeps => ({
  catalog,
  config: parseConfig({
    DATABASE_URL: 'postgres://localhost/farebox',
    SERVER_SECRET: 's'.repeat(32),
    PUBLIC_BASE_URL: `${BASE_URL}/`,
    SETTLEMENT_URL: 'http://settlement.example',
    ...SELLS_ALL,
    BASE_PAY_TO: '0x000000000000000000000000000000000000dEaD',
    SOLANA_PAY_TO: '11111111111111111111111111111111',
    SOLANA_FEE_PAYER: '11111111111111111111111111111111',
  }),
  reliability: () => new Map<string, ServiceReliability>(),
  slots: () => [],
  x402Sales: () => ({ listings: [], endpoints: [] }),
  now: () => new Date('2026-11-20T12:00:00Z'),
  forSale: forSale(changes.catalog ?? catalog),
  ...changes,
})

/** The discovery routes and a function to call them. */
export function discoverySite(changes: Partial<DiscoveryDeps> = {}): {
  routes: readonly Route[]
  get: (path: string, headers?: Record<string, string>) => Promise<Reply>
} {
  const routes: readonly Route[] = discoveryRoutes(discoveryDeps(changes), () => routes)
  return {
    routes,
    async get(url, headers = {}) {
      const { pathname: path, searchParams } = new URL(url, BASE_URL)
      for (const route of routes) {
        const match = new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(path)
        if (match === null) continue
        const query = route.query?.parse(Object.fromEntries(searchParams)) ?? {}
        return await route.handle({ ...requestOf(path, match.groups ?? {}, headers), query })
      }
      throw new Error(`no discovery route at ${path}`)
    },
  }
}

const requestOf = (path: string, params: Record<string, string>, headers: Record<string, string>): RouteRequest => ({
  method: 'GET',
  path,
  params,
  query: {},
  body: {},
  header: (name) => headers[name],
  ip: '127.0.0.1',
  requestId: 'req_test',
  actor: null,
  freshActor: () => Promise.resolve(null),
  incoming: new IncomingMessage(new Socket()),
})

/** Any outcome. */
export function anyEntry(): CatalogEntry {
  const [entry] = catalog.values()
  if (entry === undefined) throw new Error('the catalog is empty')
  return entry
}

/** Body of a reply as text. */
export const textOf = ({ body }: Reply): string => (Buffer.isBuffer(body) ? body.toString('utf8') : String(body))

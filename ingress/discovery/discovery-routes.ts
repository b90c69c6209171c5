import { BUNDLE_PREFIX } from '#shared/catalog/bundle-outcome.ts'

import type { IngressDeps } from '../deps.ts'
import { type Route, route } from '../http/route.ts'
import { agentFeed } from './agent-feed.ts'
import { agentRoutes } from './agents/agent-routes.ts'
import { favicon } from './favicon.ts'
import { catalogSearch } from './catalog/catalog-search.ts'
import { catalogQuery } from './catalog/catalog-selection.ts'
import { catalogDocuments } from './catalog-documents.ts'
import { KeptDocuments } from './kept-documents.ts'
import { JSON_TYPE } from './live-document.ts'
import { securityText } from './texts/security-text.ts'
import { llmsText } from './texts/llms-text.ts'
import {
  AgentFeedAnswer,
  CatalogAnswer,
  FeaturedAnswer,
  OpenapiAnswer,
  OutcomeDescription,
  PayProbeAnswer,
  WellKnownAnswer,
} from './openapi/catalog-answer.ts'
import { DISCOVERY_TAG } from './openapi/route-operation.ts'
import { outcomeAbouts } from './outcome-abouts.ts'
import { partRoutes } from './part-routes.ts'
import { payProbes } from './pay-probe.ts'
import { type TextDocument, sendDocument, textDocument } from './text-document.ts'
import { wellKnown } from './well-known.ts'

const TEXT_TYPE = 'text/plain; charset=utf-8'
const ABOUT = { method: 'GET', tag: DISCOVERY_TAG, credential: 'none', limit: 'discovery' } as const

/**
 * Routes of catalog, OpenAPI and pages. They use neither queue nor database. `allRoutes` returns all routes of the
 * ingress, these included, for the OpenAPI document; it is called once, on the first request for that document.
 */
export function discoveryRoutes(
  deps: Pick<IngressDeps, 'catalog' | 'forSale' | 'config' | 'reliability' | 'slots' | 'x402Sales' | 'now'>,
  allRoutes: () => readonly Route[],
): readonly Route[] {
  const { catalog } = deps
  const { publicBaseUrl: baseUrl } = deps.config
  const { meta, featured, selected } = catalogDocuments(deps)
  const kept = new KeptDocuments()
  const known = wellKnown(deps)
  const feed = agentFeed(deps)
  const probe = payProbes(deps)
  const about = outcomeAbouts(deps, kept)
  const llms = textDocument(llmsText(deps.config, catalog), TEXT_TYPE)
  const icon = favicon()
  const robots = textDocument(
    `User-agent: *\nAllow: /\nDisallow: /ops\nDisallow: /metrics\n${deps.config.PAGES ? `Sitemap: ${baseUrl}/sitemap.xml\n` : ''}`,
    TEXT_TYPE,
  )
  // Built on first request: the generator and the document take a tenth of the memory of an idle ingress.
  let openapi: Promise<TextDocument> | null = null
  const openapiDocument = () =>
    (openapi ??= import('./openapi/build-openapi.ts').then(async ({ buildOpenapi }) =>
      textDocument(JSON.stringify(await buildOpenapi({ baseUrl, catalog, routes: allRoutes() })), JSON_TYPE),
    ))

  return [
    route({
      ...ABOUT,
      path: '/api/v1/outcomes/meta',
      summary: 'The whole catalog: outcomes, packs, bundles, ways to pay; with a query, what it asks for',
      query: catalogQuery([...new Set([...catalog.values()].map(({ pack }) => pack.name))]),
      reply: CatalogAnswer,
      handle: async (request) => {
        const isWhole = Object.values(request.query).every((value) => value === undefined)
        return sendDocument(request, await (isWhole ? meta() : selected(request.query)))
      },
    }),
    catalogSearch(deps),
    get('/api/v1/outcomes/featured', 'The featured outcomes', {
      reply: FeaturedAnswer,
      handle: async (request) => sendDocument(request, await featured()),
    }),
    get('/.well-known/x402.json', 'Every paid outcome, where x402 crawlers look for it', {
      reply: WellKnownAnswer,
      handle: (request) => sendDocument(request, known.x402()),
    }),
    get('/.well-known/x402-impulse.json', 'The outcomes that Base is offered first for', {
      reply: WellKnownAnswer,
      handle: (request) => sendDocument(request, known.impulse()),
    }),
    get('/.well-known/x402-featured.json', 'The featured outcomes, and the places bought beside them', {
      reply: WellKnownAnswer,
      handle: (request) => sendDocument(request, known.featured()),
    }),
    get('/.well-known/x402-marketplace.json', 'Listings of other sellers that are bought by x402', {
      reply: WellKnownAnswer,
      handle: (request) => sendDocument(request, known.marketplace()),
    }),
    get('/api/v1/agent-feed', 'What agents poll: featured outcomes, bought places, ways to pay', {
      reply: AgentFeedAnswer,
      handle: (request) => sendDocument(request, feed()),
    }),
    get('/api/v1/outcomes/pay-probe/:slug', 'What an unpaid call of this outcome would be told, free', {
      reply: PayProbeAnswer,
      refusals: ['not_found'],
      handle: (request) => sendDocument(request, probe(request.params['slug'] ?? '')),
    }),
    get('/api/v1/outcomes/pay-probe/bundles/:bundle', 'What an unpaid call of this bundle would be told, free', {
      reply: PayProbeAnswer,
      refusals: ['not_found'],
      handle: (request) => sendDocument(request, probe(BUNDLE_PREFIX + (request.params['bundle'] ?? ''))),
    }),
    ...partRoutes(deps, kept, allRoutes),
    get('/api/v1/outcomes/:slug', 'What this outcome is: price, schema, sample, how to pay. It is not run', {
      reply: OutcomeDescription,
      redirects: [303],
      refusals: ['not_found'],
      handle: (request) => about(request, request.params['slug'] ?? ''),
    }),
    get('/api/v1/outcomes/bundles/:bundle', 'What this bundle is: price, schema, sample, how to pay. It is not run', {
      reply: OutcomeDescription,
      redirects: [303],
      refusals: ['not_found'],
      handle: (request) => about(request, BUNDLE_PREFIX + (request.params['bundle'] ?? '')),
    }),
    get('/v1/outcomes/:slug', 'The same without /api', {
      internal: true,
      handle: (request) => about(request, request.params['slug'] ?? ''),
    }),
    get('/v1/outcomes/bundles/:bundle', 'The same without /api', {
      internal: true,
      handle: (request) => about(request, BUNDLE_PREFIX + (request.params['bundle'] ?? '')),
    }),
    get('/openapi.json', 'This document', {
      reply: OpenapiAnswer,
      handle: async (request) => sendDocument(request, await openapiDocument()),
    }),
    ...agentRoutes(deps),
    get('/llms.txt', 'What this is, for language models', {
      type: TEXT_TYPE,
      handle: (request) => sendDocument(request, llms),
    }),
    get('/favicon.svg', 'The icon', {
      type: icon.type,
      internal: true,
      handle: (request) => sendDocument(request, icon),
    }),
    get('/.well-known/security.txt', 'Whom to tell of a weakness (RFC 9116)', {
      type: TEXT_TYPE,
      handle: (request) => sendDocument(request, textDocument(securityText(deps.config, deps.now()), TEXT_TYPE)),
    }),
    get('/robots.txt', 'For crawlers', { type: TEXT_TYPE, handle: (request) => sendDocument(request, robots) }),
  ]
}

const get = (
  path: string,
  summary: string,
  rest: Pick<Route, 'reply' | 'type' | 'redirects' | 'internal' | 'refusals' | 'handle'>,
): Route => route({ ...ABOUT, path, summary, ...rest })

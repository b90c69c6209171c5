import { Refusal } from '#shared/errors.ts'
import { BUNDLE_PREFIX } from '#shared/catalog/bundle-outcome.ts'
import { RUN_PATH, RUN_SLUG } from '#shared/catalog/run-outcome.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { installationOf } from '#shared/outcomes/availability.ts'
import { nearestName } from '#shared/lib/names/nearest-name.ts'
import { availabilityOf } from '#shared/outcomes/availability.ts'

import { entryFor } from '../call/find.ts'
import type { IngressDeps } from '../deps.ts'
import { type Route, route, type RouteRequest } from '../http/route.ts'
import type { KeptDocuments } from './kept-documents.ts'
import { JSON_TYPE } from './live-document.ts'
import { OpenapiAnswer } from './openapi/catalog-answer.ts'
import { DISCOVERY_TAG } from './openapi/route-operation.ts'
import { sendDocument } from './text-document.ts'
import { llmsFullText } from './texts/llms-text.ts'
import { outcomeText } from './texts/outcome-text.ts'

const TEXT_TYPE = 'text/plain; charset=utf-8'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

const about = { method: 'GET', tag: DISCOVERY_TAG, credential: 'none', limit: 'discovery' } as const

/**
 * Routes of documents about one outcome, bundle or pack, for those who need no more: OpenAPI and Markdown. `allRoutes`
 * returns the routes of the ingress, of which the OpenAPI documents hold those that read a call.
 */
export function partRoutes(
  { catalog, forSale, config }: Pick<IngressDeps, 'catalog' | 'forSale' | 'config'>,
  kept: KeptDocuments,
  allRoutes: () => readonly Route[],
): readonly Route[] {
  const { publicBaseUrl: baseUrl } = config
  const installation = installationOf(config)
  const packs = Map.groupBy(catalog.values(), ({ pack }) => pack.name)

  const openapi = async (request: RouteRequest, title: string, entries: readonly CatalogEntry[]) => {
    const document = await kept.read(`openapi ${title}`, JSON_TYPE, async () => {
      const { buildPartOpenapi } = await import('./openapi/build-openapi.ts')
      const part = { baseUrl, entries, routes: allRoutes(), title: `Farebox: ${title}` }
      return JSON.stringify(await buildPartOpenapi(part))
    })
    return sendDocument(request, document)
  }
  const ofEntry = (request: RouteRequest, slug: string) => openapi(request, slug, [entryFor(forSale, slug)])
  const ofPack = (request: RouteRequest) => {
    const name = request.params['pack'] ?? ''
    const entries = packs.get(name)
    if (entries === undefined) throw noSuchPack(name, [...packs.keys()])
    return openapi(request, name, entries)
  }
  const markdown = async (request: RouteRequest, slug: string) => {
    const entry = entryFor(forSale, slug)
    const write = () => outcomeText(entry, baseUrl, availabilityOf(entry.outcome, installation))
    return sendDocument(request, await kept.read(`text ${slug}`, MARKDOWN_TYPE, write))
  }

  return [
    get('/api/v1/outcomes/:slug.md', 'What this outcome is, as Markdown: price, inputs, result, command, errors', {
      type: MARKDOWN_TYPE,
      handle: (request) => markdown(request, slugOf(request)),
    }),
    get('/api/v1/outcomes/bundles/:bundle.md', 'What this bundle is, as Markdown', {
      type: MARKDOWN_TYPE,
      handle: (request) => markdown(request, bundleOf(request)),
    }),
    get('/api/v1/outcomes/bundles/:bundle/openapi.json', 'The OpenAPI document of one bundle', {
      reply: OpenapiAnswer,
      handle: (request) => ofEntry(request, bundleOf(request)),
    }),
    get('/api/v1/outcomes/:slug/openapi.json', 'The OpenAPI document of one outcome', {
      reply: OpenapiAnswer,
      handle: (request) => ofEntry(request, slugOf(request)),
    }),
    get(`${RUN_PATH}.md`, 'What the goal router is, as Markdown', {
      type: MARKDOWN_TYPE,
      handle: (request) => markdown(request, RUN_SLUG),
    }),
    get(`${RUN_PATH}/openapi.json`, 'The OpenAPI document of the goal router', {
      reply: OpenapiAnswer,
      handle: (request) => ofEntry(request, RUN_SLUG),
    }),
    get('/api/v1/packs/:pack/openapi.json', 'The OpenAPI document of the outcomes of one pack', {
      reply: OpenapiAnswer,
      handle: ofPack,
    }),
    get('/llms-full.txt', 'Every outcome with description, inputs and results, for language models', {
      type: TEXT_TYPE,
      refusals: [],
      handle: async (request) =>
        sendDocument(request, await kept.read('llms-full', TEXT_TYPE, () => llmsFullText(config, catalog))),
    }),
  ]
}

const get = (path: string, summary: string, rest: Pick<Route, 'reply' | 'type' | 'refusals' | 'handle'>): Route =>
  route({ ...about, path, summary, refusals: ['not_found'], ...rest })

const slugOf = ({ params }: RouteRequest) => params['slug'] ?? ''
const bundleOf = ({ params }: RouteRequest) => BUNDLE_PREFIX + (params['bundle'] ?? '')

function noSuchPack(name: string, known: readonly string[]): Refusal {
  const nearest = nearestName(name, known)
  return new Refusal('not_found', `There is no such pack${nearest === null ? '' : `: did you mean ${nearest}?`}.`, {
    fix: {
      action: 'Take one of the packs that this document names.',
      method: 'GET',
      path: nearest === null ? '/llms.txt' : `/api/v1/packs/${nearest}/openapi.json`,
    },
  })
}

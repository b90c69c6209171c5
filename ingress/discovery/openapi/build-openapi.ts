import type { createDocument, ZodOpenApiPathsObject } from 'zod-openapi'

import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'
import { eachInTurns } from '#shared/lib/concurrency/each-in-turns.ts'
import { sellerPath } from '#shared/market/endpoints/seller-slug.ts'

import { getCalls } from '#ingress/call/input/get-calls.ts'
import type { Route } from '../../http/route.ts'
import { firstCall } from '../first-call.ts'
import { API_VERSION } from '../live-document.ts'
import { compact } from './compact.ts'
import { eventOperations } from './event-operations.ts'
import { getCallPaths } from './get-call-operation.ts'
import { outcomeOperation, unknownOperation } from './outcome-operation.ts'
import { representPaths } from './represent-paths.ts'
import { openapiPath, routeOperation } from './route-operation.ts'
import { sellerCallOperation } from './seller-operation.ts'
import { GUIDANCE, introduction } from './words.ts'

/** The paths under which outcomes and bundles stand, beside the literal path of each. */
const TEMPLATES = { '/api/v1/outcomes/{slug}': 'outcome', '/api/v1/outcomes/bundles/{bundle}': 'bundle' } as const

/** Declarations of routes are short. */
const ROUTES_PER_TURN = 10

export type OpenapiDocument = ReturnType<typeof createDocument>

/**
 * Builds the OpenAPI 3.1 document of all outcomes, bundles and routes from the schemas that validate them. It takes about a
 * second of the processor, in hundreds of pieces between which the event loop turns. Sample answers are in the documents of
 * the parts alone.
 */
export function buildOpenapi({
  baseUrl,
  catalog,
  routes,
}: {
  /** Absolute, without a trailing slash. */
  baseUrl: string
  catalog: ReadonlyMap<string, CatalogEntry>
  routes: readonly Route[]
}): Promise<OpenapiDocument> {
  const unknown = Object.fromEntries(
    Object.entries(TEMPLATES).map(([path, what]) => [path, { post: unknownOperation(what) }]),
  )
  return documentOf({
    baseUrl,
    entries: [...forSale(catalog).values()],
    routes,
    more: { ...unknown, [sellerPath('{slug}')]: { post: sellerCallOperation() } },
    title: 'Farebox',
    description: introduction(firstCall(baseUrl, catalog)),
    hasAnswerExamples: false,
  }).then((document) => ({ ...document, webhooks: eventOperations() }))
}

/** Builds the document of a few outcomes or bundles, with the routes that read a call. */
export const buildPartOpenapi = (part: {
  baseUrl: string
  entries: readonly CatalogEntry[]
  routes: readonly Route[]
  title: string
}): Promise<OpenapiDocument> =>
  documentOf({
    ...part,
    routes: part.routes.filter(({ path }) => path.startsWith('/api/v1/calls/:')),
    more: {},
    description: `How to pay, and everything else: ${part.baseUrl}/llms.txt`,
    hasAnswerExamples: true,
  })

async function documentOf({
  baseUrl,
  entries,
  routes,
  more,
  title,
  description,
  hasAnswerExamples,
}: {
  baseUrl: string
  entries: readonly CatalogEntry[]
  routes: readonly Route[]
  /** Operations to add at paths that may have others. */
  more: ZodOpenApiPathsObject
  title: string
  description: string
  hasAnswerExamples: boolean
}): Promise<OpenapiDocument> {
  const documented = routes.filter((route) => route.internal !== true)
  const paths: ZodOpenApiPathsObject = {}
  await eachInTurns(entries, (entry) => {
    paths[entry.publicPath] = { post: outcomeOperation(entry, hasAnswerExamples) }
  })
  const bySlug = new Map(entries.map((entry) => [entry.outcome.slug, entry]))
  await eachInTurns(getCalls(bySlug), (known) => {
    const entry = bySlug.get(known.slug)
    if (entry === undefined) return
    const { own, alias } = getCallPaths(entry, known, hasAnswerExamples)
    paths[entry.publicPath] = { ...paths[entry.publicPath], ...own }
    paths[known.alias] = alias
  })
  await eachInTurns(
    documented,
    (route) => {
      const path = openapiPath(route.path)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: routeOperation(route) }
    },
    ROUTES_PER_TURN,
  )
  for (const [path, operations] of Object.entries(more)) paths[path] = { ...paths[path], ...operations }
  const packs = new Map(entries.map(({ pack }) => [pack.name, pack.purpose]))
  const described = await representPaths(paths)
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: API_VERSION,
      description,
      contact: { name: 'Farebox', url: baseUrl },
      'x-guidance': GUIDANCE,
    },
    'x-agentcash-guidance': { llmsTxtUrl: `${baseUrl}/llms.txt` },
    servers: [{ url: baseUrl }],
    tags: [
      ...[...packs].map(([name, purpose]) => ({ name, description: purpose })),
      ...[...new Set(documented.map((route) => route.tag))].map((name) => ({ name })),
    ],
    ...(await compact(described)),
  }
}

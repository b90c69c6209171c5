import { createDocument } from 'zod-openapi'
import type { ZodOpenApiPathsObject } from 'zod-openapi'

import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import { getCalls } from '#ingress/call/input/get-calls.ts'
import type { Route } from '../../http/route.ts'
import { firstCall } from '../first-call.ts'
import { API_VERSION } from '../live-document.ts'
import { dropSafeIntegerBounds } from '#ingress/call/challenge/plain-schema.ts'
import { components } from './components.ts'
import { getCallPaths } from './get-call-operation.ts'
import { outcomeOperation, unknownOperation } from './outcome-operation.ts'
import { openapiPath, routeOperation } from './route-operation.ts'
import { GUIDANCE, introduction } from './words.ts'

/** The paths under which outcomes and bundles stand, beside the literal path of each. */
const TEMPLATES = { '/api/v1/outcomes/{slug}': 'outcome', '/api/v1/outcomes/bundles/{bundle}': 'bundle' } as const

export type OpenapiDocument = ReturnType<typeof createDocument>

/** Builds the OpenAPI 3.1 document of all outcomes, bundles and routes from the schemas that validate them. */
export function buildOpenapi({
  baseUrl,
  catalog,
  routes,
}: {
  /** Absolute, without a trailing slash. */
  baseUrl: string
  catalog: ReadonlyMap<string, CatalogEntry>
  routes: readonly Route[]
}): OpenapiDocument {
  const documented = routes.filter((route) => route.internal !== true)
  const paths: ZodOpenApiPathsObject = {}
  const sold = forSale(catalog)
  for (const entry of sold.values()) paths[entry.publicPath] = { post: outcomeOperation(entry) }
  for (const known of getCalls(catalog)) {
    const entry = catalog.get(known.slug)
    if (entry === undefined) continue
    const { own, alias } = getCallPaths(entry, known)
    paths[entry.publicPath] = { ...paths[entry.publicPath], ...own }
    paths[known.alias] = alias
  }
  for (const route of documented) {
    const path = openapiPath(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: routeOperation(route) }
  }
  for (const [path, what] of Object.entries(TEMPLATES)) paths[path] = { ...paths[path], post: unknownOperation(what) }
  const packs = new Map([...sold.values()].map(({ pack }) => [pack.name, pack.purpose]))
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Farebox',
        version: API_VERSION,
        description: introduction(firstCall(baseUrl, catalog)),
        contact: { name: 'Farebox', url: baseUrl },
        'x-guidance': GUIDANCE,
      },
      'x-agentcash-guidance': { llmsTxtUrl: `${baseUrl}/llms.txt` },
      servers: [{ url: baseUrl }],
      tags: [
        ...[...packs].map(([name, description]) => ({ name, description })),
        ...[...new Set(documented.map((route) => route.tag))].map((name) => ({ name })),
      ],
      paths,
      components,
    },
    { override: ({ jsonSchema }) => dropSafeIntegerBounds(jsonSchema) },
  )
}

import { expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'
import { searchCatalog } from '#shared/catalog/search-catalog.ts'
import { BASE_URL, discoveryDeps, discoverySite } from '#test/support/fakes/discovery-site.ts'

import { catalogDocuments } from './catalog-documents.ts'
import { buildOpenapi, buildPartOpenapi } from './openapi/build-openapi.ts'
import { llmsFullText } from './texts/llms-text.ts'

const { routes } = discoverySite()
const pack = [...catalog.values()].filter((entry) => entry.pack.name === 'builder-pack')

// None of these waits for anything else, so the event loop turns only where the work lets it.
test.each([
  ['the OpenAPI document', 3 * catalog.size, () => buildOpenapi({ baseUrl: BASE_URL, catalog, routes })],
  [
    'the OpenAPI document of a pack',
    2 * pack.length,
    () => buildPartOpenapi({ baseUrl: BASE_URL, entries: pack, routes, title: 'builder-pack' }),
  ],
  ['llms-full.txt', catalog.size, () => llmsFullText(discoveryDeps().config, catalog)],
  ['the catalog', catalog.size, () => catalogDocuments(discoveryDeps()).meta()],
  ['members of the catalog', catalog.size, () => catalogDocuments(discoveryDeps()).selected({ fields: 'price_cents' })],
  ['the index of the search', catalog.size / 5, () => searchCatalog(forSale(catalog), { text: 'json', limit: 5 })],
] as const)('%s is made in pieces: the event loop turns at least %d times', async (_name, least, make) => {
  expect(await turnsDuring(make)).toBeGreaterThanOrEqual(least)
})

/** How often the event loop turns until a promise is settled. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let next = setImmediate(count)
  function count() {
    turns += 1
    next = setImmediate(count)
  }
  await work()
  clearImmediate(next)
  return turns
}

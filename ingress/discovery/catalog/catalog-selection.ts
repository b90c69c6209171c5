import { z } from 'zod'

import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { searchCatalog } from '#shared/catalog/search-catalog.ts'
import { wrongFields } from '#shared/errors.ts'
import { nearestName } from '#shared/lib/names/nearest-name.ts'

import { searchText } from './catalog-search.ts'

/** Most names in one list, and most hits of a search. */
const [MOST_NAMES, MOST_HITS] = [50, 20]

const list = z.string().max(2_000).optional()

/** Query parameters of the catalog, which make its answer small. `packs` are the names that exist. */
export const catalogQuery = (packs: readonly string[]) =>
  z.object({
    pack: z.enum(packs).optional().describe('the outcomes of one pack'),
    q: searchText.optional(),
    slug: list.describe(`outcomes by their slugs, with commas between them, at most ${MOST_NAMES}`),
    fields: list.describe('members of each outcome to show, with commas between them; slug is always there'),
  })

export type CatalogQuery = z.output<ReturnType<typeof catalogQuery>>

/** The slugs that a query asks for, in the order of the catalog or of the search. Throws 422 for one that does not exist. */
export async function selectSlugs(
  { pack, q, slug }: CatalogQuery,
  { catalog, forSale }: Record<'catalog' | 'forSale', ReadonlyMap<string, CatalogEntry>>,
): Promise<string[]> {
  const named = slug === undefined ? null : namesIn('slug', slug, [...catalog.keys()])
  const found = q === undefined ? [...catalog.keys()] : (await hitsOf(q, forSale)).filter((hit) => catalog.has(hit))
  return found
    .filter((one) => named === null || named.includes(one))
    .filter((one) => pack === undefined || catalog.get(one)?.pack.name === pack)
}

const hitsOf = async (text: string, forSale: ReadonlyMap<string, CatalogEntry>) =>
  (await searchCatalog(forSale, { text, limit: MOST_HITS })).hits.map(({ entry }) => entry.outcome.slug)

/** The names of a list with commas. Throws 422 for names that are not known, with the nearest ones. */
export function namesIn(parameter: string, sent: string, known: readonly string[]): string[] {
  const names = [...new Set(sent.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  const wrong = names.slice(0, MOST_NAMES).filter((name) => !known.includes(name))
  const problem = (msg: string) => ({ type: 'value_error', loc: ['query', parameter], msg: `Value error, ${msg}` })
  if (names.length > MOST_NAMES) throw wrongFields([problem(`at most ${MOST_NAMES} names`)])
  if (wrong.length > 0)
    throw wrongFields(
      wrong.map((name) => {
        const nearest = nearestName(name, known)
        const about = `there is no ${name.slice(0, 60)}`
        return problem(nearest === null ? about : `${about}: did you mean ${nearest}?`)
      }),
    )
  return names
}

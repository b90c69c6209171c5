import fc from 'fast-check'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Db, openDb } from '#shared/db/open-db.ts'
import { type Browse, listingBrowser } from '#shared/market/listings/browse/browse-listings.ts'
import { type ListingFilter, listingConditions } from '#shared/market/listings/browse/listing-filter.ts'
import { listingPath } from '#shared/market/listings/browse/listing-path.ts'
import { listingSearch } from '#shared/market/listings/browse/search-listings.ts'

import { fillListings, TAGS, wordAt } from '#test/bench/fill-listings.ts'
import { withClient } from '#test/support/schema/compare-schemas.ts'
import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'

type Row = {
  id: string
  category: string
  listing_kind: string
  listing_type: string
  is_free: boolean
  tech_stack: string[]
  price_cents: number
  popularity: number
}

/** Few enough for every total to be exact. */
const LISTINGS = 900

let database: TestDatabase
let db: Db
let rows: Row[]
beforeAll(async () => {
  database = await cloneDatabase()
  await fillListings(database.url, LISTINGS)
  await withClient(database.url, async (sql) => {
    rows = (await sql.query<Row>('select * from listing')).rows
    // So few listings would be read whole, and the indexes would not be asked.
    await sql.query(`alter database ${new URL(database.url).pathname.slice(1)} set enable_seqscan = off`)
  })
  db = openDb(database.url, 2)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const maybe = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const filters: fc.Arbitrary<ListingFilter> = fc.record({
  status: fc.constant('live' as const),
  category: maybe('coding', 'data', 'other', 'coding/skill', '', 'none'),
  listingKind: maybe('skill', 'pack', 'content', 'skill/node', ''),
  techTag: maybe(...TAGS.slice(0, 4), 'skill/node', '', '/'),
  listingType: maybe('fixed' as const, 'auction' as const),
  priceType: maybe('free' as const, 'paid' as const),
  q: maybe(...[0, 1, 5, 40, 400].map(wordAt), `${wordAt(0)} -${wordAt(1)}`, `${wordAt(7)} or ${wordAt(60)}`),
})

/** What the filter says, without an index: words by the database, all else here. */
async function matching({ q, ...filter }: ListingFilter): Promise<Row[]> {
  const found = q === undefined ? null : await withClient(database.url, (sql) => idsWith(sql, q))
  return rows.filter(
    (row) =>
      (found === null || found.has(row.id)) &&
      (filter.category === undefined || row.category === filter.category) &&
      (filter.listingKind === undefined || row.listing_kind === filter.listingKind) &&
      (filter.techTag === undefined || row.tech_stack.includes(filter.techTag)) &&
      (filter.listingType === undefined || row.listing_type === filter.listingType) &&
      (filter.priceType === undefined || row.is_free === (filter.priceType === 'free')),
  )
}

async function idsWith(sql: Client, q: string): Promise<Set<string>> {
  await sql.query('set enable_bitmapscan = off; set enable_indexscan = off')
  const found = await sql.query<{ id: string }>(
    `select id from listing where search @@ websearch_to_tsquery('english', $1)`,
    [q],
  )
  return new Set(found.rows.map(({ id }) => id))
}

const ids = (listings: readonly { id: string }[]) => listings.map(({ id }) => id)
const byId = (one: Row, other: Row) => (one.id < other.id ? -1 : 1)

test('a search with any filters finds what a plain filter finds, on pages without gaps, with the right total', async () => {
  const browse = listingBrowser(db, Date.now)
  const pages = async (asked: Omit<Browse, 'limit' | 'offset'>) => {
    const all: string[] = []
    for (let offset = 0; ; offset += 150) {
      const page = await browse({ ...asked, limit: 150, offset }, null)
      all.push(...ids(page.rows))
      if (offset + 150 >= page.total) return { all, total: page.total, totalIs: page.totalIs }
    }
  }
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const expected = await matching(filter)
      const { all, ...counted } = await pages({ filter, sort: 'newest' })
      expect(counted).toEqual({ total: expected.length, totalIs: 'exact' })
      expect(all.toSorted()).toEqual(ids(expected).toSorted())
      const cheapest = expected.toSorted((one, other) => one.price_cents - other.price_cents || byId(one, other))
      expect(await pages({ filter, sort: 'price_asc' })).toEqual({ ...counted, all: ids(cheapest) })
    }),
    { numRuns: 60 },
  )
})

test('a search begun with the marks of popularity ranks the most popular that a plain filter finds', async () => {
  const marked = listingSearch(db, Date.now, { few: 0, common: 1e9 })
  await fc.assert(
    fc.asyncProperty(
      filters.map((filter) => ({ ...filter, q: filter.q ?? wordAt(0) })),
      fc.constantFrom(300, 900, 5_000),
      async (filter, guess) => {
        const best = (await matching(filter)).toSorted((one, other) => other.popularity - one.popularity)
        const found = await marked(filter, guess)
        expect(found.ids.length).toBe(Math.min(200, best.length))
        // Those as popular as the last of them may stand for one another.
        const last = best[found.ids.length - 1]?.popularity ?? 0
        const surely = ids(best.filter(({ popularity }) => popularity > last))
        expect(found.ids).toEqual(expect.arrayContaining(surely))
        expect(ids(best.filter(({ popularity }) => popularity >= last))).toEqual(expect.arrayContaining(found.ids))
      },
    ),
    { numRuns: 60 },
  )
})

test('a path is among those of a listing exactly when its category, kind and tags are', async () => {
  const word = fc.constantFrom('a', 'b', 'c d', 'É', '"', '{}', '\\', ',')
  const listing = fc.record({
    category: word,
    kind: word,
    tags: fc.array(fc.oneof(word, fc.constantFrom('a/b', '/', '')), { maxLength: 4 }),
  })
  const value = fc.option(fc.oneof(word, fc.constantFrom('a/b', '', '/')), { nil: undefined })
  const filter = fc.record({ category: value, listingKind: value, techTag: value })
  const cases = fc.array(fc.tuple(listing, filter), { minLength: 30, maxLength: 30 })
  await withClient(database.url, (sql) =>
    fc.assert(
      fc.asyncProperty(cases, async (drawn) => {
        const asked = drawn.flatMap(([has, wanted]) => {
          const path = listingPath(wanted)
          return path === null ? [] : [{ has, wanted, path }]
        })
        const { rows: answers } = await sql.query<{ has_path: boolean }>(
          `select listing_paths(has ->> 'category', has ->> 'kind', array(select jsonb_array_elements_text(has -> 'tags'))) @> array[path] as has_path
           from jsonb_to_recordset($1) as asked (has jsonb, path text)`,
          [JSON.stringify(asked)],
        )
        expect(answers.map((answer) => answer.has_path)).toEqual(
          asked.map(
            ({ has, wanted }) =>
              (wanted.category ?? has.category) === has.category &&
              (wanted.listingKind ?? has.kind) === has.kind &&
              (wanted.techTag === undefined || has.tags.includes(wanted.techTag)),
          ),
        )
      }),
      { numRuns: 30 },
    ),
  )
})

test('all filters are one entry beside the words in an index', async () => {
  const filter = { status: 'live', q: wordAt(3), category: 'data', listingKind: 'skill', techTag: 'node' } as const
  const [part] = listingConditions(filter, null)
  const { sql = '', values = [] } = part?.gathered ?? {}
  const { rows: plan } = await db.lists.query<{ 'QUERY PLAN': string }>(`explain select from listing where ${sql}`, [
    ...values,
  ])
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(lines).toMatch(/Bitmap Index Scan on listing_words\b/)
  expect(lines).toContain(`@> '{data/skill/node}'`)
})

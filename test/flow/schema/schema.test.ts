import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { Account } from '#shared/money/account.entity.ts'
import { entities } from '#shared/entities.ts'
import { FACTS_OF_ACCOUNTS, OTHER_TABLES, TABLES_OF_ACCOUNTS } from '#shared/market/leaving/personal-data.rules.ts'
import { openOrm } from '#shared/open-orm.ts'

import { catalogOf, compareWithEntities, entityDatabase, withClient } from '#test/support/schema/compare-schemas.ts'
import { type Catalog, readCatalog } from '#test/support/schema/read-catalog.ts'
import { TABLES_WITHOUT_ENTITY } from '#test/support/schema/tables-without-entity.ts'
import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'

let database: TestDatabase
let migrated: Catalog
let entitySide: Catalog
beforeAll(async () => {
  database = await cloneDatabase()
  migrated = await catalogOf(database.url)
  const other = await entityDatabase(entities)
  entitySide = await catalogOf(other.url)
  await other.drop()
})
afterAll(() => database.drop())

const tablesOf = (catalog: Catalog) =>
  [...catalog.keys()].flatMap((name) => (name.startsWith('table ') ? [name.slice('table '.length)] : []))

test('entities and migrations make the same tables: columns, defaults, generated columns, indexes and constraints', () => {
  expect(tablesOf(migrated).length).toBeGreaterThan(70)
  expect(compareWithEntities(entitySide, migrated)).toEqual([])
})

test('every table without an entity is listed with its reason', () => {
  const without = tablesOf(migrated).filter((table) => !entitySide.has(`table ${table}`))
  expect(without).toEqual(Object.keys(TABLES_WITHOUT_ENTITY))
})

describe('the comparison finds', () => {
  test.each([
    ['a column that is gone', 'alter table note drop column title', /^column note\.title is missing: text$/],
    [
      'a column nobody declared',
      'alter table note add column colour text',
      /^column note\.colour is not expected: text$/,
    ],
    [
      'another type',
      'alter table bid alter column nth type bigint',
      /^column bid\.nth is bigint not null, not integer not null$/,
    ],
    [
      'a column that may be null',
      'alter table listing alter column title drop not null',
      /^column listing\.title is text, not text not null$/,
    ],
    [
      'another default',
      `alter table call alter column attempt set default 1`,
      /^column call\.attempt is .* default 1, not .* default 0$/,
    ],
    [
      'another generated column',
      'alter table listing alter column is_free set expression as (price_cents < 1)',
      /^column listing\.is_free is .*price_cents < 1/,
    ],
    [
      'an identity that is gone',
      'alter table account alter column id drop identity',
      /^column account\.id is bigint not null, not .* identity$/,
    ],
    ['an index that is gone', 'drop index call_open', /^index call\.call_open is missing/],
    [
      'an index on other rows',
      'drop index auction_to_close; create index auction_to_close on auction (ends_at)',
      /^index auction\.auction_to_close is .*\(ends_at\), not .*WHERE/,
    ],
    [
      'an index of another order',
      'drop index bid_order; create unique index bid_order on bid (listing_id, round, nth)',
      /^index bid\.bid_order is/,
    ],
    [
      'a check that is gone',
      'alter table account drop constraint account_not_overdrawn',
      /^constraint account\.account_not_overdrawn is missing/,
    ],
    [
      'a check that allows more',
      `alter table pass drop constraint pass_kind_check, add constraint pass_kind_check check (kind in ('day', 'week', 'month', 'year'))`,
      /^constraint pass\.pass_kind_check is .*year/,
    ],
    [
      'a unique constraint that is gone',
      'alter table payment_proof drop constraint payment_proof_call_id_key',
      /^constraint payment_proof\.payment_proof_call_id_key is missing/,
    ],
    [
      'a foreign key that is gone',
      'alter table bid drop constraint bid_bidder_id_fkey',
      /^constraint bid\.bid_bidder_id_fkey is missing/,
    ],
    [
      'a foreign key that deletes',
      'alter table feedback drop constraint feedback_listing_id_fkey, add constraint feedback_listing_id_fkey foreign key (listing_id) references listing (id) on delete cascade',
      /^constraint feedback\.feedback_listing_id_fkey is .*CASCADE, not/,
    ],
    [
      'another primary key',
      'alter table entry drop constraint entry_pkey, add constraint entry_pkey primary key (account_id, transfer_id)',
      /^constraint entry\.entry_pkey is/,
    ],
    ['a table that is gone', 'drop table square_label', /^table square_label is missing/],
  ])('%s', async (_, mutation, expected) => {
    const differences = await withClient(database.url, async (sql) => {
      await sql.query('begin')
      await sql.query(mutation)
      const mutated = await readCatalog(sql)
      await sql.query('rollback')
      return compareWithEntities(entitySide, mutated)
    })
    expect(differences).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
  })
})

describe('the lists of personal data', () => {
  /** Columns that can hold anybody's words: texts, lists, JSON and bytes without a list of allowed values. */
  const wordsOf = (table: string) =>
    [...migrated].flatMap(([name, definition]) => {
      const [, of, column = ''] = /^column (\w+)\.(\w+)$/.exec(name) ?? []
      if (of !== table || !/^(?:text|text\[\]|jsonb|bytea|tsvector)\b/.test(definition)) return []
      const isListed = [...migrated].some(
        ([other, check]) =>
          other.startsWith(`constraint ${table}.`) && check.startsWith(`CHECK ((${column} = ANY (ARRAY[`),
      )
      return isListed ? [] : [column]
    })
  const listed: Record<string, { texts: string }> = { ...TABLES_OF_ACCOUNTS, ...OTHER_TABLES }
  const tablesOfLists = () => [...tablesOf(migrated)].filter((table) => wordsOf(table).length > 0 || table in listed)

  test('have every column that can hold words, and no other', () => {
    const missing = tablesOfLists().map((table) => `${table}: ${wordsOf(table).toSorted().join(' ')}`)
    const said = tablesOfLists().map((table) => {
      const columns = (listed[table]?.texts ?? 'NOT LISTED').split(' ').filter((column) => column !== '')
      return `${table}: ${columns.toSorted().join(' ')}`
    })
    expect(said).toEqual(missing)
    expect(Object.keys(listed).filter((table) => !tablesOf(migrated).includes(table))).toEqual([])
  })

  test('have every table that refers to a user', () => {
    const owned = [...migrated].flatMap(([name, definition]) => {
      const [, table = ''] = /^constraint (\w+)\./.exec(name) ?? []
      return definition.includes('REFERENCES market_user(id)') ? [table] : []
    })
    const known = new Set([...Object.keys(TABLES_OF_ACCOUNTS), ...Object.keys(FACTS_OF_ACCOUNTS)])
    expect([...new Set(owned)].filter((table) => !known.has(table))).toEqual([])
  })

  test('say of every text of a kept row what replaces it, or why it stays', () => {
    const silent = Object.entries(TABLES_OF_ACCOUNTS).flatMap(([table, { texts, erased, stays }]) =>
      erased === 'rows' || stays !== undefined
        ? []
        : texts
            .split(' ')
            .filter((column) => !(column in erased))
            .map((column) => `${table}.${column}`),
    )
    expect(silent).toEqual([])
  })
})

test('every constraint and index has a name that begins with its table', () => {
  const odd = [...migrated.keys()].filter((name) => {
    const [, table = '', own = ''] = /^(?:constraint|index) (\w+)\.(\w+)$/.exec(name) ?? []
    return !own.startsWith(table)
  })
  expect(odd).toEqual([])
})

test('an account reads through the unit of work as the migrations wrote it', async () => {
  const orm = await openOrm(database.url, 2)
  const revenue = await orm.em.fork().findOneOrFail(Account, { code: 'revenue:outcomes' })
  await orm.close(true)
  expect(revenue).toMatchObject({ id: 1n, kind: 'revenue', posted: 0n, held: 0n })
})

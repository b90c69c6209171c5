import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Db, openDb } from '#shared/db/open-db.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { BEYOND_INT4, SMALLINT_COLUMNS } from '#test/support/integer-columns.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 1)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

async function columnsOf(type: string): Promise<string[]> {
  const { rows } = await db.pg.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = $1 order by name`,
    [type],
  )
  return rows.map(({ name }) => name)
}

test('every column that takes integers of callers beyond int4 is a bigint', async () => {
  const named = Object.values(BEYOND_INT4).flatMap((one) => (one === null ? [] : [`${one.table}.${one.column}`]))
  expect(named.length).toBeGreaterThan(0)
  expect(await columnsOf('bigint')).toEqual(expect.arrayContaining(named))
})

test('every smallint column is listed with the field that fills it', async () => {
  expect(await columnsOf('smallint')).toEqual(Object.keys(SMALLINT_COLUMNS).toSorted())
})

import { afterAll, beforeAll, expect, test } from 'vitest'

import { entities } from '#shared/db/entities.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'

import { cloneDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 2)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test.each(entities.map((entity) => [entity.name, entity] as const))(
  '%s has the columns the migrations made, no more and no less',
  async (_, entity) => {
    const meta = (await db.orm()).getMetadata().get<object>(entity)
    const declared = new Map(meta.props.map((prop) => [prop.fieldNames[0], prop.nullable === true ? 'YES' : 'NO']))
    const { rows } = await db.pg.query<{ column_name: string; is_nullable: string }>(
      `select column_name, is_nullable from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [meta.tableName],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(declared).toEqual(new Map(rows.map((row) => [row.column_name, row.is_nullable])))
  },
)

test('a key and its wallet read through the unit of work as the statements wrote them', async () => {
  const { Account } = await import('#shared/money/account.entity.ts')
  const em = (await db.orm()).em.fork()
  const revenue = await em.findOneOrFail(Account, { code: 'revenue:outcomes' })
  expect(revenue).toMatchObject({ id: 1n, kind: 'revenue', posted: 0n, held: 0n })
})

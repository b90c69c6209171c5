import { afterAll, beforeAll, expect, test } from 'vitest'

import { entities } from '#shared/entities.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { openOrm } from '#shared/open-orm.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'

let database: TestDatabase
let db: Db
let orm: Awaited<ReturnType<typeof openOrm>>
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 2)
  orm = await openOrm(database.url, 2)
})
afterAll(async () => {
  await orm.close(true)
  await db.close()
  await database.drop()
})

test.each(entities.map((entity) => [entity.name, entity] as const))(
  '%s has the columns the migrations made, no more and no less',
  async (_, entity) => {
    const meta = orm.getMetadata().get<object>(entity)
    const declared = new Map(meta.props.map((prop) => [prop.fieldNames[0], prop.nullable === true ? 'YES' : 'NO']))
    const { rows } = await db.pg.query<{ column_name: string; is_nullable: string }>(
      `select column_name, is_nullable from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [meta.tableName],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(declared).toEqual(new Map(rows.map((row) => [row.column_name, row.is_nullable])))
  },
)

test('an account reads through the unit of work as the migrations wrote it', async () => {
  const { Account } = await import('#shared/money/account.entity.ts')
  const em = orm.em.fork()
  const revenue = await em.findOneOrFail(Account, { code: 'revenue:outcomes' })
  expect(revenue).toMatchObject({ id: 1n, kind: 'revenue', posted: 0n, held: 0n })
})

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

test('every entity has the columns the migrations made, no more and no less', async () => {
  const { rows } = await db.pg.query<{ table_name: string; column_name: string; is_nullable: string }>(
    `select table_name, column_name, is_nullable from information_schema.columns where table_schema = 'public'`,
  )
  const made = Map.groupBy(rows, ({ table_name }) => table_name)
  expect(entities.length).toBeGreaterThan(30)
  for (const entity of entities) {
    const meta = orm.getMetadata().get<object>(entity)
    const declared = new Map(meta.props.map((prop) => [prop.fieldNames[0], prop.nullable === true ? 'YES' : 'NO']))
    const columns = (made.get(meta.tableName) ?? []).map((row) => [row.column_name, row.is_nullable] as const)
    expect(declared, entity.name).toEqual(new Map(columns))
  }
})

test('an account reads through the unit of work as the migrations wrote it', async () => {
  const { Account } = await import('#shared/money/account.entity.ts')
  const em = orm.em.fork()
  const revenue = await em.findOneOrFail(Account, { code: 'revenue:outcomes' })
  expect(revenue).toMatchObject({ id: 1n, kind: 'revenue', posted: 0n, held: 0n })
})

import { randomBytes } from 'node:crypto'

import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { Client } from 'pg'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'

import { formerMigrations } from '#shared/db/migrations/former.ts'
import { migrate } from '#shared/db/migrate.ts'
import { migrations } from '#shared/db/migrations/list.ts'
import { ormOptions } from '#shared/db/orm-options.ts'

import { catalogOf, withClient } from '#test/support/schema/compare-schemas.ts'
import { compareCatalogs } from '#test/support/schema/read-catalog.ts'
import { cloneDatabase } from '#test/support/world/database.ts'

const NAMES = migrations.map(({ name }) => name)
const [RELEASE, UNRELEASED] = formerMigrations

let url: string
beforeEach(async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(inject('databaseUrl'))
  address.pathname = `/${name}`
  url = address.href
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
})

/** Makes the schema up to a migration of today, and records other names for it. */
async function makeFormer(last: string, recorded: readonly string[]) {
  const orm = await MikroORM.init({
    ...ormOptions(url, 2),
    driverOptions: {},
    logger: () => {},
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'schema_migration' },
  })
  await orm.migrator.up({ to: last })
  await orm.close(true)
  await withClient(url, async (sql) => {
    await sql.query('delete from schema_migration')
    await sql.query('insert into schema_migration (name) select unnest($1::text[])', [recorded])
  })
}

const recorded = () =>
  withClient(url, async (sql) => {
    const { rows } = await sql.query<{ name: string }>('select name from schema_migration order by id')
    return rows.map(({ name }) => name)
  })

async function expectFreshSchema() {
  const fresh = await cloneDatabase()
  const differences = compareCatalogs(await catalogOf(fresh.url), await catalogOf(url))
  await fresh.drop()
  expect(differences).toEqual([])
}

test('the list is numbered without gaps, and none of its names was recorded before', () => {
  expect(NAMES.map((name) => name.slice(0, 4))).toEqual(NAMES.map((_, nth) => String(nth + 1).padStart(4, '0')))
  expect(formerMigrations.flatMap(({ names }) => names.filter((name) => NAMES.includes(name)))).toEqual([])
  expect(formerMigrations.filter(({ has }) => !NAMES.includes(has))).toEqual([])
})

test.each(formerMigrations)(
  'a database whose migrations ended with those that $has stands for runs only what came after',
  async ({ names, has }) => {
    await makeFormer(has, names)
    const ran = await migrate(url)
    expect(ran).toEqual(NAMES.slice(NAMES.indexOf(has) + 1))
    expect(await recorded()).toEqual(NAMES)
    await expectFreshSchema()
    expect(await migrate(url)).toEqual([])
  },
)

test.each([
  [
    'stopped within 0.1.0',
    RELEASE?.names.slice(0, -1) ?? [],
    '0027-receipts-by-payer',
    /finish the migration of 0\.1\.0/,
  ],
  [
    'stopped between 0.1.0 and today',
    UNRELEASED?.names.slice(0, -1) ?? [],
    '0040-large-inputs',
    /Only databases of 0\.1\.0/,
  ],
  [
    'mixed the two lists',
    [...(RELEASE?.names ?? []), '0015-proven-payments'],
    '0015-proven-payments',
    /Only databases of 0\.1\.0/,
  ],
  ['was made by a newer version', [...NAMES, '9999-later'], '9999-later', /A newer version made it/],
  ['left one out', NAMES.slice(1), NAMES.at(-1) ?? '', /Only databases of 0\.1\.0/],
])('a database that %s is refused and stays as it is', async (_, names, last, advice) => {
  await makeFormer('0001-ledger', names)
  const before = await catalogOf(url)
  const refusal = await migrate(url).catch((error: unknown) => (error instanceof Error ? error.message : ''))
  expect(refusal).toContain(`records ${names.length} migrations, the last is ${last}; nothing was changed.`)
  expect(refusal).toMatch(advice)
  expect(await recorded()).toEqual(names)
  expect(compareCatalogs(before, await catalogOf(url))).toEqual([])
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDb } from '#shared/db/open-db.ts'

import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { type OwnPostgres, ownPostgres } from '#test/support/world/own-postgres.ts'
import { eventually, openWorld, randomId, type World } from '#test/support/world/world.ts'

/*
 * Two servers of the embedded PostgreSQL: a primary, and a streaming standby that was made of a copy of its files.
 */
const MOST_LAG_MS = 1_500
const folder = mkdtempSync(join(tmpdir(), 'farebox-standby-'))
let primary: OwnPostgres
let standby: OwnPostgres
let world: World
let seller: Registered
beforeAll(async () => {
  primary = await ownPostgres({ arguments: { postgres: ['-c', 'wal_level=replica', '-c', 'max_wal_senders=4'] } })
  const databaseUrl = await primary.migrated('product')
  await copyOf(primary)
  standby = await ownPostgres({
    folder,
    arguments: { postgres: ['-c', 'wal_level=replica', '-c', 'max_wal_senders=4'] },
  })
  world = await openWorld({
    backend: 'redis',
    databaseUrl,
    env: { DATABASE_READ_URL: standby.url('product'), DATABASE_READ_LAG_MS: String(MOST_LAG_MS) },
  })
  await world.ready()
  seller = await registerAccount(world)
})
afterAll(async () => {
  await world.close()
  await standby.close()
  await primary.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A copy of the files of a running server, which follows it. */
async function copyOf(source: OwnPostgres): Promise<void> {
  const data = join(folder, 'postgres')
  const session = new Client({ connectionString: source.url('postgres') })
  await session.connect()
  await session.query(`select pg_backup_start('a standby', true)`)
  mkdirSync(data, { mode: 0o700 })
  // Files come and go meanwhile.
  spawnSync('cp', ['-a', `${source.data}/.`, data])
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await session.end()
  rmSync(join(data, 'postmaster.pid'))
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(data, 'standby.signal'), '')
  const { hostname, port, username, password } = new URL(source.url('postgres'))
  const from = `host=${hostname} port=${port} user=${username} password=${password}`
  writeFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
}

/** What everybody sees of the market: one answer of two servers. */
const browse = async (title: string): Promise<number> => {
  const { status, body, text } = await world.request('GET', `/api/listings?q=${title}&sort=oldest`)
  expect(status, text).toBe(200)
  return Number(body['total'])
}
const publish = async (title: string) => {
  const sent = { title, price_cents: 500, status: 'live', delivery_markdown: '# Sold' }
  const { status, text } = await seller.request('POST', '/api/listings', sent)
  expect(status, text).toBe(201)
}
const reads = async () =>
  (
    await standby.sql(
      'product',
      `select sum(tup_fetched + tup_returned)::float8 as n from pg_stat_database where datname = 'product'`,
    )
  )[0]?.['n']

test('lists that everybody sees are read from the replica, once it has what was written', async () => {
  const title = `Seen${randomId()}`
  await publish(title)
  await eventually(async () => (await browse(title)) === 1)
  // The statements of a process that reads nothing else.
  const db = openDb(primary.url('product'), 2, { replica: { url: standby.url('product'), mostLagMs: 60_000 } })
  try {
    const { rows } = (await db.replica?.query<{ is: boolean }>('select pg_is_in_recovery() as is')) ?? { rows: [] }
    expect(rows).toEqual([{ is: true }])
    expect(Number(await reads())).toBeGreaterThan(0)
  } finally {
    await db.close()
  }
})

test('a replica that stands still is not asked once it is behind by more than the limit, and is again when it has caught up', async () => {
  await standby.sql('product', 'select pg_wal_replay_pause()')
  const title = `Late${randomId()}`
  await publish(title)
  // At first the answer may be a moment old; never for longer than the limit.
  await eventually(async () => (await browse(title)) === 1)
  const onStandby = await standby.sql('product', `select from listing where title = $$${title}$$`)
  expect(onStandby).toEqual([])
  await standby.sql('product', 'select pg_wal_replay_resume()')
  await eventually(
    async () => (await standby.sql('product', `select from listing where title = $$${title}$$`)).length === 1,
  )
  expect(await browse(title)).toBe(1)
})

test('a seller sees the own listings at once, however far behind the replica is', async () => {
  await standby.sql('product', 'select pg_wal_replay_pause()')
  const title = `Own${randomId()}`
  await publish(title)
  const { body } = await seller.request('GET', `/api/listings?user_id=${seller.userId}&q=${title}&sort=oldest`)
  expect(body['total']).toBe(1)
  await standby.sql('product', 'select pg_wal_replay_resume()')
})

test('without its replica everything is read from the primary; usage too', async () => {
  await standby.down('SIGQUIT')
  const { key } = await world.key(10)
  expect((await world.call('hash-text', { text: 'a' }, { 'x-service-key': key })).status).toBe(200)
  const usage = await world.request('GET', '/api/usage', { headers: { 'x-service-key': key } })
  expect(usage.status, usage.text).toBe(200)
  const title = `Alone${randomId()}`
  await publish(title)
  expect(await browse(title)).toBe(1)
  // A search that finds nothing is corrected by words that are read in a transaction.
  expect(await browse(`Nowhere${randomId()}`)).toBe(0)
  await standby.up()
})

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'

import { storedKey } from '#shared/blobs/blob-store.ts'
import { localBlobs } from '#shared/blobs/local-blobs.ts'
import { migrate } from '#shared/db/migrate.ts'
import { migrations } from '#shared/db/migrations/list.ts'
import { publicId } from '#shared/market/public-id.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { catalogOf, withClient } from '#test/support/schema/compare-schemas.ts'
import { compareCatalogs } from '#test/support/schema/read-catalog.ts'
import { type Cluster, openCluster } from '#test/support/world/cluster.ts'
import { cloneDatabase } from '#test/support/world/database.ts'
import { eventually } from '#test/support/world/world.ts'

/** A database that 0.1.0 made. The first line names what the tests look at. */
const DUMP = readFileSync(join(import.meta.dirname, 'release-0.1.0.sql'), 'utf8')
const facts = z
  .object({
    at: z.string(),
    picture: z.uuid(),
    key: z.string(),
    seller: z.uuid(),
    leader: z.uuid(),
    calls: z.object({ held: z.uuid(), started: z.uuid(), byPass: z.uuid(), late: z.uuid(), byWallet: z.uuid() }),
    listings: z.object({ fixed: z.uuid(), running: z.uuid(), hidden: z.uuid() }),
  })
  .parse(JSON.parse(/^-- (.*)\n/.exec(DUMP)?.[1] ?? ''))

/** Moves every time of the restored database as if 0.1.0 had been stopped just now, so passes and leases are as old as then. */
const BRING_TO_NOW = `
do $$
declare
  moved record;
begin
  set local session_replication_role = replica;
  for moved in select c.table_name as name, string_agg(format('%1$I = %1$I + (now() - %2$L)', c.column_name, '${facts.at}'::timestamptz), ', ') as changes
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
      and c.is_generated = 'NEVER' group by c.table_name
  loop
    execute format('update %I set %s', moved.name, moved.changes);
  end loop;
end $$`

const name = `test_${randomBytes(6).toString('hex')}`
let admin: Client
let url: string
let ran: string[]
let cluster: Cluster
let blobFolder: string
beforeAll(async () => {
  admin = new Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(inject('databaseUrl'))
  address.pathname = `/${name}`
  url = address.href
  blobFolder = mkdtempSync(join(tmpdir(), 'farebox-upgrade-'))
  cluster = await openCluster('redis', { databaseUrl: url })
  await withClient(url, async (sql) => {
    await sql.query(DUMP)
    await sql.query(BRING_TO_NOW)
  })
  ran = await migrate(url)
})
afterAll(async () => {
  await cluster.close()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  rmSync(blobFolder, { recursive: true })
})

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await cluster.db.pg.query<Record<string, unknown>>(text, values)).rows

/** Names the invariants that do not hold. */
async function brokenInvariants() {
  const pg = new Pool({ connectionString: url, max: 1 })
  const findings = await audit(pg)
  await pg.end()
  return findings.filter(({ ok }) => !ok)
}

test('a database of 0.1.0 runs the migrations that came after it, has the schema of a new one, and its ledger is whole', async () => {
  const names = migrations.map(({ name }) => name)
  expect(ran).toEqual(names.slice(names.indexOf('0014-market-reports') + 1))
  const fresh = await cloneDatabase()
  const differences = compareCatalogs(await catalogOf(fresh.url), await catalogOf(url))
  await fresh.drop()
  expect(differences).toEqual([])
  expect(await brokenInvariants()).toEqual([])
})

test('what 0.1.0 kept is counted and completed: quotas, wallets that paid, hidden auctions, when open calls settle', async () => {
  const usage = await rowsOf(
    `select listings, drafts, media_bytes::int as media_bytes from market_usage where account_id = $1`,
    [facts.seller],
  )
  expect(usage).toEqual([{ listings: 4, drafts: 1, media_bytes: 730 }])
  const payers = await rowsOf(
    `select proven_at is not null as is_proven, count(*)::int as wallets from payer group by 1 order by 1`,
  )
  expect(payers).toEqual([
    { is_proven: false, wallets: 1 },
    { is_proven: true, wallets: 2 },
  ])
  const paused = await rowsOf(`select listing_id from auction where paused_at is not null`)
  expect(paused).toEqual([{ listing_id: facts.listings.hidden }])
  expect(await rowsOf(`select id, settle from call where settle is not null`)).toEqual([
    { id: facts.calls.byWallet, settle: 'after' },
  ])
})

test('its open calls run or give their holds back, its auction closes, and its key pays', async () => {
  // As if the upgrade came at once: what was open has time left, but for two calls; the auction has a second to go.
  await rowsOf(`update call set deadline = now() + interval '2 minutes' where id = any($1)`, [
    [facts.calls.held, facts.calls.started, facts.calls.byPass],
  ])
  await rowsOf(`update call set deadline = now() - interval '1 second' where id = any($1)`, [
    [facts.calls.late, facts.calls.byWallet],
  ])
  await rowsOf(
    `update auction set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 second',
    latest_end_at = now() + interval '1 day' where listing_id = any($1)`,
    [[facts.listings.running, facts.listings.hidden]],
  )
  const ingress = await cluster.ingress()
  await cluster.worker(['outcome', 'settlement-watch'])
  await eventually(async () => (await rowsOf('select from call where finished_at is null')).length === 0)
  await eventually(
    async () => (await rowsOf(`select from auction where state = 'open' and paused_at is null`)).length === 0,
  )

  const states = await rowsOf('select id, state, attempt from call where id = any($1)', [Object.values(facts.calls)])
  expect(new Map(states.map(({ id, state, attempt }) => [id, `${String(state)} ${String(attempt)}`]))).toEqual(
    new Map([
      [facts.calls.held, 'captured 1'],
      [facts.calls.started, 'captured 2'],
      [facts.calls.byPass, 'captured 1'],
      [facts.calls.late, 'released 0'],
      [facts.calls.byWallet, 'released 0'],
    ]),
  )
  expect(await rowsOf('select code from account where held <> 0')).toEqual([])
  // What 0.1.0 held with a transfer was taken over by the row of the call, and is in a journal where it cost something.
  const paid = await rowsOf('select id from call where journal_id is not null and hold_id is null and price > 0')
  expect(new Set(paid.map(({ id }) => id))).toEqual(new Set([facts.calls.held, facts.calls.started]))
  expect(await rowsOf('select pass_id from pass where open_calls <> 0')).toEqual([])
  expect(await rowsOf(`select proof from payment_proof where state in ('claimed', 'verified', 'settling')`)).toEqual([])
  const auctions = await rowsOf(
    'select listing_id, state, winner_id, pay_until > now() as is_due from auction order by state',
  )
  expect(auctions).toEqual([
    { listing_id: facts.listings.hidden, state: 'open', winner_id: null, is_due: null },
    { listing_id: facts.listings.running, state: 'sold', winner_id: facts.leader, is_due: true },
  ])

  const answer = await cluster.call(ingress, 'hash-text', { text: 'after the upgrade' }, { 'x-service-key': facts.key })
  expect(answer?.status).toBe(200)
  // 0.1.0 left 497 cents; two of its calls and this one cost a cent each.
  expect(answer?.body['charge']).toMatchObject({ cents: 1, balance_cents: 494 })
  expect(await brokenInvariants()).toEqual([])
})

test('its pictures are still shown, and a file is sent as the worker of 0.1.0 wrote it', async () => {
  const [row] = await rowsOf(`select files -> 'full' ->> 'key' as key from media where id = $1`, [facts.picture])
  const bytes = randomBytes(700)
  await localBlobs(blobFolder).put(storedKey(String(row?.['key'])), bytes, { maxBytes: 700, contentType: 'image/webp' })
  const { baseUrl } = await cluster.ingress({ BLOB_DIR: blobFolder })
  const listing = await fetch(`${baseUrl}/api/listings/${publicId('lst', facts.listings.fixed)}`)
  const shown = publicId('shot', facts.picture)
  expect(await listing.json()).toMatchObject({
    screenshots: [{ screenshot_id: shown, url: `/api/media/${shown}`, type: 'image/webp', width: 300, height: 200 }],
  })
  const file = await fetch(`${baseUrl}/api/media/${shown}`)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
})

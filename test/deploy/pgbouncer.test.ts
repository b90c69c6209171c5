import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { acceptKeyed } from '#shared/calls/accept-keyed.ts'
import { openDb } from '#shared/db/open-db.ts'
import { requireSessions } from '#shared/db/pooled.ts'

import { type LocalPooler, startPgbouncer } from '#test/support/proxies/start-pgbouncer.ts'
import { openClient } from '#test/support/world/client.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { expectSettled } from '#test/support/world/expect-settled.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'
import { registerAccount } from '#test/support/world/market.ts'
import { eventually } from '#test/support/world/world.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'farebox-pgbouncer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A database in the time zone that docs/operating.md asks for, and Debian's PgBouncer before it. */
async function pooled(name: string, words?: Record<string, string>) {
  const database = await cloneDatabase()
  const admin = new Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`alter database ${new URL(database.url).pathname.slice(1)} set timezone to 'UTC'`)
  await admin.end()
  const pooler = await startPgbouncer(join(folder, name), database.url, words)
  const env = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    DATABASE_POOLER: 'transaction',
  }
  return { database, pooler, env }
}

describe('everything that moves money, through PgBouncer in transaction mode', () => {
  let database: TestDatabase
  let pooler: LocalPooler
  let world: PaidWorld
  beforeAll(async () => {
    const made = await pooled('world')
    ;({ database, pooler } = made)
    world = await openPaidWorld({ backend: 'redis', databaseUrl: database.url, env: made.env })
  })
  afterAll(async () => {
    await world.close()
    await pooler.stop()
    await database.drop()
  })

  test('calls of a key, alone and many at once, are paid, finished and answered', async () => {
    const { key } = await world.key(100)
    const alone = await world.call('hash-text', { text: 'hello' }, { 'x-service-key': key })
    expect(alone).toMatchObject({ status: 200, body: { charge: { balance_cents: 99 } } })
    const together = await Promise.all(
      Array.from({ length: 40 }, () => world.call('hash-text', { text: 'hello' }, { 'x-service-key': key })),
    )
    expect(together.map(({ status }) => status)).toEqual(together.map(() => 200))
    await world.settled()
    await world.balanced()
  })

  test('a call that fails is given back, and a key that has not enough is asked for payment', async () => {
    const { key } = await world.key(5)
    const failed = await world.call('test-upstream-down', {}, { 'x-service-key': key })
    expect(failed).toMatchObject({ status: 502, body: { charged_cents: 0 } })
    // It costs all that the key has, which was given back.
    const again = await world.call('test-upstream-down', {}, { 'x-service-key': key })
    expect(again.status).toBe(502)
    const poor = await world.key(1)
    expect(await world.call('test-upstream-down', {}, { 'x-service-key': poor.key })).toMatchObject({
      status: 402,
      body: { code: 'insufficient_balance' },
    })
    await world.balanced()
  })

  test('an Idempotency-Key sent again gets the first answer, and twice at once is one call', async () => {
    const { key } = await world.key(100)
    const send = (idem: string) =>
      world.call('hash-text', { text: 'once' }, { 'x-service-key': key, 'idempotency-key': idem })
    const [first, second] = [await send('a'), await send('a')]
    expect(second.body['call_id']).toBe(first.body['call_id'])
    const racing = await Promise.all(Array.from({ length: 8 }, () => send('b')))
    expect(new Set(racing.map(({ body }) => body['call_id'])).size).toBe(1)
    await world.balanced()
  })

  test('a held call that no queue knows is enqueued by the sweeper', async () => {
    const { key } = await world.key(10)
    const call = keyedCall(world.mint, key, 1)
    await acceptKeyed(world.db.pg, [{ ...call, input: '{"text":"lost"}' }], 'nobody')
    const open = () => world.sql(`select from call where id = $1::uuid and finished_at is null`, [call.callId])
    await eventually(async () => (await open()).length === 0)
    expect(await world.sql('select state from call where id = $1::uuid', [call.callId])).toEqual([
      { state: 'captured' },
    ])
    await world.balanced()
  })

  test('x402 pays a call once, whoever sends the payment again', async () => {
    const payload = await world.payment('hash-text')
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => world.sendPatiently('hash-text', { text: 'paid' }, payload)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body['call_id'])).size).toBe(1)
    await world.settled()
    await world.balanced()
  })

  test('a listing is bought with a key, once under one Idempotency-Key', async () => {
    const seller = await registerAccount(world)
    const sent = { title: 'Sold', price_cents: 500, status: 'live', delivery_markdown: '# Paid for' }
    const { body: listing } = await seller.request('POST', '/api/listings', sent)
    const { key } = await world.key(2_000)
    const buy = () =>
      world.request('POST', `/api/purchases/x402/${String(listing['listing_id'])}`, {
        headers: { 'x-service-key': key, 'idempotency-key': 'one' },
      })
    const [first, second] = [await buy(), await buy()]
    expect([first.status, second.status], first.text).toEqual([200, 200])
    expect(second.body['purchase_id']).toBe(first.body['purchase_id'])
    await world.settled()
    await world.balanced()
  })
})

describe('PgBouncer restarted', () => {
  let made: Awaited<ReturnType<typeof pooled>>
  let cluster: Cluster
  let ingress: Member
  beforeAll(async () => {
    made = await pooled('restarted')
    cluster = await openCluster('redis', { databaseUrl: made.database.url })
    ingress = await cluster.ingress(made.env)
    await cluster.worker(['outcome'], made.env)
    await cluster.worker(['settlement-watch'], made.env)
    await cluster.ready(ingress)
  })
  afterAll(async () => {
    await cluster.close()
    await made.pooler.stop()
    await made.database.drop()
  })

  test('under load, three times: no call is lost, none is charged twice', async () => {
    const client = await openClient(cluster, 100_000)
    await client.untilServed(ingress)
    const loads = Array.from({ length: 4 }, () => client.load(ingress))
    for (let time = 0; time < 3; time += 1) {
      await client.untilServed(ingress)
      await made.pooler.restart()
    }
    await client.untilServed(ingress)
    const met = await Promise.all(loads.map((load) => load.stop()))
    const odd = met.flatMap((statuses) => [...statuses]).filter((status) => ![200, 202, 503, 504].includes(status ?? 0))
    expect(odd).toEqual([])
    await expectSettled(cluster, client.told)
  })
})

describe('a pooler that sets its sessions wrongly', () => {
  test.each([
    ['no lock timeout', { "set lock_timeout to ''2s'';": '' }, /lock_timeout 0, and 2s is needed/],
    [
      'plans by value for money',
      { force_generic_plan: 'auto' },
      /plan_cache_mode auto, and force_generic_plan is needed/,
    ],
  ])('with %s: the process does not start, and says which', async (name, words, expected) => {
    const { database, pooler } = await pooled(`wrong-${name.replaceAll(' ', '-')}`, words)
    const db = openDb(pooler.url, 2, { isPooled: true })
    try {
      await expect(requireSessions(db, { warn: () => undefined })).rejects.toThrow(expected)
    } finally {
      await db.close()
      await pooler.stop()
      await database.drop()
    }
  })
})

test('a pooler ends with the process that started it, also when that is killed', async () => {
  const script = `import { startPgbouncer } from '#test/support/proxies/start-pgbouncer.ts'
    const pooler = await startPgbouncer(process.argv[1], 'postgres://nobody:x@127.0.0.1:1/none')
    process.stdout.write(String(pooler.pid()))`
  const harness = spawn(process.execPath, ['--input-type=module', '-e', script, join(folder, 'killed')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(harness.stdout, 'data')
  const pid = Number(String(said))
  const isThere = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  expect(isThere()).toBe(true)
  harness.kill('SIGKILL')
  await eventually(() => !isThere())
})

import { afterAll, beforeAll, expect, test } from 'vitest'

import { inTransaction } from '#shared/db/in-transaction.ts'

import { traceShards } from '#test/support/schema/trace-shards.ts'
import { eventually, openWorld, type World } from '#test/support/world/world.ts'

const SHARDS = 2

let world: World
let trace: Awaited<ReturnType<typeof traceShards>>
beforeAll(async () => {
  world = await openWorld({ backend: 'redis', env: { SHARDS: String(SHARDS) } })
  await world.ready()
  trace = await traceShards(world.db.pg, SHARDS)
})
afterAll(() => world.close())

/** Keys whose accounts are of different shards. */
async function keysOfShards() {
  const made = [await world.key(100), await world.key(100)]
  const ids = await world.sql<{ account: string }>(
    'select account_id::text as account from service_key where key_id = any($1) order by account_id',
    [made.map(({ keyId }) => keyId)],
  )
  expect(new Set(ids.map(({ account }) => Number(account) % SHARDS)).size).toBe(SHARDS)
  return made.map(({ key }) => ({ 'x-service-key': key }))
}

test('the statements of a call write rows of one shard: accept, start, finish, release', async () => {
  for (const headers of await keysOfShards()) {
    expect((await world.call('hash-text', { text: 'a' }, headers)).status).toBe(200)
    expect((await world.call('test-slow', { ms: 1 }, headers)).status).toBe(200)
    expect((await world.call('test-upstream-down', {}, headers)).status).toBe(502)
  }
  await eventually(async () => (await world.sql('select from call where finished_at is null')).length === 0)
  expect(await trace.traced()).toBeGreaterThanOrEqual(12)
  expect(await trace.crossings()).toEqual([])
})

test('calls of two shards that arrive together share no statement that moves money', async () => {
  const [one, other] = await keysOfShards()
  // The first call of a key shows its shard.
  for (const headers of [one, other]) expect((await world.call('hash-text', { text: 'a' }, headers)).status).toBe(200)
  const together = await Promise.all(
    Array.from({ length: 40 }, (_, nth) => world.call('hash-text', { text: 'a' }, nth % 2 === 0 ? one : other)),
  )
  expect(new Set(together.map(({ status }) => status))).toEqual(new Set([200]))
  await eventually(async () => (await world.sql('select from call where finished_at is null')).length === 0)
  // A start names calls of any shard, and moves nothing.
  expect((await trace.crossings()).filter(({ tables }) => tables.join(' ') !== 'call')).toEqual([])
})

test('a transaction that writes rows of two shards is found', async () => {
  await keysOfShards()
  await inTransaction(world.db.pg, (tx) => tx.query(`update account set held = held where kind = 'wallet'`))
  expect(await trace.crossings()).toContainEqual({ tables: ['account'], shards: [0, 1] })
})

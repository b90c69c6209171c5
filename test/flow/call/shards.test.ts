import { afterAll, beforeAll, expect, test } from 'vitest'

import { finishCalls } from '#shared/calls/finish.ts'
import { startCalls } from '#shared/calls/start.ts'
import { shardOf } from '#shared/calls/shards.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { revenueByShard } from '#shared/db/revenue-by-shard.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'
import { CallAcceptor } from '#ingress/call/accept/call-acceptor.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'

const mint = credentialMint('test-secret-test-secret-test-secret-0123', 'test')
const SHARDS = 3

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 4)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const divideInto = async (shards: number) => {
  for (const statement of revenueByShard(shards)) await db.pg.query(statement)
}

const revenue = async () => {
  const { rows } = await db.pg.query<{ code: string; cents: number }>(
    `select a.code, sum(e.amount)::int / 10000 as cents from entry e join account a on a.id = e.account_id
     where a.code like 'revenue:outcomes%' group by a.code order by a.code`,
  )
  return Object.fromEntries(rows.map(({ code, cents }) => [code, cents]))
}

test('our side of a call is booked on the sub-account of its shard, and nothing moves when their number changes', async () => {
  const keys = await Promise.all(Array.from({ length: 2 * SHARDS }, () => grantKey(db.pg, mint, 20)))
  const acceptor = new CallAcceptor(db.pg, 'nobody', SHARDS)
  const round = async () => {
    const calls = keys.map(({ key }) => keyedCall(mint, key, 1))
    const answers = await Promise.all(calls.map((call) => acceptor.keyed(call)))
    expect(answers.map(({ kind }) => kind)).toEqual(keys.map(() => 'accepted'))
    const started = await startCalls(
      db.pg,
      calls.map(({ callId }) => callId),
    )
    expect(new Set(started.map(({ accountId }) => shardOf(accountId, SHARDS)))).toEqual(new Set([0, 1, 2]))
    await finishCalls(
      db.pg,
      started.map(({ callId, attempt }) => ({ callId, attempt, runMs: 1, result: '{}' })),
    )
  }
  await round()
  expect(await revenue()).toEqual({ 'revenue:outcomes': 6 })
  await divideInto(SHARDS)
  await round()
  expect(await revenue()).toEqual({ 'revenue:outcomes': 8, 'revenue:outcomes:1': 2, 'revenue:outcomes:2': 2 })
  await divideInto(SHARDS)
  await divideInto(1)
  await round()
  expect(await revenue()).toEqual({ 'revenue:outcomes': 14, 'revenue:outcomes:1': 2, 'revenue:outcomes:2': 2 })
  expect((await audit(db.pg)).filter(({ ok }) => !ok)).toEqual([])
})

import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { acceptKeyed } from '#shared/calls/accept-keyed.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { finishPartly } from '#shared/calls/finish-partly.ts'
import { releaseOverdue, releaseUnstarted } from '#shared/calls/release.ts'
import { startCalls } from '#shared/calls/start.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'

const mint = credentialMint('test-secret-test-secret-test-secret-0123', 'test')

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

/** What the release before journals did in one statement: a call of 2 cents, its hold as a transfer, the money held. */
async function acceptedBefore(keyId: string): Promise<string> {
  const callId = uuidv7()
  await db.pg.query(
    `with key as (select k.id, k.account_id, nextval('transfer_id_seq') as hold_id from service_key k where k.key_id = $2),
     accepted as (
       insert into call (id, slug, pool, payer, service_key_id, account_id, price, hold_id, state, timeout_ms, deadline, reply_to, input, input_digest)
       select $1::uuid, 'hash-text', 'outcome', 'prepaid', id, account_id, 20000, hold_id, 'held', 1000, now() + interval '1 minute', 'x', '{}', '\\x00' from key
       returning id, account_id, hold_id, price
     ),
     held as (insert into transfer (id, kind, call_id, account_id, amount) select hold_id, 'hold', id, account_id, price from accepted)
     update account a set held = a.held + c.price from accepted c where a.id = c.account_id`,
    [callId, keyId],
  )
  return callId
}

/** How that release ended calls, in one statement. */
const endedBefore = (callIds: string[], state: 'captured' | 'released') =>
  db.pg.query(
    `with done as materialized (
       update call c set state = $2, result = case $2 when 'captured' then '{}' end, input = null, lease_until = null, finished_at = now()
       where c.id = any($1::uuid[]) returning c.id, c.account_id, c.hold_id, c.price
     ),
     moved as materialized (select nextval('transfer_id_seq') as transfer_id, d.* from done d where d.hold_id is not null),
     resolved as (
       insert into transfer (id, kind, call_id, hold_id, account_id, amount)
       select transfer_id, case $2 when 'captured' then 'capture' else 'release' end, id, hold_id, account_id, price from moved
     ),
     entered as (
       insert into entry (transfer_id, account_id, amount)
       select transfer_id, account_id, -price from moved where $2 = 'captured' union all select transfer_id, 1, price from moved where $2 = 'captured'
     )
     update account a set held = a.held - s.price, posted = a.posted - case $2 when 'captured' then s.price else 0 end
     from (select account_id, sum(price) as price from moved group by account_id) s where a.id = s.account_id`,
    [callIds, state],
  )

const end = (callId: string) => ({ callId, attempt: 1, runMs: 1, result: '{}' })
const refused = (callId: string) => ({
  callId,
  attempt: 1,
  runMs: 1,
  refusal: { code: 'upstream_unavailable' as const, error: 'It did not answer.' },
})

async function walletOf(keyId: string) {
  const { rows } = await db.pg.query(
    `select a.posted::int as posted, a.held::int as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
    [keyId],
  )
  return rows[0]
}

const broken = async () => (await audit(db.pg)).filter(({ ok }) => !ok)

describe('a call that the release before journals accepted', () => {
  test.each([
    ['captured alone', 1, (calls: string[]) => finishCalls(db.pg, calls.map(end)), 20_000],
    ['captured with others', 3, (calls: string[]) => finishCalls(db.pg, calls.map(end)), 60_000],
    ['released by a refusal', 2, (calls: string[]) => finishCalls(db.pg, calls.map(refused)), 0],
    [
      'captured in part',
      1,
      async ([callId = '']: string[]) => finishPartly(db.pg, { ...end(callId), chargedMicroUsdc: 5_000n }),
      5_000,
    ],
  ])('is %s once, and holds nothing afterwards', async (_, calls, finish, costs) => {
    const { keyId } = await grantKey(db.pg, mint, 10)
    const ids: string[] = []
    for (let nth = 0; nth < calls; nth += 1) ids.push(await acceptedBefore(keyId))
    expect(await walletOf(keyId)).toEqual({ posted: 100_000, held: calls * 20_000 })
    expect(await broken()).toEqual([])
    await startCalls(db.pg, ids)
    await finish(ids)
    await finish(ids)
    expect(await walletOf(keyId)).toEqual({ posted: 100_000 - costs, held: 0 })
    expect(await broken()).toEqual([])
  })

  test('is given back when its caller leaves, and when its time is over', async () => {
    const { keyId } = await grantKey(db.pg, mint, 10)
    const [left, late] = [await acceptedBefore(keyId), await acceptedBefore(keyId)]
    expect([await releaseUnstarted(db.pg, left), await releaseUnstarted(db.pg, left)]).toEqual([true, false])
    expect(await walletOf(keyId)).toEqual({ posted: 100_000, held: 20_000 })
    await db.pg.query(`update call set deadline = now() - interval '1 second' where id = $1`, [late])
    expect(await releaseOverdue(db.pg)).toMatchObject([{ callId: late }])
    expect(await walletOf(keyId)).toEqual({ posted: 100_000, held: 0 })
    expect(await broken()).toEqual([])
  })
})

test('a process of the release before journals goes on with its own calls, and with those of this release', async () => {
  const { key, keyId } = await grantKey(db.pg, mint, 10)
  const theirs = [await acceptedBefore(keyId), await acceptedBefore(keyId)] as const
  const [captured, released] = [keyedCall(mint, key, 1), keyedCall(mint, key, 1)]
  await acceptKeyed(db.pg, [captured, released], 'nobody')
  await startCalls(db.pg, [...theirs, captured.callId, released.callId])
  await endedBefore([theirs[0], captured.callId], 'captured')
  await endedBefore([theirs[1], released.callId], 'released')
  expect(await walletOf(keyId)).toEqual({ posted: 70_000, held: 0 })
  expect(await broken()).toEqual([])
})

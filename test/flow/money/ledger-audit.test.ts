import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { acceptKeyed } from '#shared/calls/accept-keyed.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { releaseUnstarted } from '#shared/calls/release.ts'
import { startCalls } from '#shared/calls/start.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { inTransaction } from '#shared/db/in-transaction.ts'
import { audit, auditOn } from '#shared/money/audit/audit.ts'
import { invariants } from '#shared/money/audit/invariants.rules.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'
import { claimantHasher } from '#shared/money/trial/claimant.ts'
import { claimTrial } from '#shared/money/trial/claim-trial.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'

const SECRET = 'test-secret-test-secret-test-secret-0123'
const mint = credentialMint(SECRET, 'test')

/** What is there to break: a wallet, a trial, and calls in each state. Ids of accounts and transfers as text. */
type Scene = {
  wallet: string
  promo: string
  open: { call: string; hold: string }
  captured: { call: string; hold: string }
  released: { call: string; hold: string }
  trialCall: string
}

let database: TestDatabase
let db: Db
let scene: Scene

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 4)
  scene = await traffic()
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Real traffic through the statements of the paid call. */
async function traffic(): Promise<Scene> {
  const { key } = await grantKey(db.pg, mint, 50)
  const [open, captured, released] = [await accept(key), await accept(key), await accept(key)]
  const started = await startCalls(db.pg, [captured])
  await finishCalls(
    db.pg,
    started.map(({ callId, attempt }) => ({ callId, attempt, runMs: 1, result: '{}' })),
  )
  await releaseUnstarted(db.pg, released)
  const claimant = claimantHasher(SECRET)({ ip: '192.0.2.1', userAgent: 'a', acceptLanguage: undefined }, 'agent')
  const trial = await inTransaction(db.pg, (tx) => claimTrial(tx, mint, claimant, 10))
  const trialCall = await accept(mint.issue('tk', trial.keyId))
  return {
    wallet: await accountOf(open),
    promo: await accountOf(trialCall),
    open: { call: open, hold: await holdOf(open) },
    captured: { call: captured, hold: await holdOf(captured) },
    released: { call: released, hold: await holdOf(released) },
    trialCall,
  }
}

async function accept(key: string): Promise<string> {
  const call = keyedCall(mint, key, 1, uuidv7())
  const [answer] = await acceptKeyed(db.pg, [call], 'nobody')
  expect(answer?.kind).toBe('accepted')
  return call.callId
}

const one = async (sql: string, value: string) =>
  String(Object.values((await db.pg.query<Record<string, unknown>>(sql, [value])).rows[0] ?? {})[0])
const accountOf = (call: string) => one('select account_id from call where id = $1', call)
const holdOf = (call: string) => one('select hold_id from call where id = $1', call)

/** Breaks something in a transaction with the triggers off, audits inside it, and takes it all back. */
async function brokenBy(hand: (tx: PoolClient) => Promise<unknown>): Promise<string[]> {
  const tx = await db.pg.connect()
  try {
    await tx.query('begin')
    await tx.query('set local session_replication_role = replica')
    await hand(tx)
    const findings = await auditOn(tx)
    return findings.filter(({ ok }) => !ok).map(({ id }) => id)
  } finally {
    await tx.query('rollback')
    tx.release()
  }
}

const run =
  (...statements: string[]) =>
  async (tx: PoolClient) => {
    for (const statement of statements) await tx.query(statement)
  }

const COPY_OF_CALL = `slug, pool, payer, service_key_id, account_id, price, timeout_ms, deadline, reply_to, input_digest`

describe('the ledger audit', () => {
  test('is green after traffic, and checks every rule', async () => {
    const findings = await audit(db.pg)
    expect(findings.map(({ id }) => id)).toEqual(invariants.map(({ id }) => id))
    expect(findings.filter(({ ok }) => !ok)).toEqual([])
  })

  test('I1: a transfer whose entries do not sum to zero, made good by another', async () => {
    const lopsided = run(
      `insert into transfer (id, kind, account_id, amount) values (900001, 'single', 4, 5), (900002, 'single', 4, 5)`,
      `insert into entry (transfer_id, account_id, amount) values (900001, 4, 5), (900002, 4, -5)`,
    )
    expect(await brokenBy(lopsided)).toEqual(['I1'])
  })

  test('I2: an entry of no transfer', async () => {
    expect(await brokenBy(run(`insert into entry (transfer_id, account_id, amount) values (900001, 4, 5)`))).toEqual([
      'I2',
    ])
  })

  test('I3: a wallet with more than its entries say', async () => {
    expect(await brokenBy(run(`update account set posted = posted + 1 where id = ${scene.wallet}`))).toEqual(['I3'])
  })

  test('I4: a wallet that holds more than its open holds', async () => {
    expect(await brokenBy(run(`update account set held = held + 1 where id = ${scene.wallet}`))).toEqual(['I4'])
  })

  test('I5: a wallet overdrawn by a hold', async () => {
    const overdrawn = run(
      `alter table account drop constraint account_not_overdrawn`,
      `insert into call (id, state, hold_id, ${COPY_OF_CALL}) select '${uuidv7()}', 'held', 900001, ${COPY_OF_CALL.replace('price', '1000000')} from call where id = '${scene.open.call}'`,
      `insert into transfer (id, kind, call_id, account_id, amount) select 900001, 'hold', id, account_id, price from call where hold_id = 900001`,
      `update account set held = held + 1000000 where id = ${scene.wallet}`,
    )
    expect(await brokenBy(overdrawn)).toEqual(['I5'])
  })

  test('I6: a hold that is released twice', async () => {
    const twice = run(
      `drop index transfer_one_resolution`,
      `insert into transfer (kind, call_id, hold_id, account_id, amount) select kind, call_id, hold_id, account_id, amount from transfer where hold_id = ${scene.released.hold}`,
    )
    expect(await brokenBy(twice)).toEqual(['I6'])
  })

  test('I7: a call with two holds', async () => {
    const two = run(
      `drop index transfer_one_hold`,
      `insert into transfer (kind, call_id, account_id, amount) select kind, call_id, account_id, amount from transfer where id = ${scene.open.hold}`,
      `update account set held = held + 10000 where id = ${scene.wallet}`,
    )
    expect(await brokenBy(two)).toEqual(['I7'])
  })

  test('I8: a captured call without its result', async () => {
    const lost = run(
      `alter table call drop constraint call_captured_has_result`,
      `update call set result = null where id = '${scene.captured.call}'`,
    )
    expect(await brokenBy(lost)).toEqual(['I8'])
    const tooEarly = run(`update call set result = null, purged_at = now() where id = '${scene.captured.call}'`)
    expect(await brokenBy(tooEarly)).toEqual(['I8'])
  })

  test('I9: a released call that was captured', async () => {
    expect(await brokenBy(run(`update call set state = 'released' where id = '${scene.captured.call}'`))).toEqual([
      'I9',
    ])
  })

  test('I10: a call open past its deadline, and a hold nobody resolved', async () => {
    const late = `update call set deadline = now() - interval '11 seconds'`
    expect(await brokenBy(run(`${late} where id = '${scene.open.call}'`))).toEqual(['I10'])
    const forgotten = run(
      `delete from transfer where hold_id = ${scene.released.hold}`,
      `update account set held = held + 10000 where id = ${scene.wallet}`,
      `${late} where id = '${scene.released.call}'`,
    )
    expect(await brokenBy(forgotten)).toEqual(['I10'])
    expect(
      await brokenBy(run(`update call set deadline = now() - interval '9 seconds' where id = '${scene.open.call}'`)),
    ).toEqual([])
  })

  test('I11: two calls of one idempotency key', async () => {
    const twins = run(
      `drop index call_idem`,
      `update call set idem = (select idem from call where id = '${scene.captured.call}') where id = '${scene.open.call}'`,
    )
    expect(await brokenBy(twins)).toEqual(['I11'])
  })

  test('I12: a payment that pays twice, and a call that is paid twice', async () => {
    const [first, second] = [uuidv7(), uuidv7()]
    const paysTwice = run(
      `alter table payment_proof drop constraint payment_proof_pkey`,
      `insert into payment_proof (network, asset, proof, call_id) values ('n', 'a', 'p', '${first}'), ('n', 'a', 'p', '${second}')`,
    )
    expect(await brokenBy(paysTwice)).toEqual(['I12'])
    const paidTwice = run(
      `alter table payment_proof drop constraint payment_proof_call_id_key`,
      `insert into payment_proof (network, asset, proof, call_id) values ('n', 'a', 'p', '${first}'), ('n', 'a', 'q', '${first}')`,
    )
    expect(await brokenBy(paidTwice)).toEqual(['I12'])
  })

  test('I13: a ledger row that was changed, and one whose entries are gone', async () => {
    expect(await brokenBy(run(`update transfer set amount = amount + 1 where id = ${scene.released.hold}`))).toEqual([
      'I13',
    ])
    expect(await brokenBy(run(`update transfer set amount = amount + 1 where reason = 'grant:operator'`))).toEqual([
      'I13',
    ])
    const emptied = run(`insert into transfer (kind, account_id, amount) values ('single', 4, 5)`)
    expect(await brokenBy(emptied)).toEqual(['I13'])
  })

  test('I17: a grant above 15 cents, and a trial call above 10', async () => {
    const generous = run(
      `alter table account drop constraint account_trial_grant`,
      `update account set granted = granted + 1 where id = ${scene.promo}`,
    )
    expect(await brokenBy(generous)).toEqual(['I17'])
    const dear = run(
      `alter table call drop constraint call_trial_price_cap`,
      `update call set price = 100001 where id = '${scene.trialCall}'`,
      `update transfer set amount = 100001 where call_id = '${scene.trialCall}'`,
      `update account set held = 100001 where id = ${scene.promo}`,
    )
    expect(await brokenBy(dear)).toEqual(['I17'])
  })

  test.each(invariants.flatMap(({ id, guards }) => guards.map((guard) => ({ id, ...guard }))))(
    '$id: its $kind $name is gone or off',
    async ({ id, kind, table, name }) => {
      const gone = {
        trigger: `alter table ${table} disable trigger ${name}`,
        constraint: `alter table ${table} drop constraint ${name}`,
        index: `alter index ${name} rename to some_other_index`,
      }[kind]
      expect(await brokenBy(run(gone))).toEqual([id])
    },
  )

  test('the database refuses by itself what the audit looks for', async () => {
    const refused = (sql: string) => expect(db.pg.query(sql), sql).rejects.toMatchObject({ code: '23514' })
    await refused(`update transfer set amount = amount + 1`)
    await refused(`delete from entry`)
    await refused(`truncate transfer`)
    await refused(`insert into entry (transfer_id, account_id, amount) select id, 4, 5 from transfer limit 1`)
    await refused(`update account set posted = -1 where id = ${scene.wallet}`)
    await refused(`update account set granted = 150001 where id = ${scene.promo}`)
    await refused(`update call set state = 'running' where id = '${scene.captured.call}'`)
    await refused(
      `update call set state = 'captured', result = '{}', finished_at = now() where id = '${scene.open.call}'`,
    )
    await refused(`update call set price = price + 1 where id = '${scene.open.call}'`)
    await refused(`delete from call`)
    await expect(
      db.pg.query(
        `insert into transfer (kind, call_id, hold_id, account_id, amount) select 'capture', call_id, hold_id, account_id, amount from transfer where kind = 'release'`,
      ),
    ).rejects.toMatchObject({ code: '23505' })
  })
})

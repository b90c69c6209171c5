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

/** What is there to break: a wallet, a trial, and calls in each state, two captured by one statement and one later. */
type Scene = {
  wallet: string
  promo: string
  open: string
  captured: string
  capturedLater: string
  released: string
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
  const [besides, capturedLater] = [await accept(key), await accept(key)]
  for (const calls of [[captured, besides], [capturedLater]]) {
    const started = await startCalls(db.pg, calls)
    await finishCalls(
      db.pg,
      started.map(({ callId, attempt }) => ({ callId, attempt, runMs: 1, result: '{}' })),
    )
  }
  await releaseUnstarted(db.pg, released)
  const claimant = claimantHasher(SECRET)({ ip: '192.0.2.1', userAgent: 'a', acceptLanguage: undefined }, 'agent')
  const trial = await inTransaction(db.pg, (tx) => claimTrial(tx, mint, claimant, 10))
  const trialCall = await accept(mint.issue('tk', trial.keyId))
  // Breaking each guard takes longer than the calls that stay open have time (I10).
  await db.pg.query(`update call set deadline = now() + interval '1 hour' where finished_at is null`)
  return {
    wallet: await accountOf(open),
    promo: await accountOf(trialCall),
    open,
    captured,
    capturedLater,
    released,
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

/** A hold as calls of earlier releases and bids have it. */
const heldBefore = (id: string) => [
  `insert into transfer (id, kind, call_id, account_id, amount) values (${id}, 'hold', '01900000-0000-7000-8000-000000000001', ${scene.wallet}, 10000)`,
  noted(`id = ${id}`),
]
/** Notes transfers as their trigger does, which is off. */
const noted = (which: string) =>
  `insert into transfer_one (transfer_id, kind, call_id, hold_id, reason) select id, kind, call_id, hold_id, reason from transfer where ${which}`

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
      `insert into call (id, state, ${COPY_OF_CALL}) select '${uuidv7()}', 'held', ${COPY_OF_CALL.replace('price', '1000000')} from call where id = '${scene.open}'`,
      `update account set held = held + 1000000 where id = ${scene.wallet}`,
    )
    expect(await brokenBy(overdrawn)).toEqual(['I5'])
  })

  test('I6: a hold that is released twice', async () => {
    const twice = run(
      `drop index transfer_one_resolution`,
      ...heldBefore('900001'),
      ...[1, 2].map(
        () =>
          `insert into transfer (kind, call_id, hold_id, account_id, amount) select 'release', call_id, id, account_id, amount from transfer where id = 900001`,
      ),
      noted('hold_id = 900001'),
    )
    expect(await brokenBy(twice)).toEqual(['I6'])
  })

  test('I7: a call with two holds', async () => {
    const two = run(`drop index transfer_one_hold`, ...heldBefore('900001'), ...heldBefore('900002'))
    expect(await brokenBy(two)).toEqual(['I7'])
  })

  test('I8: a captured call without its result', async () => {
    const lost = run(
      `alter table call drop constraint call_captured_has_result`,
      `update call set result = null where id = '${scene.captured}'`,
    )
    expect(await brokenBy(lost)).toEqual(['I8'])
    const tooEarly = run(`update call set result = null, purged_at = now() where id = '${scene.captured}'`)
    expect(await brokenBy(tooEarly)).toEqual(['I8'])
  })

  test('I9: a released call that was captured', async () => {
    const released = run(
      `update call set state = 'released' where id = '${scene.captured}'`,
      `delete from call_key where call_id = '${scene.captured}'`,
    )
    expect(await brokenBy(released)).toEqual(['I9'])
  })

  test('I10: a call open past its deadline', async () => {
    const late = `update call set deadline = now() - interval '11 seconds'`
    expect(await brokenBy(run(`${late} where id = '${scene.open}'`))).toEqual(['I10'])
    expect(
      await brokenBy(run(`update call set deadline = now() - interval '9 seconds' where id = '${scene.open}'`)),
    ).toEqual([])
  })

  test('I11: two calls of one idempotency key, a call without its key, and a key without its call', async () => {
    const twins = run(
      `update call set idem = (select idem from call where id = '${scene.captured}') where id = '${scene.open}'`,
    )
    expect(await brokenBy(twins)).toEqual(['I11'])
    const forgotten = run(`delete from call_key where call_id = '${scene.captured}'`)
    expect(await brokenBy(forgotten)).toEqual(['I11'])
    const left = run(`insert into call_key (idem, call_id, input_digest) values ('left', '${scene.open}', '')`)
    expect(await brokenBy(left)).toEqual(['I11'])
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
    const release = `insert into transfer (kind, call_id, hold_id, account_id, amount) select 'release', call_id, id, account_id, amount + 1 from transfer where id = 900001`
    expect(await brokenBy(run(...heldBefore('900001'), release, noted('hold_id = 900001')))).toEqual(['I13'])
    expect(await brokenBy(run(`update transfer set amount = amount + 1 where reason = 'grant:operator'`))).toEqual([
      'I13',
    ])
    const emptied = run(`insert into transfer (kind, account_id, amount) values ('single', 4, 5)`)
    expect(await brokenBy(emptied)).toEqual(['I13'])
  })

  test('I70: a call that joined a journal afterwards, and a journal without calls', async () => {
    const joined = run(
      `insert into call (id, state, attempt, result, finished_at, journal_id, ${COPY_OF_CALL}) select '${uuidv7()}', 'captured', 1, '{}', finished_at, journal_id, ${COPY_OF_CALL} from call where id = '${scene.captured}'`,
    )
    expect(await brokenBy(joined)).toEqual(['I70'])
    const made = run(
      `insert into transfer (id, kind, account_id, amount) values (900001, 'journal', 4, 5)`,
      `insert into entry (transfer_id, account_id, amount) values (900001, 4, -5), (900001, 1, 5)`,
    )
    expect(await brokenBy(made)).toEqual(['I70'])
  })

  test('I71: a captured call that went into another journal, and one that costs something and is in none', async () => {
    const [one, other] = [scene.captured, scene.capturedLater]
    const swapped = run(
      `update call c set journal_id = (select journal_id from call o where o.id = case c.id when '${one}' then '${other}'::uuid else '${one}'::uuid end) where id in ('${one}', '${other}')`,
    )
    expect(await brokenBy(swapped)).toEqual(['I71'])
    const unpaid = run(
      `insert into call (id, state, attempt, result, finished_at, ${COPY_OF_CALL}) select '${uuidv7()}', 'captured', 1, '{}', now(), ${COPY_OF_CALL} from call where id = '${scene.captured}'`,
    )
    expect(await brokenBy(unpaid)).toEqual(['I71'])
  })

  test('I72: what happens once and is not noted, is noted as another, or is noted and never happened', async () => {
    const [hold = '', note = ''] = heldBefore('900001')
    expect(await brokenBy(run(hold))).toEqual(['I72'])
    expect(await brokenBy(run(hold, note, `update transfer_one set call_id = gen_random_uuid()`))).toEqual(['I72'])
    expect(await brokenBy(run(`insert into transfer_one (transfer_id, kind) values (900001, 'hold')`))).toEqual(['I72'])
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
    await refused(`delete from transfer_one`)
    await refused(`insert into entry (transfer_id, account_id, amount) select id, 4, 5 from transfer limit 1`)
    await refused(`update account set posted = -1 where id = ${scene.wallet}`)
    await refused(`update account set granted = 150001 where id = ${scene.promo}`)
    await refused(`update call set state = 'running' where id = '${scene.captured}'`)
    await refused(`update call set state = 'captured', result = '{}', finished_at = now() where id = '${scene.open}'`)
    await refused(`update call set price = price + 1 where id = '${scene.open}'`)
    await refused(`update call set journal_id = journal_id + 1 where id = '${scene.captured}'`)
    await refused(`update call set journal_id = null where id = '${scene.captured}'`)
    await refused(`update call set journal_id = 7 where id = '${scene.open}'`)
    await refused(`insert into transfer (kind, account_id, amount) values ('journal', ${scene.wallet}, 10000)`)
    await refused(`delete from call`)
  })

  test('a call that is captured into the journal of others is refused, and one that names none gets its own', async () => {
    const capture = (journal: string) =>
      `update call set state = 'captured', result = '{}', input = null, lease_until = null, finished_at = now(), journal_id = ${journal} where id = '${scene.open}'`
    const tried = async (sql: string) => {
      const tx = await db.pg.connect()
      try {
        await tx.query('begin')
        await tx.query(`update call set state = 'running', attempt = 1 where id = '${scene.open}'`)
        await tx.query(sql)
        return (await auditOn(tx)).filter(({ ok }) => !ok)
      } finally {
        await tx.query('rollback')
        tx.release()
      }
    }
    const theirs = await one('select journal_id from call where id = $1', scene.captured)
    await expect(tried(capture(theirs))).rejects.toMatchObject({ code: '23505' })
    expect(await tried(capture('null'))).toEqual([])
  })
})

import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { finishCalls } from '#shared/calls/finish.ts'
import { startCalls } from '#shared/calls/start.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { audit, auditOn } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { creditPayer } from '#shared/money/x402/credit-payer.ts'
import { finishFinalPayments } from '#shared/money/x402/finish-final.ts'

import { type PaymentLab, paymentLab } from '#test/support/labs/payment-lab.ts'
import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'

const mint = credentialMint('test-secret-test-secret-test-secret-0123', 'test')

/** Payments in each state that money can be in. Ids of their calls. */
type Scene = { captured: string; settling: string; paying: string; unearned: string; credited: string }

let database: TestDatabase
let db: Db
let scene: Scene
let lab: PaymentLab

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 4)
  lab = paymentLab(db)
  const captured = await lab.verified('after')
  await lab.ran(captured)
  await lab.paid(captured)
  const settling = await lab.verified('after')
  await lab.ran(settling)
  const paying = await lab.verified('before')
  const unearned = await lab.verified('before')
  await lab.paid(unearned)
  const credited = await lab.verified('before')
  await lab.paid(credited)
  const [started] = await startCalls(db.pg, [credited])
  const refusal = { code: 'upstream_unavailable', error: 'no' } as const
  await finishCalls(db.pg, [{ callId: credited, attempt: started?.attempt ?? 0, runMs: 1, refusal }])
  expect(await creditPayer(db.pg, mint, credited)).not.toBeNull()
  scene = { captured, settling, paying, unearned, credited }
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

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

describe('the ledger audit of payments', () => {
  test('is green with payments in every state', async () => {
    expect((await audit(db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('I14: money that came in for no payment, and a settled payment nothing came in for', async () => {
    const forNothing = run(
      `insert into transfer (id, kind, account_id, amount, call_id) values (900001, 'single', 5, 7, '${uuidv7()}')`,
      `insert into entry (transfer_id, account_id, amount) values (900001, 5, -7), (900001, 1, 7)`,
    )
    expect(await brokenBy(forNothing)).toEqual(['I14'])
    const fromNowhere = run(
      `update payment_proof set state = 'settled', settlement = '{}', transaction = '0x1', settled_at = now(), next_try_at = null where call_id = '${scene.settling}'`,
      `update call set state = 'captured', finished_at = now() where id = '${scene.settling}'`,
      `update payer set open_payments = 0, open_amount = 0 where address = (select payer from payment_proof where call_id = '${scene.settling}')`,
    )
    expect(await brokenBy(fromNowhere)).toEqual(['I14'])
  })

  test('X19: what a chain takes back after it was answered is a loss, and its payer settles first for ever', async () => {
    const settlement = (callId: string, state: string, transaction: string) =>
      db.pg.query(
        `insert into settlement (key, network, asset, payer, pay_to, amount, seen_height, state, decided_at, is_final, transaction, block, log_index, reason)
         select network || ':' || asset || ':' || proof, network, asset, payer, 'us', amount, 0, $2, now(), true, $3, 1, 1,
           case $2 when 'failed' then 'invalid_exact_evm_transaction_failed' end
         from payment_proof where call_id = $1`,
        [callId, state, transaction],
      )
    const [lost, resent] = [await lab.verified('after'), await lab.verified('after')]
    for (const callId of [lost, resent]) {
      await lab.ran(callId)
      await lab.paid(callId)
    }
    await settlement(lost, 'failed', '0xgone')
    await settlement(resent, 'paid', '0xagain')
    expect(await finishFinalPayments(db.pg)).toEqual([lost])
    expect(await finishFinalPayments(db.pg)).toEqual([])
    const { rows } = await db.pg.query(
      `select p.call_id, p.state, p.transaction = '0xagain' as sent_again, y.settle_first_until = 'infinity' as settles_first
       from payment_proof p join payer y on y.network = p.network and y.address = p.payer where p.call_id = any($1)`,
      [[lost, resent]],
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { call_id: lost, state: 'reversed', sent_again: false, settles_first: true },
        { call_id: resent, state: 'settled', sent_again: true, settles_first: null },
      ]),
    )
    expect((await audit(db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('I19: a result that is shown before its payment settled', async () => {
    const shown = run(`update call set state = 'captured', finished_at = now() where id = '${scene.settling}'`)
    expect(await brokenBy(shown)).toEqual(['I19'])
  })

  test('I20: a failed call that is not credited, and one that is credited another amount', async () => {
    const forgotten = run(
      `update payment_proof set credit_key_id = null, settled_at = now() - interval '61 seconds' where call_id = '${scene.credited}'`,
      `update call set finished_at = now() - interval '61 seconds' where id = '${scene.credited}'`,
      `insert into transfer (id, kind, account_id, amount) values (900001, 'single', 7, 10000)`,
      `insert into entry (transfer_id, account_id, amount) values (900001, 7, 10000), (900001, 4, -10000)`,
    )
    expect(await brokenBy(forgotten)).toEqual(['I20'])
    const another = run(
      `update transfer set reason = 'something else' where reason = 'credit:x402'`,
      `delete from transfer_one where reason = 'credit:x402'`,
    )
    expect(await brokenBy(another)).toEqual(['I20'])
  })

  test('I21: unearned money that belongs to no call', async () => {
    const nobodys = run(
      `insert into transfer (id, kind, account_id, amount) values (900001, 'single', 7, 3)`,
      `insert into entry (transfer_id, account_id, amount) values (900001, 7, 3), (900001, 4, -3)`,
    )
    expect(await brokenBy(nobodys)).toEqual(['I21'])
  })

  test('I22: a payer whose counters are off', async () => {
    expect(await brokenBy(run(`update payer set open_amount = open_amount + 1`))).toEqual(['I22'])
    expect(await brokenBy(run(`delete from payer`))).toEqual(['I22'])
  })

  test('I23: a call that waits for a payment nobody settles, and a payment nobody looks at', async () => {
    const alone = run(
      `delete from payment_proof where call_id = '${scene.paying}'`,
      `update payer set open_payments = 0, open_amount = 0 where not exists (select from payment_proof p where p.payer = address)`,
    )
    expect(await brokenBy(alone)).toEqual(['I23'])
    const late = run(
      `update payment_proof set next_try_at = now() - interval '121 seconds' where call_id = '${scene.settling}'`,
    )
    expect(await brokenBy(late)).toEqual(['I23'])
  })

  test('I21: a purchase that took its money out twice, which the database refuses', async () => {
    const take = (id: number) => [
      `insert into transfer (id, kind, call_id, account_id, amount, reason) values (${id}, 'single', '${scene.paying}', 9, 3, 'purchase:x402')`,
      `insert into entry (transfer_id, account_id, amount) values (${id}, 7, -3), (${id}, 9, 3)`,
      `insert into transfer_one (transfer_id, kind, call_id, reason) values (${id}, 'single', '${scene.paying}', 'purchase:x402')`,
    ]
    expect(await brokenBy(run(...take(900001)))).toEqual(['I21'])
    await expect(brokenBy(run(...take(900001), ...take(900002)))).rejects.toMatchObject({ code: '23505' })
  })

  test('the database refuses by itself what the audit looks for', async () => {
    const refused = (sql: string) => expect(db.pg.query(sql), sql).rejects.toMatchObject({ code: '23514' })
    const { captured, settling, unearned } = scene
    await refused(`update call set state = 'running' where id = '${scene.paying}'`)
    await refused(`update call set state = 'held' where id = '${settling}'`)
    await refused(`update payment_proof set state = 'settling' where call_id = '${captured}'`)
    await refused(`update payment_proof set state = 'verified' where call_id = '${settling}'`)
    await refused(`update payment_proof set state = 'settled' where call_id = '${settling}'`)
    await refused(`update payment_proof set amount = amount + 1 where call_id = '${unearned}'`)
    await refused(`update payment_proof set payer = 'x' where call_id = '${unearned}'`)
    await refused(`delete from payment_proof where call_id = '${captured}'`)
    const sneaky = await lab.verified('after')
    await startCalls(db.pg, [sneaky])
    await refused(
      `update call set state = 'captured', result = '{}', input = null, finished_at = now() where id = '${sneaky}'`,
    )
    // Given up before anyone asked to settle it, the payment is free again.
    await db.pg.query(`update call set state = 'released', input = null, finished_at = now() where id = $1`, [sneaky])
    const { rowCount } = await db.pg.query('select from payment_proof where call_id = $1', [sneaky])
    expect(rowCount).toBe(0)
  })
})

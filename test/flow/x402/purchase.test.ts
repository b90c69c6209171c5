import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { InFlight } from '#ingress/call/admission/in-flight.ts'
import { PaymentIntake } from '#ingress/call/payment/payment-intake.ts'
import { type Bought, purchase } from '#ingress/purchase/purchase.ts'
import { sealer } from '#shared/calls/seal.ts'
import { parseConfig } from '#shared/config.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import { acceptsFor } from '#shared/money/accepts.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { newCredentialId } from '#shared/money/credential-id.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { openFacilitator } from '#shared/money/x402/facilitator.ts'
import { readPaymentHeader } from '#shared/money/x402/payment-header.ts'
import type { Product } from '#shared/money/x402/product.ts'
import type { SettleDeps } from '#shared/money/x402/settle-payment.ts'
import { settleDue } from '#workers/housekeeping/settle-due.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { type ScriptedFacilitator, startScriptedFacilitator } from '#test/support/fakes/scripted-facilitator.ts'
import { encoded, payOnBase, proofOf } from '#test/support/world/x402-payment.ts'
import { eventually, testEnv } from '#test/support/world/world.ts'

const PATH = '/api/v1/test/gift'
const log = createLog('silent')
let database: TestDatabase
let db: Db
let chain: ScriptedFacilitator
let settling: SettleDeps
let desk: PaymentIntake
let config: ReturnType<typeof parseConfig>
let secrets: ReturnType<typeof sealer>
let made = 0
let breaks = false

/** A gift that moves what was paid to account 4 and has a secret. */
const gift: Product = {
  async make(tx, _mint, payment) {
    if (breaks) throw new Error('the gift shop burned down')
    made += 1
    const { rows } = await tx.query<{ id: string }>(
      `insert into transfer (kind, call_id, account_id, amount, reason) values ('single', $1, 4, $2, 'gift') returning id`,
      [payment.callId, payment.amount.toString()],
    )
    await tx.query(
      `insert into entry (transfer_id, account_id, amount) values ($1::bigint, 7, -$2::bigint), ($1::bigint, 4, $2::bigint)`,
      [rows[0]?.id, payment.amount.toString()],
    )
    const ref = newCredentialId()
    return { answer: { ok: true, gift: JSON.parse(payment.terms ?? '{}'), ref, key: null }, secretRef: ref }
  },
  reveal: (mint, ref, answer) => ({ ...answer, key: mint.issue('sk', ref) }),
}

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 6)
  chain = await startScriptedFacilitator()
  config = parseConfig(testEnv(database.url, undefined, { SETTLEMENT_URL: chain.url }))
  const facilitator = openFacilitator(config, log)
  if (facilitator === null) throw new Error('there is a facilitator')
  const mint = credentialMint(config.SERVER_SECRET, 'test')
  settling = { pg: db.pg, mint, facilitator, log, products: { gift }, announce: () => {} }
  secrets = sealer(config.SERVER_SECRET)
  desk = new PaymentIntake({ db, log, config, settling })
})
afterEach(() => {
  chain.heal()
  breaks = false
})
afterAll(async () => {
  const { rows } = await db.pg.query<{ transaction: string }>(
    `select transaction from payment_proof where state = 'settled'`,
  )
  expect(rows.map(({ transaction }) => transaction).toSorted()).toEqual(
    chain.transfers.map(({ transaction }) => transaction).toSorted(),
  )
  expect((await audit(db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await db.close()
  await database.drop()
  await chain.close()
})

function payment() {
  const accepts = acceptsFor(config, 1_000_000n, false)
  return payOnBase({
    body: {
      accepts,
      resource: { url: config.publicBaseUrl + PATH },
      extensions: { farebox: { info: { token: 'A'.repeat(24) } } },
    },
  })
}

const buy = (payload: unknown, body: Record<string, unknown> = { to: 'Ada' }): Promise<Bought> =>
  purchase({ config, db, log, payments: desk }, secrets, {
    sent: readPaymentHeader('payment-signature', encoded(payload)),
    path: PATH,
    cents: 100,
    impulse: false,
    product: 'gift',
    terms: body,
    body,
    idempotencyKey: null,
    ip: '127.0.0.1',
    place: new InFlight(config).paymentPlace('127.0.0.1'),
  })

const codeOf = (buying: Promise<unknown>) =>
  buying.then(
    () => 'bought',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

test('a purchase settles, then what was bought is made, and its secret is for the first request alone', async () => {
  const payload = payment()
  const before = made
  const first = await buy(payload)
  expect(first).toMatchObject({
    replayed: false,
    answer: { ok: true, gift: { to: 'Ada' } },
    secretRef: expect.any(String),
  })
  expect(first.headers['PAYMENT-RESPONSE']).toBeDefined()
  const again = await buy(payload)
  expect(again).toEqual({ ...first, secretRef: null, isWithheld: true, replayed: true })
  expect(made).toBe(before + 1)
  expect(desk.reveal('gift', settling.mint, first.secretRef, first.answer)).toMatchObject({ key: expect.any(String) })
  expect(await codeOf(buy(payload, { to: 'Bob' }))).toBe('payment_already_used')
})

/** Buys, and comes again when too many copies of the payment wait already. */
async function buyPatiently(payload: unknown): Promise<Bought> {
  let bought: Bought | undefined
  await eventually(async () => {
    bought = await buy(payload).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'payment_in_progress') return undefined
      throw error
    })
    return bought !== undefined
  })
  if (bought === undefined) throw new Error('it was bought')
  return bought
}

test('ten copies of one payment at once buy once', async () => {
  const payload = payment()
  const before = made
  const bought = await Promise.all(Array.from({ length: 10 }, () => buyPatiently(payload)))
  expect(made).toBe(before + 1)
  expect(bought.filter(({ secretRef }) => secretRef !== null)).toHaveLength(1)
  expect(new Set(bought.map(({ answer }) => answer['ref'])).size).toBe(1)
})

test('while nobody knows whether it settled it is 503, and the same payment gets it later', async () => {
  const payload = payment()
  chain.set('settle', 'pending', { lands: true })
  chain.set('lookup', 'unknown')
  const before = made
  expect(await codeOf(buy(payload))).toBe('payment_settling')
  expect(made).toBe(before)
  chain.heal()
  await db.pg.query(`update payment_proof set next_try_at = now() where proof = $1`, [proofOf(payload)])
  await settleDue(settling, secrets)()
  await eventually(() => made === before + 1)
  expect(await buy(payload)).toMatchObject({ replayed: true, secretRef: null, answer: { ok: true } })
})

test('what cannot be made leaves nothing half done, and is made when it can be', async () => {
  const payload = payment()
  breaks = true
  expect(await codeOf(buy(payload))).toBe('payment_settling')
  const read = () =>
    db.pg.query<{ state: string }>(`select state from payment_proof where proof = $1`, [proofOf(payload)])
  expect((await read()).rows).toEqual([{ state: 'settling' }])
  expect((await audit(db.pg)).filter(({ ok }) => !ok)).toEqual([])
  breaks = false
  await db.pg.query(`update payment_proof set next_try_at = now() where proof = $1`, [proofOf(payload)])
  await settleDue(settling, secrets)()
  await eventually(async () => (await read()).rows[0]?.state === 'settled')
  expect(await buy(payload)).toMatchObject({ replayed: true })
})

test('a payment that does not settle buys nothing', async () => {
  chain.set('settle', 'refuses')
  const before = made
  const payload = payment()
  expect(await codeOf(buy(payload))).toBe('invalid_payment')
  chain.heal()
  expect(await codeOf(buy(payload))).toBe('invalid_payment')
  expect(made).toBe(before)
})

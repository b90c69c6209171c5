import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { openPayouts } from '#shared/market/payouts/open-payouts.ts'
import { audit, auditOn } from '#shared/money/audit/audit.ts'
import { runAct } from '#shared/operators/acts/act.ts'
import { ROOT } from '#shared/operators/operator-in-charge.ts'

import { type CardLab, openCardLab } from '#test/support/labs/card-lab.ts'
import { NOTES, posted, proposed, REASON } from '#test/support/world/jobs.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { eventually as within } from '#test/support/world/world.ts'

const eventually = (holds: () => Promise<boolean>) => within(holds, 30_000)
const BID = 1_000

let lab: CardLab
let poster: Registered
beforeAll(async () => {
  lab = await openCardLab()
  poster = await registerAccount(lab.world)
})
afterAll(async () => {
  const findings = await audit(lab.world.db.pg)
  await lab.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

const WALLETS = [
  'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH',
  'CuieVDEDtLo7FypA9SbLM9saXFdb1dsshEkyErMqkRQq',
  '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
]

/** A job with the proposal of a new worker, who has a wallet. */
async function toHire() {
  const worker = await registerAccount(lab.world)
  await lab.world.sql(
    `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
    [worker.username, WALLETS.pop() ?? (await lab.solana.wallet({ lamports: 1n })).address],
  )
  const job = await posted(poster)
  const { body } = await proposed(worker, job)
  const proposal = String(body['proposal_id'])
  return { worker, job, proposal, uuid: uuidOf('job', job) ?? '' }
}
type ToHire = Awaited<ReturnType<typeof toHire>>

const ask = ({ job, proposal }: ToHire, by = poster) =>
  by.request('POST', `/api/jobs/${job}/hire/card`, { proposal_id: proposal })
const idOf = (body: Record<string, unknown>) => String(body['client_secret']).split('_secret_')[0] ?? ''
const pay = (intentId: string, number?: string) =>
  lab.control(`/payment_intents/${intentId}/pay`, number === undefined ? {} : { number })
const read = async ({ job }: ToHire) => (await poster.request('GET', `/api/jobs/${job}`)).body
const becomes = (hire: ToHire, status: string) =>
  eventually(async () => {
    await lab.settlement.watchCards()
    return (await read(hire))['status'] === status
  })
const moneyOf = async (hire: ToHire) => (await read(hire))['engagement'] as { money: Record<string, unknown> }

/** Hires by card. */
async function hired() {
  const hire = await toHire()
  const { body } = await ask(hire)
  const intentId = idOf(body)
  await pay(intentId)
  await becomes(hire, 'hired')
  const verb = async (who: Registered, name: string, sent: unknown = {}) => {
    const answer = await who.request('POST', `/api/jobs/${hire.job}/${name}`, sent)
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  return {
    ...hire,
    intentId,
    deliver: () => verb(hire.worker, 'deliver', { notes: NOTES }),
    accept: () => verb(poster, 'accept'),
    cancel: () => verb(poster, 'cancel'),
    verb,
  }
}

const sums = async ({ uuid }: ToHire) => {
  const [row] = await lab.world.sql<Record<string, string>>(
    `select
      (select coalesce(sum(p.amount), 0) from payable p where p.state <> 'canceled' and (p.id = $1
        or p.id in (select k.payable_id from card_hire_correction k join card_hire h on h.id = k.hire_id where h.job_id = $1)))::text as worker,
      (select coalesce(-sum(e.amount), 0) from entry e join transfer t on t.id = e.transfer_id join card_hire h on h.id = t.call_id
        where h.job_id = $1 and e.account_id = ${LEDGER.cardLosses})::text as lost,
      (select coalesce(-sum(e.amount), 0) from entry e join transfer t on t.id = e.transfer_id join card_hire h on h.id = t.call_id
        where h.job_id = $1 and e.account_id = ${LEDGER.cardProcessor} and t.reason not like 'card:processor-fee%')::text as held`,
    [uuid],
  )
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, micro]) => [name, Number(micro) / 10_000]))
}
const refundsOf = async (intentId: string) =>
  (await lab.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)
const told = async (hire: ToHire, expected: Record<string, number>) => {
  let last: Record<string, number> = {}
  await eventually(async () => {
    await lab.settlement.watchCards()
    last = await sums(hire)
    return JSON.stringify(last) === JSON.stringify(expected)
  }).catch(() => expect(last).toEqual(expected))
}

describe('a hire by card', () => {
  test('hires once the card has paid; the worker is paid after CARD_HOLD_DAYS; asked twice it is one payment', async () => {
    const hire = await toHire()
    const [first, again] = await Promise.all([ask(hire), ask(hire)])
    expect(first, first.text).toMatchObject({
      status: 200,
      body: { job_id: hire.job, amount_cents: BID, currency: 'usd', publishable_key: 'pk_test_card_lab' },
    })
    expect(again, again.text).toMatchObject({ status: 200 })
    expect(idOf(again.body)).toBe(idOf(first.body))
    expect((await read(hire))['status']).toBe('open')
    await pay(idOf(first.body))
    await becomes(hire, 'hired')
    expect((await moneyOf(hire)).money).toMatchObject({ in_escrow_cents: BID })
    await hire.worker.request('POST', `/api/jobs/${hire.job}/deliver`, { notes: NOTES })
    await poster.request('POST', `/api/jobs/${hire.job}/accept`, {})
    const [due] = await lab.world.sql<{ days: string }>(
      `select extract(day from due_at - now())::text as days from payable where id = $1`,
      [hire.uuid],
    )
    expect(Number(due?.days)).toBeGreaterThanOrEqual(6)
    expect(await openPayouts(lab.world.db.pg, { minimum: 0n, afterDays: 0 })).toBe(0)
    expect(await sums(hire)).toEqual({ worker: 900, lost: 0, held: BID })
    expect((await moneyOf(hire)).money).toMatchObject({ worker_cents: 900, fee_cents: 100, refund_card: null })
  })

  test('is refused to others, for what is not pending, and is given up when the job ends otherwise', async () => {
    const hire = await toHire()
    expect((await ask(hire, hire.worker)).body['code']).toBe('forbidden')
    expect((await ask({ ...hire, proposal: 'prp_none' })).body['code']).toBe('not_found')
    const { body } = await ask(hire)
    expect((await poster.request('POST', `/api/jobs/${hire.job}/cancel`, {})).status).toBe(200)
    expect((await ask(hire)).body['code']).toBe('conflict')
    await lab.world.sql(`update card_payment set look_at = now() where hire_id is not null and state = 'open'`)
    await lab.settlement.watchCards()
    expect((await lab.stripe.paymentIntents.retrieve(idOf(body))).status).toBe('canceled')
  })

  test('that comes too late, because somebody else was hired, goes back to the card in full', async () => {
    const hire = await toHire()
    const { body } = await ask(hire)
    const { key } = await lab.world.key(5_000)
    const sent = { proposal_id: hire.proposal }
    const answer = await poster.request('POST', `/api/jobs/${hire.job}/hire`, sent, { 'x-service-key': key })
    expect(answer.status, answer.text).toBe(200)
    await pay(idOf(body))
    await eventually(async () => {
      await lab.settlement.watchCards()
      return (await refundsOf(idOf(body))).includes(BID)
    })
  })

  test('that is canceled before delivery goes back to the card, once', async () => {
    const hire = await hired()
    await hire.cancel()
    await told(hire, { worker: 0, lost: 0, held: 0 })
    expect(await refundsOf(hire.intentId)).toEqual([BID])
    expect((await moneyOf(hire)).money).toMatchObject({
      poster_cents: BID,
      refund_key: null,
      refund_card: { cents: BID, state: 'made' },
    })
    await lab.settlement.watchCards()
    expect(await refundsOf(hire.intentId)).toEqual([BID])
  })
})

describe('a dispute of the card of a hire', () => {
  test('while the work goes on stands as our loss; once it is accepted it falls on worker and fee, and a won one gives it back', async () => {
    const hire = await hired()
    const dispute = await lab.control(`/payment_intents/${hire.intentId}/dispute`)
    await told(hire, { worker: 0, lost: BID, held: -1_500 })
    expect((await read(hire))['status']).toBe('hired')
    await hire.deliver()
    await hire.accept()
    expect(await sums(hire)).toEqual({ worker: 0, lost: 0, held: -1_500 })
    await lab.control(`/disputes/${String(dispute['id'])}/win`)
    await told(hire, { worker: 900, lost: 0, held: BID })
  })

  test('after the payout is a debt of the worker; a lost one stays', async () => {
    const hire = await hired()
    await hire.deliver()
    await hire.accept()
    await lab.world.sql(`update card_payment set hold_until = now() where hire_id is not null and state = 'paid'`)
    await lab.world.sql(`update payable set due_at = now() where id = $1`, [hire.uuid])
    expect(await openPayouts(lab.world.db.pg, { minimum: 0n, afterDays: 0 })).toBe(1)
    const dispute = await lab.control(`/payment_intents/${hire.intentId}/dispute`)
    await told(hire, { worker: 0, lost: 0, held: -1_500 })
    const owed = await lab.world.sql<{ amount: string; state: string }>(
      `select amount::text, state from payable where seller_id = (select seller_id from payable where id = $1) order by created_at`,
      [hire.uuid],
    )
    expect(owed).toEqual([
      { amount: '9000000', state: 'in_payout' },
      { amount: '-9000000', state: 'due' },
    ])
    await lab.control(`/disputes/${String(dispute['id'])}/lose`)
    await lab.settlement.watchCards()
    await told(hire, { worker: 0, lost: 0, held: -1_500 })
  })

  test('that the poster won from the bank before the escrow went back is not refunded a second time', async () => {
    const hire = await hired()
    const dispute = await lab.control(`/payment_intents/${hire.intentId}/dispute`)
    await told(hire, { worker: 0, lost: BID, held: -1_500 })
    await lab.control(`/disputes/${String(dispute['id'])}/lose`)
    await hire.cancel()
    await told(hire, { worker: 0, lost: 0, held: -1_500 })
    expect(await refundsOf(hire.intentId)).toEqual([])
  })

  test('of a part, after an operator shared the bid, is borne as it was shared', async () => {
    const hire = await hired()
    await hire.deliver()
    await hire.verb(poster, 'dispute', { reason: REASON })
    await runAct(
      { ...lab.world.db, mint: lab.world.mint },
      { operator: ROOT, via: 'cli', requestId: null },
      { name: 'job decide', job: hire.job, workerPercent: 60, reason: 'Most of it was done.' },
    )
    await told(hire, { worker: 540, lost: 0, held: 600 })
    expect(await refundsOf(hire.intentId)).toEqual([400])
    await lab.control(`/payment_intents/${hire.intentId}/dispute`, { amount: '300' })
    await told(hire, { worker: 270, lost: 0, held: -1_200 })
  })
})

test.each([
  ['I63', `update engagement set payer_account_id = 12 where payer_account_id = ${LEDGER.cardSurplus}`],
  ['I63', `update payable set amount = amount + 1 where source = 'job' and state <> 'canceled' and amount > 0`],
  ['I63', `update payable set due_at = now() - interval '1 day' where source = 'job' and state = 'waiting'`],
  ['I61', `update card_payment set processor_fee_cents = processor_fee_cents + 1 where hire_id is not null`],
])('the audit finds %s broken by hand: %s', async (id, statement) => {
  const tx = await lab.world.db.pg.connect()
  try {
    await tx.query('begin')
    await tx.query('set local session_replication_role = replica')
    await tx.query(statement)
    expect((await auditOn(tx)).filter(({ ok }) => !ok).map((one) => one.id)).toContain(id)
  } finally {
    await tx.query('rollback')
    tx.release()
  }
})

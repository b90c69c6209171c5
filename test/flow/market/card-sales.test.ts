import { randomUUID } from 'node:crypto'

import { Connection, Keypair, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { remindWinners } from '#shared/market/auctions/lapse-auctions.ts'
import { closeAuctions, pickDueAuctions } from '#shared/market/auctions/close-auctions.ts'
import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { signatureFault } from '#shared/market/cards/card-signature.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { openPayouts } from '#shared/market/payouts/open-payouts.ts'
import { audit, auditOn } from '#shared/money/audit/audit.ts'

import { runCardHistories } from '#test/support/labs/card-histories.ts'
import { type CardLab, openCardLab, WEBHOOK_SECRET } from '#test/support/labs/card-lab.ts'
import { openBrowsing } from '#test/support/world/browsing.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { offered } from '#test/support/world/resale.ts'
import { eventually as within } from '#test/support/world/world.ts'

const eventually = (holds: () => Promise<boolean>) => within(holds, 30_000)

let lab: CardLab
let seller: Registered
let buyer: Registered
beforeAll(async () => {
  lab = await openCardLab()
  ;[seller, buyer] = await Promise.all([registerAccount(lab.world), registerAccount(lab.world)])
})
afterAll(async () => {
  const findings = await audit(lab.world.db.pg)
  await lab.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

const WEBHOOK = '/api/purchases/webhook/cardprocessor'
const PRICE = 1_000

async function listing(body: Record<string, unknown> = {}, by = seller): Promise<string> {
  const sent = { title: 'By card', price_cents: PRICE, refund_days: 7, status: 'live', delivery_markdown: '# Yours' }
  return String((await by.request('POST', '/api/listings', { ...sent, ...body })).body['listing_id'])
}

type Intent = { purchase_id: string; client_secret: string; publishable_key: string; payment_url: string }
type Bought = { purchaseId: string; uuid: string; intentId: string; intent: Intent }

/** Opens a purchase of a listing by card. */
async function open(listingId: string, by = buyer): Promise<Bought> {
  const { status, body, text } = await by.request('POST', '/api/purchases/intent', { listing_id: listingId })
  expect(status, text).toBe(200)
  // Safe: the answer was checked against the document.
  const intent = body as Intent
  const [intentId = ''] = intent.client_secret.split('_secret_')
  return { purchaseId: intent.purchase_id, uuid: uuidOf('pur', intent.purchase_id) ?? '', intentId, intent }
}

const pay = (intentId: string, number?: string) =>
  lab.control(`/payment_intents/${intentId}/pay`, number === undefined ? {} : { number })
const read = async (purchaseId: string, by = buyer) => (await by.request('GET', `/api/purchases/${purchaseId}`)).body
/** Waits until the webhooks of the processor and what follows from them are done. */
async function settled(count = 1): Promise<void> {
  await eventually(async () => {
    await lab.settlement.watchCards()
    const [row] = await lab.world.sql<{ open: string; all: string }>(
      `select count(*) filter (where state in ('waiting', 'parked')) as open, count(*) as all from card_event`,
    )
    return Number(row?.open) === 0 && Number(row?.all) >= count
  })
}
const statusOf = async (purchaseId: string, expected: string) => {
  await eventually(async () => {
    await lab.settlement.watchCards()
    return (await read(purchaseId))['status'] === expected
  })
  return read(purchaseId)
}
const moneyOf = async (uuid: string) => {
  const [row] = await lab.world.sql<{ payables: string; processor: string }>(
    `select (select coalesce(sum(amount), 0) from payable where purchase_id = $1 and state <> 'canceled')::text as payables,
      (select coalesce(sum(e.amount), 0) from entry e join transfer t on t.id = e.transfer_id where t.call_id = $1 and e.account_id = 41 and t.reason not like 'card:processor-fee%')::text as processor`,
    [uuid],
  )
  return { seller: Number(row?.payables) / 10_000, held: 0 - Number(row?.processor) / 10_000 }
}
const quiet = (mode = 'missing') => lab.control('/webhooks', { mode })

/** Sends an event as the processor does. */
function send(event: Record<string, unknown> | string, secret = WEBHOOK_SECRET, timestamp?: number) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const header = lab.stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  })
  return post(payload, header)
}
const post = (payload: string, header: string) =>
  lab.world.request('POST', WEBHOOK, { body: payload, headers: { 'stripe-signature': header } })

let events = 0
const eventOf = (type: string, object: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  id: `evt_test_${(events += 1)}`,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: Math.floor(Date.now() / 1_000),
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type,
  data: { object },
  ...more,
})
const eventRow = async (id: string) =>
  (
    await lab.world.sql<{ state: string; reason: string | null }>(
      'select state, reason from card_event where id = $1',
      [id],
    )
  )[0]

describe('buying', () => {
  test('is done from the page of a listing by the card form, which leads back to the purchase', async () => {
    const id = await listing()
    const browsing = openBrowsing(lab.world)
    browsing.cookies.set('fb_session', buyer.token)
    const offer = await browsing.post(`/l/${id}`, { ...(await browsing.form(`/l/${id}`)), pay: 'card' })
    const [, href = ''] = /href="([^"]+card-form[^"]+)"/.exec(offer.text) ?? []
    const url = new URL(href.replaceAll('&#38;', '&'))
    const purchase = new URL(url.searchParams.get('return_url') ?? '').pathname
    expect(purchase).toMatch(/^\/library\/pur_/)
    expect((await browsing.get(purchase)).text).toContain('The payment has not arrived yet')
    const card = { number: '4242424242424242', expiry: '12 / 40', cvc: '123' }
    const fields = new URLSearchParams([...url.searchParams, ...Object.entries(card)])
    const paid = await fetch(new URL('/card-form', url), { method: 'POST', body: fields, redirect: 'manual' })
    expect(new URL(paid.headers.get('location') ?? '').pathname).toBe(purchase)
    await statusOf(purchase.replace('/library/', ''), 'paid')
    expect((await browsing.get(purchase)).text).toContain('Open what you bought')
  })

  test('a card pays, the purchase is delivered, the seller waits for the hold; the secret is stored nowhere', async () => {
    const id = await listing()
    const bought = await open(id)
    expect(bought.intent).toMatchObject({
      amount_cents: PRICE,
      currency: 'usd',
      publishable_key: 'pk_test_card_lab',
      fee_preview: { gross_cents: 1_000, platform_cents: 150, you_receive_cents: 850 },
    })
    const again = await open(id)
    expect(again.intent).toEqual(bought.intent)
    await pay(bought.intentId)
    const paid = await statusOf(bought.purchaseId, 'paid')
    expect(paid).toMatchObject({ rail: 'card', currency: 'usd', delivery_status: 'delivered' })
    expect((await buyer.request('GET', `/api/purchases/${bought.purchaseId}/delivery`)).text).toBe('# Yours')
    const [due] = await lab.world.sql<{ days: string }>(
      `select extract(day from due_at - now())::text as days from payable where purchase_id = $1`,
      [bought.uuid],
    )
    expect(Number(due?.days)).toBeGreaterThanOrEqual(6)
    expect(await moneyOf(bought.uuid)).toEqual({ seller: 850, held: 1_000 })
    const tables = await lab.world.sql<{ text: string }>(
      `select query_to_xml('select * from ' || quote_ident(table_name), false, true, '')::text as text
       from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(tables.filter(({ text }) => text.includes(bought.intent.client_secret))).toEqual([])
  })

  test('it is refused: one’s own, free, an auction, under the minimum, at another price', async () => {
    const id = await listing()
    const ask = (body: Record<string, unknown>, by = buyer) => by.request('POST', '/api/purchases/intent', body)
    const free = await listing({ price_cents: 0 })
    const cheap = await listing({ price_cents: 49 })
    for (const [answer, code] of [
      [await ask({ listing_id: id }, seller), 'own_listing'],
      [await ask({ listing_id: free }), 'listing_is_free'],
      [await ask({ listing_id: cheap }), 'not_by_card'],
      [await ask({ listing_id: id, expected_amount_cents: 999 }), 'price_changed'],
      [await ask({ listing_id: 'lst_none' }), 'not_found'],
    ] as const)
      expect(answer.body['code']).toBe(code)
    const { body } = await buyer.request('GET', `/api/listings/${cheap}`)
    expect(body['purchase']).toMatchObject({
      intent_url: null,
      rails_unavailable: expect.arrayContaining([{ rail: 'card', reason: 'below_card_minimum' }]) as unknown,
    })
  })

  test('a declined card fails the purchase, another intent revives it, and giving up cancels it for good', async () => {
    const id = await listing()
    const first = await open(id)
    await pay(first.intentId, '4000000000009995')
    expect((await statusOf(first.purchaseId, 'failed'))['timeline']).toContainEqual(
      expect.objectContaining({ event: 'payment_failed', reason: 'insufficient_funds' }),
    )
    const again = await open(id)
    expect(again.purchaseId).toBe(first.purchaseId)
    expect((await read(first.purchaseId))['status']).toBe('pending')
    const given = await buyer.request('POST', `/api/purchases/${first.purchaseId}/cancel`)
    expect(given.body).toMatchObject({ status: 'canceled' })
    await expect(pay(first.intentId)).rejects.toThrow('canceled')
    const next = await open(id)
    expect(next.purchaseId).not.toBe(first.purchaseId)
    expect((await seller.request('POST', `/api/purchases/${next.purchaseId}/cancel`)).status).toBe(403)
  })

  test('S6: the answer of the processor is lost, the buyer asks again: there is one payment', async () => {
    const id = await listing()
    await lab.control('/api', { mode: 'lost', times: '6' })
    const lost = await buyer.request('POST', '/api/purchases/intent', { listing_id: id })
    expect(lost).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await lab.control('/api', { mode: 'normal' })
    const both = await Promise.all([open(id), open(id)])
    expect(both[0].intentId).toBe(both[1].intentId)
    const made = await lab.stripe.events.list({ type: 'payment_intent.created', limit: 100 })
    const ofPurchase = made.data.filter(({ data }) => {
      const { metadata, object } = data.object as Stripe.PaymentIntent
      return object === 'payment_intent' && metadata['purchase_id'] === both[0].purchaseId
    })
    expect(new Set(ofPurchase.map(({ data }) => (data.object as Stripe.PaymentIntent).id)).size).toBe(1)
  })

  test('S7: without any webhook a payment is found by looking, and an expired purchase is canceled at the processor', async () => {
    await quiet()
    const [paid, expired] = [await open(await listing()), await open(await listing())]
    await pay(paid.intentId)
    expect((await read(paid.purchaseId))['status']).toBe('pending')
    await lab.world.sql(`update card_payment set look_at = now() where purchase_id = $1`, [paid.uuid])
    await statusOf(paid.purchaseId, 'paid')
    await lab.world.sql(`update purchase set expires_at = now() - interval '1 second' where id = $1`, [expired.uuid])
    await lab.world.sql(`update card_payment set look_at = now() where purchase_id = $1`, [expired.uuid])
    await lab.settlement.watchCards()
    expect((await lab.stripe.paymentIntents.retrieve(expired.intentId)).status).toBe('canceled')
    await quiet('normal')
  })
})

describe('the webhook', () => {
  test('S1: one event twenty times at once is one change, 200 each', async () => {
    await quiet()
    const { purchaseId, intentId } = await open(await listing())
    await pay(intentId)
    const event = eventOf('payment_intent.succeeded', { object: 'payment_intent', id: intentId })
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await Promise.all([lab.settlement.watchCards(), lab.settlement.watchCards()])
    const { timeline } = (await statusOf(purchaseId, 'paid')) as { timeline: { event: string }[] }
    expect(timeline.map(({ event: name }) => name)).toEqual(['opened', 'paid', 'delivered'])
    await quiet('normal')
  })

  test('S3: only what the secret signed within 300 seconds is taken, with any secret while one is replaced', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const event = eventOf('payment_intent.created', { object: 'payment_intent', id: 'pi_foreign' })
    const payload = JSON.stringify(event)
    const header = lab.stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
    const other = lab.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_another_secret' })
    const refused = await Promise.all([
      send(event, 'whsec_wrong_secret'),
      send(event, WEBHOOK_SECRET, now - 320),
      send(event, WEBHOOK_SECRET, now + 86_400),
      post(JSON.stringify(event, null, 1), header),
      post(payload, header.replace('v1=', 'v0=')),
      post(payload, ''),
      lab.world.request('POST', WEBHOOK, { body: payload }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400, 400])
    expect(await eventRow(event.id)).toBeUndefined()
    const rotated = `${other},${header.slice(header.indexOf('v1='))}`
    expect((await post(payload, rotated)).status).toBe(200)
    expect((await send('{"object":"event"}')).status).toBe(400)
    expect((await send('not json')).status).toBe(400)
  })

  test('S9: 5 MB are refused before anything is signed', async () => {
    const answer = await post(JSON.stringify({ fill: 'x'.repeat(5 * 1024 * 1024) }), 't=1,v1=00')
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  })

  test('an intent that we canceled because its purchase ended while it was made raises no alarm', async () => {
    const { purchaseId } = await open(await listing())
    const { id } = await lab.stripe.paymentIntents.create({
      amount: PRICE,
      currency: 'usd',
      metadata: { purchase_id: purchaseId },
    })
    await lab.stripe.paymentIntents.cancel(id)
    const event = eventOf('payment_intent.canceled', { object: 'payment_intent', id })
    expect((await send(event)).status).toBe(200)
    await lab.settlement.watchCards()
    expect(await eventRow(event.id)).toEqual({ state: 'ignored', reason: 'never_offered' })
  })

  test('S4: another amount, currency, purchase, mode, account or a payment that we do not know pays nothing and is quarantined', async () => {
    const { purchaseId, uuid, intentId } = await open(await listing())
    const other = async (amount: number, currency: string, of: string) => {
      const made = await lab.stripe.paymentIntents.create({ amount, currency, metadata: { purchase_id: of } })
      await pay(made.id)
      return made.id
    }
    const [, foreign] = [await quiet(), await other(PRICE, 'usd', 'pur_none')]
    const cases = [
      [eventOf('payment_intent.succeeded', { object: 'payment_intent', id: foreign }), 'no_purchase'],
      [eventOf('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_unknown' }), 'unknown_payment'],
      [
        eventOf('payment_intent.succeeded', { object: 'payment_intent', id: intentId }, { livemode: true }),
        'livemode_differs',
      ],
      [
        eventOf('payment_intent.succeeded', { object: 'payment_intent', id: intentId }, { account: 'acct_2' }),
        'other_account',
      ],
    ] as const
    for (const [event, reason] of cases) {
      expect((await send(event)).status).toBe(200)
      await lab.settlement.watchCards()
      expect(await eventRow(event.id)).toEqual({ state: 'quarantined', reason })
    }
    for (const [amount, currency, reason] of [
      [PRICE - 1, 'usd', 'amount_differs'],
      [PRICE, 'eur', 'currency_differs'],
    ] as const) {
      const made = await other(amount, currency, purchaseId)
      await lab.world.sql(`alter table card_payment disable trigger card_payment_kept`)
      await lab.world.sql(`update card_payment set intent_id = $2 where purchase_id = $1`, [uuid, made])
      await lab.world.sql(`alter table card_payment enable trigger card_payment_kept`)
      const event = eventOf('payment_intent.succeeded', { object: 'payment_intent', id: made })
      await send(event)
      await lab.settlement.watchCards()
      expect(await eventRow(event.id)).toEqual({ state: 'quarantined', reason })
    }
    expect((await read(purchaseId))['status']).toBe('pending')
    expect(await moneyOf(uuid)).toEqual({ seller: 0, held: 0 })
    await quiet('normal')
  })

  test('S5: an event that was taken and not handled is handled by the next; one that did not arrive is fetched', async () => {
    await quiet()
    const { purchaseId, intentId } = await open(await listing())
    await pay(intentId)
    await lab.settlement.fetchMissedCards()
    await lab.world.sql(
      `update card_event set tries = 1, look_at = now() + interval '1 hour' where intent_id = $1 and state = 'waiting'`,
      [intentId],
    )
    await lab.settlement.watchCards()
    expect((await read(purchaseId))['status']).toBe('pending')
    await lab.world.sql(`update card_event set look_at = now() where intent_id = $1 and state = 'waiting'`, [intentId])
    await statusOf(purchaseId, 'paid')
    await quiet('normal')
  })

  test('a refund that is told of before its success waits for it', async () => {
    await quiet()
    const { purchaseId, intentId } = await open(await listing())
    const refunded = eventOf('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: intentId })
    await send(refunded)
    await lab.settlement.watchCards()
    expect(await eventRow(refunded.id)).toMatchObject({ state: 'parked' })
    await pay(intentId)
    await lab.stripe.refunds.create({ payment_intent: intentId })
    await send(eventOf('payment_intent.succeeded', { object: 'payment_intent', id: intentId }))
    await statusOf(purchaseId, 'refunded')
    await lab.world.sql(`update card_event set look_at = now() where id = $1`, [refunded.id])
    await lab.settlement.watchCards()
    expect(await eventRow(refunded.id)).toMatchObject({ state: 'done' })
    await quiet('normal')
  })

  test('while the processor is away events wait, and are handled when it answers', async () => {
    const { purchaseId, intentId } = await open(await listing())
    await lab.control('/api', { mode: 'away' })
    await pay(intentId)
    await eventually(async () => {
      await lab.settlement.watchCards()
      const rows = await lab.world.sql(`select from card_event where intent_id = $1 and tries > 0`, [intentId])
      return rows.length > 0
    })
    expect((await read(purchaseId))['status']).toBe('pending')
    await lab.control('/api', { mode: 'normal' })
    await lab.world.sql(`update card_event set look_at = now() where state = 'waiting'`)
    await statusOf(purchaseId, 'paid')
  })
})

describe('after the payment', () => {
  test('a seller refunds, once; a part is refunded at the processor; the share goes with it', async () => {
    const [whole, part] = [await open(await listing()), await open(await listing())]
    await Promise.all([pay(whole.intentId), pay(part.intentId)])
    await Promise.all([statusOf(whole.purchaseId, 'paid'), statusOf(part.purchaseId, 'paid')])
    const refund = () => seller.request('POST', `/api/purchases/${whole.purchaseId}/refund`, { reason: 'Sorry' })
    const answers = await Promise.all([refund(), refund()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await statusOf(whole.purchaseId, 'refunded')).toMatchObject({ refund: { refunded_cents: PRICE } })
    expect(await moneyOf(whole.uuid)).toEqual({ seller: 0, held: 0 })
    await lab.stripe.refunds.create({ payment_intent: part.intentId, amount: 300 })
    expect(await statusOf(part.purchaseId, 'partially_refunded')).toMatchObject({ refund: { refunded_cents: 300 } })
    expect(await moneyOf(part.uuid)).toEqual({ seller: 595, held: 700 })
    expect((await lab.stripe.refunds.list({ payment_intent: whole.intentId })).data).toHaveLength(1)
  })

  test('a refund that is under way is not paid out before it is made, and what is due covers no other one', async () => {
    const wallets = ['HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH', 'CuieVDEDtLo7FypA9SbLM9saXFdb1dsshEkyErMqkRQq']
    const [one, two] = await Promise.all(
      wallets.map(async (wallet) => {
        const by = await registerAccount(lab.world)
        await lab.world.sql(
          `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
          [by.username, wallet],
        )
        return by
      }),
    )
    if (one === undefined || two === undefined) throw new Error('two sellers')
    const sold = async (by: Registered) => {
      const bought = await open(await listing({}, by))
      await pay(bought.intentId)
      await statusOf(bought.purchaseId, 'paid')
      await lab.world.sql(`update card_payment set hold_until = now() where purchase_id = $1`, [bought.uuid])
      return bought
    }
    const becomeDue = ({ uuid }: Bought) =>
      lab.world.sql(`update payable set state = 'due', due_at = now() where purchase_id = $1`, [uuid])
    const payOut = () => openPayouts(lab.world.db.pg, { minimum: 0n, afterDays: 0 })
    const refund = (by: Registered, { purchaseId }: Bought) =>
      by.request('POST', `/api/purchases/${purchaseId}/refund`, {})

    const [out, covering, kept] = [await sold(one), await sold(one), await sold(two)]
    await becomeDue(out)
    expect(await payOut()).toBe(1)
    await Promise.all([becomeDue(covering), becomeDue(kept)])
    await lab.control('/api', { mode: 'away' })
    expect((await refund(one, out)).status).toBe(200)
    expect(await refund(one, covering)).toMatchObject({ status: 409, body: { code: 'refund_not_covered' } })
    expect((await refund(two, kept)).status).toBe(200)
    expect(await payOut()).toBe(0)

    await lab.control('/api', { mode: 'normal' })
    await lab.world.sql(`update card_refund set look_at = now() where state = 'asked'`)
    await Promise.all([statusOf(out.purchaseId, 'refunded'), statusOf(kept.purchaseId, 'refunded')])
    expect([await moneyOf(out.uuid), await moneyOf(kept.uuid)]).toEqual([
      { seller: 0, held: 0 },
      { seller: 0, held: 0 },
    ])
  })

  test('S8: a dispute after the payout is a debt of the seller, a won one gives it back, a lost one costs its fee', async () => {
    const bought = await open(await listing())
    await pay(bought.intentId)
    await statusOf(bought.purchaseId, 'paid')
    await lab.world.sql(
      `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
      [seller.username, '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'],
    )
    await lab.world.sql(`update card_payment set hold_until = now() where purchase_id = $1`, [bought.uuid])
    await lab.world.sql(`update payable set due_at = now() where purchase_id = $1`, [bought.uuid])
    expect(await openPayouts(lab.world.db.pg, { minimum: 0n, afterDays: 0 })).toBe(1)
    const dispute = await lab.control(`/payment_intents/${bought.intentId}/dispute`)
    await statusOf(bought.purchaseId, 'disputed')
    expect(await moneyOf(bought.uuid)).toEqual({ seller: 0, held: -1_500 })
    const owed = await lab.world.sql<{ amount: string; state: string }>(
      `select amount::text, state from payable where purchase_id = $1 order by correction`,
      [bought.uuid],
    )
    expect(owed).toEqual([
      { amount: '8500000', state: 'in_payout' },
      { amount: '-8500000', state: 'due' },
    ])
    expect(await read(bought.purchaseId)).toMatchObject({ license: { status: 'revoked' } })
    expect((await buyer.request('GET', `/api/purchases/${bought.purchaseId}/delivery`)).status).not.toBe(200)
    await lab.control(`/disputes/${String(dispute['id'])}/win`)
    await statusOf(bought.purchaseId, 'paid')
    expect(await moneyOf(bought.uuid)).toEqual({ seller: 850, held: 1_000 })
    const second = await lab.control(`/payment_intents/${bought.intentId}/dispute`)
    await statusOf(bought.purchaseId, 'disputed')
    await lab.control(`/disputes/${String(second['id'])}/lose`)
    await statusOf(bought.purchaseId, 'refunded')
    expect(await moneyOf(bought.uuid)).toEqual({ seller: 0, held: -1_500 })
  })

  test('a dispute of what its buyer sold on is his debt, whole; whoever bought it of him keeps the licence', async () => {
    const [holder, next] = await Promise.all([registerAccount(lab.world), registerAccount(lab.world)])
    const terms = { refund_days: 0, license_id: 'personal', resale_allowed: true, royalty_bps: 500 }
    const id = await listing(terms)
    const first = await open(id, holder)
    await pay(first.intentId)
    await eventually(async () => {
      await lab.settlement.watchCards()
      return (await read(first.purchaseId, holder))['status'] === 'paid'
    })
    const early = await holder.request('POST', `/api/purchases/${first.purchaseId}/resale/list`, { price_cents: 600 })
    expect([early.status, early.body['code']]).toEqual([409, 'resale_not_open'])
    await lab.world.sql(`update card_payment set hold_until = now() where purchase_id = $1`, [first.uuid])
    await lab.world.sql(`update payable set due_at = now() where purchase_id = $1`, [first.uuid])
    const offerId = await offered(holder, first.purchaseId)
    const sent = { listing_id: id, resale_offer_id: offerId }
    const intent = await next.request('POST', '/api/purchases/intent', sent)
    expect(intent.body, intent.text).toMatchObject({ fee_preview: { royalty_cents: 30, you_receive_cents: 480 } })
    expect((await next.request('POST', '/api/purchases/intent', sent)).body['purchase_id']).toBe(
      intent.body['purchase_id'],
    )
    const sold = String(intent.body['purchase_id'])
    await pay(String(intent.body['client_secret']).split('_secret_')[0] ?? '')
    await eventually(async () => {
      await lab.settlement.watchCards()
      return (await read(sold, next))['status'] === 'paid'
    })
    const owed = () =>
      lab.world.sql(
        `select p.source, (sum(p.amount) / 10000)::int as cents, u.username from payable p join market_user u on u.id = p.seller_id
         where p.purchase_id = any($1::uuid[]) and p.state <> 'canceled' group by 1, 3 order by 1, 2`,
        [[first.uuid, uuidOf('pur', sold)]],
      )
    const [share, royalty, sale] = [
      { source: 'listing', cents: 480, username: holder.username },
      { source: 'royalty', cents: 30, username: seller.username },
      { source: 'listing', cents: 850, username: seller.username },
    ]
    expect(await owed()).toEqual([share, sale, royalty])
    const held = await lab.world.sql(
      `select 1 from payable p join card_payment c using (purchase_id) where p.purchase_id = $1 and p.due_at < c.hold_until`,
      [uuidOf('pur', sold)],
    )
    expect(held).toEqual([])
    const key = (await next.request('GET', `/api/purchases/${sold}/license`)).body['license_key']
    const verdict = async () =>
      (await lab.world.request('POST', '/api/licenses/verify', { body: { license_key: key, listing_id: id } })).body
    const dispute = await lab.control(`/payment_intents/${first.intentId}/dispute`)
    const becomes = (status: string) =>
      eventually(async () => {
        await lab.settlement.watchCards()
        return (await read(first.purchaseId, holder))['status'] === status
      })
    await becomes('disputed')
    expect(await verdict()).toMatchObject({ valid: true })
    const debt = { source: 'refund', cents: -1_000, username: holder.username }
    expect(await owed()).toEqual([share, sale, debt, royalty])
    await lab.control(`/disputes/${String(dispute['id'])}/win`)
    await becomes('paid')
    expect(await owed()).toEqual([share, sale, { ...debt, cents: 0 }, royalty])
    const second = await lab.control(`/payment_intents/${first.intentId}/dispute`)
    await lab.control(`/disputes/${String(second['id'])}/lose`)
    await becomes('refunded')
    expect(await owed()).toEqual([share, sale, debt, royalty])
    expect(await verdict()).toMatchObject({ valid: true })
  })

  test('a dispute of a resale is borne by whoever sold the licence on, who has it again once it is lost; the maker keeps the royalty', async () => {
    const account = () => registerAccount(lab.world)
    const [maker, holder, next] = await Promise.all([account(), account(), account()])
    const terms = { refund_days: 0, license_id: 'personal', resale_allowed: true, royalty_bps: 500 }
    const id = await listing(terms, maker)
    const { key } = await lab.world.key(1_000)
    const paying = { 'x-service-key': key }
    const first = await holder.request('POST', `/api/purchases/x402/${id}`, undefined, paying)
    expect(first.status, first.text).toBe(200)
    const sent = { listing_id: id, resale_offer_id: await offered(holder, String(first.body['purchase_id'])) }
    const intent = await next.request('POST', '/api/purchases/intent', sent)
    const [sold, intentId = ''] = [
      String(intent.body['purchase_id']),
      String(intent.body['client_secret']).split('_secret_')[0],
    ]
    const becomes = (status: string) =>
      eventually(async () => {
        await lab.settlement.watchCards()
        return (await read(sold, next))['status'] === status
      })
    await pay(intentId)
    await becomes('paid')
    const owed = () =>
      lab.world.sql(
        `select p.source, (sum(p.amount) / 10000)::int as cents, u.username from payable p join market_user u on u.id = p.seller_id
         where p.purchase_id = $1 and p.state <> 'canceled' group by 1, 3 order by 1`,
        [uuidOf('pur', sold)],
      )
    const royalty = { source: 'royalty', cents: 30, username: maker.username }
    const share = { source: 'listing', cents: 480, username: holder.username }
    expect(await owed()).toEqual([share, royalty])
    const keyOf = async (purchaseId: unknown, by: Registered) =>
      (await by.request('GET', `/api/purchases/${String(purchaseId)}/license`)).body['license_key']
    const bought = await keyOf(sold, next)
    const isValid = async (license: unknown) => {
      const body = { license_key: license, listing_id: id }
      return (await lab.world.request('POST', '/api/licenses/verify', { body })).body['valid']
    }
    expect([await isValid(first.body['license_key']), await isValid(bought)]).toEqual([false, true])
    const dispute = await lab.control(`/payment_intents/${intentId}/dispute`)
    await becomes('disputed')
    // The seller bears what the maker keeps.
    const borne = { ...share, cents: -30 }
    expect(await owed()).toEqual([borne, royalty])
    expect([await isValid(first.body['license_key']), await isValid(bought)]).toEqual([false, false])
    await lab.control(`/disputes/${String(dispute['id'])}/win`)
    await becomes('paid')
    expect(await owed()).toEqual([share, royalty])
    expect([await isValid(first.body['license_key']), await isValid(bought)]).toEqual([false, true])
    const second = await lab.control(`/payment_intents/${intentId}/dispute`)
    await lab.control(`/disputes/${String(second['id'])}/lose`)
    await becomes('refunded')
    expect(await owed()).toEqual([borne, royalty])
    expect([await isValid(first.body['license_key']), await isValid(bought)]).toEqual([true, false])
  })

  test('an early fraud warning keeps the share back; a refund that fails is for the operator', async () => {
    // Of a seller who owes nothing: their own payable covers the refund.
    const other = await registerAccount(lab.world)
    const [warned, failing] = [await open(await listing()), await open(await listing({}, other))]
    await pay(warned.intentId, '4000000000005423')
    await pay(failing.intentId, '4000000000005126')
    await eventually(async () => {
      await lab.settlement.watchCards()
      const [row] = await lab.world.sql<{ warned_at: string | null }>(
        `select warned_at from card_payment where purchase_id = $1`,
        [warned.uuid],
      )
      return row?.warned_at !== null
    })
    const [due] = await lab.world.sql<{ days: string }>(
      `select extract(day from due_at - now())::text as days from payable where purchase_id = $1`,
      [warned.uuid],
    )
    expect(Number(due?.days)).toBeGreaterThanOrEqual(29)
    await statusOf(failing.purchaseId, 'paid')
    const asked = await other.request('POST', `/api/purchases/${failing.purchaseId}/refund`)
    expect(asked.status, asked.text).toBe(200)
    await eventually(async () => {
      await lab.settlement.watchCards()
      const rows = await lab.world.sql(`select from card_refund where purchase_id = $1 and state = 'failed'`, [
        failing.uuid,
      ])
      return rows.length === 1
    })
    expect((await read(failing.purchaseId))['status']).toBe('paid')
  })

  test('M3: money that comes in for a purchase that was paid otherwise, or whose terms are gone, goes back', async () => {
    const id = await listing()
    const late = await open(id)
    await quiet()
    await pay(late.intentId)
    await lab.world.sql(
      `update purchase set status = 'expired', expires_at = now() - interval '1 minute' where id = $1`,
      [late.uuid],
    )
    await lab.world.sql(
      `insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status) values ($1, 2, 'expired', 'platform', 'expired', 'none')`,
      [late.uuid],
    )
    await seller.request('PATCH', `/api/listings/${id}`, { price_cents: 2_000 })
    await quiet('normal')
    await lab.settlement.fetchMissedCards()
    await eventually(async () => {
      await lab.settlement.watchCards()
      const [row] = await lab.world.sql<{ refunded_cents: number }>(
        `select refunded_cents from card_payment where purchase_id = $1 and state = 'surplus'`,
        [late.uuid],
      )
      return row?.refunded_cents === PRICE
    })
    expect(await moneyOf(late.uuid)).toEqual({ seller: 0, held: 0 })
    const still = await open(await listing())
    await quiet()
    await pay(still.intentId)
    await lab.world.sql(`update purchase set status = 'expired' where id = $1`, [still.uuid])
    await lab.world.sql(
      `insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status) values ($1, 2, 'expired', 'platform', 'expired', 'none')`,
      [still.uuid],
    )
    await lab.world.sql(`update card_payment set look_at = now() where purchase_id = $1`, [still.uuid])
    await statusOf(still.purchaseId, 'paid')
    await quiet('normal')
  })
})

describe('what the processor takes for itself', () => {
  const costOf = async (uuid: string, account: number) => {
    const [row] = await lab.world.sql<{ cents: number }>(
      `select (coalesce(-sum(e.amount), 0) / 10000)::int as cents from entry e join transfer t on t.id = e.transfer_id
       where t.call_id = $1 and e.account_id = $2`,
      [uuid, account],
    )
    return row?.cents
  }

  test('is our cost, read at the processor; a refund returns nothing of it, and a lost dispute costs its fee too', async () => {
    const [kept, refunded] = [await open(await listing()), await open(await listing())]
    await Promise.all([pay(kept.intentId), pay(refunded.intentId)])
    await Promise.all([statusOf(kept.purchaseId, 'paid'), statusOf(refunded.purchaseId, 'paid')])
    const { latest_charge: charge } = await lab.stripe.paymentIntents.retrieve(kept.intentId, {
      expand: ['latest_charge.balance_transaction'],
    })
    expect(charge).toMatchObject({ balance_transaction: { object: 'balance_transaction', fee: 59, amount: PRICE } })
    expect(await costOf(kept.uuid, LEDGER.cardProcessorFees)).toBe(59)
    await lab.stripe.refunds.create({ payment_intent: refunded.intentId })
    await statusOf(refunded.purchaseId, 'refunded')
    expect(await costOf(refunded.uuid, LEDGER.cardProcessorFees)).toBe(59)
    const dispute = await lab.control(`/payment_intents/${kept.intentId}/dispute`)
    await statusOf(kept.purchaseId, 'disputed')
    await lab.control(`/disputes/${String(dispute['id'])}/lose`)
    await statusOf(kept.purchaseId, 'refunded')
    expect(await costOf(kept.uuid, LEDGER.cardDisputeFees)).toBe(1_500)
    expect(await costOf(kept.uuid, LEDGER.cardProcessorFees)).toBe(59)
  })

  test('a dispute of a surplus payment gives it back too; with a refund before it, it is our loss', async () => {
    const surplus = async () => {
      const bought = await open(await listing())
      await quiet()
      await lab.world.sql(`update purchase set status = 'canceled' where id = $1`, [bought.uuid])
      await lab.world.sql(
        `insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status) values ($1, 2, 'canceled', 'platform', 'canceled', 'none')`,
        [bought.uuid],
      )
      return bought
    }
    const looked = async ({ uuid }: Bought, held: number) => {
      await lab.world.sql(`update card_payment set look_at = now() where purchase_id = $1 and state = 'open'`, [uuid])
      await lab.settlement.watchCards()
      // The refund that the first round asked for is made in the next.
      await lab.settlement.watchCards()
      expect((await moneyOf(uuid)).held).toBe(held)
    }
    const [disputed, both] = [await surplus(), await surplus()]
    await pay(disputed.intentId, '4000000000000259')
    await looked(disputed, -1_500)
    await pay(both.intentId)
    await looked(both, 0)
    await lab.control(`/payment_intents/${both.intentId}/dispute`)
    await send(eventOf('charge.dispute.created', { object: 'dispute', id: 'dp', payment_intent: both.intentId }))
    await lab.settlement.watchCards()
    expect((await moneyOf(both.uuid)).held).toBe(-2_500)
    expect(await costOf(both.uuid, LEDGER.cardLosses)).toBe(PRICE)
    await quiet('normal')
  })
})

describe('operators', () => {
  const bearer = { authorization: 'Bearer test-admin-token-0123' }
  const act = (fields: Record<string, string>) =>
    lab.world.request('POST', '/ops/act', {
      headers: { ...bearer, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams({ once: randomUUID(), ...fields }).toString(),
    })
  const desk = async (path = '/ops/cards') =>
    (await lab.world.request('GET', path, { headers: { ...bearer, accept: 'text/html' } })).text

  test('see a purchase by its id, refund a part of it, answer a dispute once, and handle an event again; the log keeps each', async () => {
    const { purchaseId, intentId } = await open(await listing())
    await pay(intentId)
    await statusOf(purchaseId, 'paid')
    expect(await desk(`/ops/search?id=${purchaseId}`)).toContain(intentId)
    const refunded = await act({
      do: 'purchase refund',
      purchase: purchaseId,
      reason: 'A part was missing',
      cents: '200',
    })
    expect(refunded.status, refunded.text).toBe(200)
    expect(await statusOf(purchaseId, 'partially_refunded')).toMatchObject({ refund: { refunded_cents: 200 } })
    const dispute = String((await lab.control(`/payment_intents/${intentId}/dispute`, { amount: '800' }))['id'])
    await statusOf(purchaseId, 'disputed')
    expect(await desk()).toContain(dispute)
    const answer = { do: 'card evidence', dispute, evidence: 'It was delivered at once.' }
    expect((await act(answer)).status).toBe(200)
    expect((await act(answer)).status).toBe(409)
    await lab.settlement.watchCards()
    const { evidence, status } = (await lab.stripe.disputes.list({ payment_intent: intentId })).data[0] ?? {}
    expect([status, evidence?.uncategorized_text]).toEqual([
      'under_review',
      expect.stringMatching(/^It was delivered at once\.[^]*Z paid\n[^]*Z delivered/),
    ])
    const event = eventOf('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_of_nobody' })
    await send(event)
    await lab.settlement.watchCards()
    expect(await desk()).toContain(event.id)
    expect((await act({ do: 'card retry', event: event.id })).status).toBe(200)
    expect(await eventRow(event.id)).toMatchObject({ state: 'waiting' })
    const logged = await lab.world.sql<{ action: string; outcome: string }>(
      `select action, outcome from operator_action where target = any($1) order by id`,
      [[purchaseId, dispute, event.id]],
    )
    expect(logged.map(({ action, outcome }) => `${action}: ${outcome.slice(0, 7)}`)).toEqual([
      'purchase refund: done',
      'card evidence: done',
      'card evidence: refused',
      'card retry: done',
    ])
  })
})

describe('an auction', () => {
  const auction = (more: Record<string, unknown> = {}) =>
    listing({ price_cents: undefined, listing_type: 'auction', auction: { start_price_cents: 500, ...more } })
  const intent = (id: string, by: Registered, body: Record<string, unknown> = {}) =>
    by.request('POST', `/api/purchases/auction-win/${id}/intent`, body)

  test('takes bids where only cards pay, and its winner alone pays the bid, once', async () => {
    const [id, loser] = [await auction(), await registerAccount(lab.world)]
    expect((await loser.request('POST', `/api/listings/${id}/bids`, { amount_cents: 500 })).status).toBe(201)
    expect((await buyer.request('POST', `/api/listings/${id}/bids`, { amount_cents: 900 })).status).toBe(201)
    await lab.world.sql(
      `update auction set starts_at = now() - interval '1 day', ends_at = now() - interval '10 minutes' where listing_id = $1`,
      [uuidOf('lst', id)],
    )
    await closeAuctions(lab.world.db.pg, await pickDueAuctions(lab.world.db.pg))
    expect((await intent(id, loser)).body).toMatchObject({ code: 'not_the_winner' })
    const [first, again] = [await intent(id, buyer), await intent(id, buyer)]
    expect(first.body).toMatchObject({ amount_cents: 900, currency: 'usd' })
    expect(again.body).toEqual(first.body)
    await pay(String(first.body['client_secret']).split('_secret_')[0] ?? '')
    expect(await statusOf(String(first.body['purchase_id']), 'paid')).toMatchObject({
      kind: 'auction_win',
      rail: 'card',
    })
  })

  test('runs from the first bid over reminders and a payment by card to the payout of its seller, by a clock that is moved', async () => {
    const [shop, loser, winner] = await Promise.all([1, 2, 3].map(() => registerAccount(lab.world)))
    if (shop === undefined || loser === undefined || winner === undefined) throw new Error('three accounts')
    const { address } = await lab.solana.wallet({ lamports: 10n ** 9n })
    await lab.world.sql(
      `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
      [shop.username, address],
    )
    const id = await listing(
      { price_cents: undefined, listing_type: 'auction', auction: { start_price_cents: 500 } },
      shop,
    )
    for (const [by, cents] of [
      [loser, 500],
      [winner, 700],
      [loser, 800],
      [winner, 900],
    ] as const)
      expect((await by.request('POST', `/api/listings/${id}/bids`, { amount_cents: cents })).status).toBe(201)
    const move = (column: string, to: string) =>
      lab.world.sql(
        `update auction set starts_at = now() - interval '2 days', ${column} = ${to} where listing_id = $1`,
        [uuidOf('lst', id)],
      )
    await move('ends_at', `now() - interval '10 minutes'`)
    await closeAuctions(lab.world.db.pg, await pickDueAuctions(lab.world.db.pg))
    for (const left of ['23 hours', '1 hour']) {
      await move('pay_until', `now() + interval '${left}'`)
      await remindWinners(lab.world.db.pg)
      await remindWinners(lab.world.db.pg)
    }
    const told = await lab.world.sql<{ type: string }>(
      `select type from event where data ->> 'listing_id' = $1 and type in ('auction.won', 'auction.payment_due') order by created_at`,
      [id],
    )
    expect(told.map(({ type }) => type)).toEqual(['auction.won', 'auction.payment_due', 'auction.payment_due'])
    const { body } = await intent(id, winner)
    const purchaseId = String(body['purchase_id'])
    const uuid = uuidOf('pur', purchaseId) ?? ''
    await pay(String(body['client_secret']).split('_secret_')[0] ?? '')
    await eventually(async () => {
      await lab.settlement.watchCards()
      return (await read(purchaseId, winner))['status'] === 'paid'
    })
    await openPayouts(lab.world.db.pg, { minimum: 0n, afterDays: 0 })
    expect(await lab.world.sql('select state from payable where purchase_id = $1', [uuid])).toEqual([
      { state: 'waiting' },
    ])
    await lab.world.sql(`update card_payment set hold_until = now() - interval '1 second' where purchase_id = $1`, [
      uuid,
    ])
    await lab.world.sql(`update payable set due_at = now() where purchase_id = $1`, [uuid])
    await eventually(async () => {
      await lab.settlement.payOut()
      const [row] = await lab.world.sql<{ state: string }>('select state from payable where purchase_id = $1', [uuid])
      return row?.state === 'paid'
    })
    expect((await lab.solana.transfersTo(address)).map(({ microUsdc }) => microUsdc)).toEqual([7_650_000n])
    expect(await lab.world.sql('select from auction_strike where listing_id = $1', [uuidOf('lst', id)])).toEqual([])
  })

  test('is bid for and paid from the pages of a listing, without a script', async () => {
    const id = await auction()
    const browsing = openBrowsing(lab.world)
    const page = `/l/${id}`
    expect((await browsing.get(page)).text).toContain('Sign in to bid')
    browsing.cookies.set('fb_session', buyer.token)
    const form = await browsing.form(page)
    const bid = (dollars: string) => browsing.post(page, { ...form, pay: 'bid', bid: dollars })
    expect((await bid('0.01')).text).toContain('bid_too_low')
    expect((await bid('9.07')).headers.get('location')).toBe(page)
    const live = await browsing.get(`${page}/bids`)
    expect(live.text).toMatch(/^<div id="live" hx-get[^]*\$9\.07[^]*\(you\)/)
    await lab.world.sql(
      `update auction set starts_at = now() - interval '1 day', ends_at = now() - interval '10 minutes' where listing_id = $1`,
      [uuidOf('lst', id)],
    )
    await closeAuctions(lab.world.db.pg, await pickDueAuctions(lab.world.db.pg))
    expect((await browsing.get(`${page}/bids`)).text).not.toContain('hx-get')
    expect((await browsing.get(page)).text).toContain('You won')
    const paying = { ...(await browsing.form(page)), pay: 'card' }
    expect(paying).toMatchObject({ what: 'win', cents: '907' })
    const offer = await browsing.post(page, paying)
    expect([offer.status, offer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(offer.text).toContain('Pay $9.07 by card')
    const stranger = openBrowsing(lab.world)
    stranger.cookies.set('fb_session', (await registerAccount(lab.world)).token)
    const refused = await stranger.post(page, {
      ...(await stranger.form('/account')),
      pay: 'card',
      what: 'win',
      cents: '907',
    })
    expect([refused.status, refused.text.includes('not_the_winner')]).toEqual([409, true])
  })

  test('is bought at once by card; who pays after it was bought gets the money back', async () => {
    const [id, late] = [await auction({ buy_now_cents: 1_500 }), await registerAccount(lab.world)]
    const [won, lost] = [await intent(id, buyer, { buy_now: true }), await intent(id, late, { buy_now: true })]
    const idOf = ({ body }: { body: Record<string, unknown> }) =>
      String(body['client_secret']).split('_secret_')[0] ?? ''
    await pay(idOf(won))
    expect(await statusOf(String(won.body['purchase_id']), 'paid')).toMatchObject({ kind: 'auction_win' })
    await pay(idOf(lost))
    await eventually(async () => {
      await lab.settlement.watchCards()
      const { latest_charge: charge } = await lab.stripe.paymentIntents.retrieve(idOf(lost), {
        expand: ['latest_charge'],
      })
      return typeof charge === 'object' && charge?.refunded === true
    })
  })
})

describe('a win that is paid on both rails', () => {
  /** An auction of a seller of its own, won by the buyer for 900 cents, with what pays it on each rail. */
  async function won() {
    const shop = await registerAccount(lab.world)
    await lab.world.sql(
      `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
      [shop.username, (await lab.solana.wallet({ lamports: 10n ** 9n })).address],
    )
    const id = await listing(
      { price_cents: undefined, listing_type: 'auction', auction: { start_price_cents: 500 } },
      shop,
    )
    expect((await buyer.request('POST', `/api/listings/${id}/bids`, { amount_cents: 900 })).status).toBe(201)
    await lab.world.sql(
      `update auction set starts_at = now() - interval '1 day', ends_at = now() - interval '10 minutes' where listing_id = $1`,
      [uuidOf('lst', id)],
    )
    await closeAuctions(lab.world.db.pg, await pickDueAuctions(lab.world.db.pg))
    const { secret_key: key } = await lab.solana.wallet({ lamports: 10n ** 10n, microUsdc: 100_000_000n })
    const payer = Keypair.fromSecretKey(fromBase58(key) ?? new Uint8Array())
    const onSolana = await buyer.request('POST', `/api/purchases/solana/auction-win/${id}/intent`, {
      payer: payer.publicKey.toBase58(),
    })
    expect(onSolana.status, onSolana.text).toBe(200)
    const byCard = await buyer.request('POST', `/api/purchases/auction-win/${id}/intent`, {})
    const purchaseId = String(byCard.body['purchase_id'])
    expect(onSolana.body['purchase_id']).toBe(purchaseId)
    const [intentId = ''] = String(byCard.body['client_secret']).split('_secret_')
    return {
      purchaseId,
      uuid: uuidOf('pur', purchaseId) ?? '',
      intentId,
      sendOnSolana: async () => {
        const transaction = VersionedTransaction.deserialize(
          Buffer.from(String(onSolana.body['transaction']), 'base64'),
        )
        transaction.sign([payer])
        await new Connection(lab.solana.rpcUrl, 'confirmed').sendRawTransaction(transaction.serialize())
      },
    }
  }
  const look = async () => {
    await lab.world.sql(`update solana_order set look_at = now() where look_at is not null`)
    await lab.settlement.watchSales()
  }
  const verdicts = (uuid: string) =>
    lab.world.sql(
      `select y.verdict, y.reason from solana_payment y join solana_order o on o.id = y.order_id where o.purchase_id = $1`,
      [uuid],
    )

  test.each(['the card', 'Solana', 'both at once'])(
    'stands on Solana and the card is refunded; first: %s',
    async (first) => {
      const { purchaseId, uuid, intentId, sendOnSolana } = await won()
      const orders: Record<string, () => Promise<unknown>> = {
        'the card': async () => {
          await pay(intentId)
          await statusOf(purchaseId, 'paid')
          await sendOnSolana()
        },
        Solana: async () => {
          await sendOnSolana()
          await look()
          // The page of the card was still open.
          await pay(intentId)
        },
        'both at once': async () => {
          await Promise.all([pay(intentId), sendOnSolana()])
          await lab.world.sql(`update card_payment set look_at = now() where purchase_id = $1`, [uuid])
          await Promise.all([lab.settlement.watchCards(), look(), look()])
        },
      }
      await orders[first]?.()
      await eventually(async () => {
        await Promise.all([lab.settlement.watchCards(), look()])
        return (
          (await moneyOf(uuid)).held === 0 &&
          (await lab.stripe.refunds.list({ payment_intent: intentId })).data.length > 0
        )
      })
      expect(await read(purchaseId)).toMatchObject({
        status: 'paid',
        rail: 'solana',
        currency: 'usdc',
        delivery_status: 'delivered',
        license: { status: 'active' },
        refund: null,
      })
      expect(await verdicts(uuid)).toEqual([{ verdict: 'pays', reason: null }])
      expect(await moneyOf(uuid)).toEqual({ seller: 0, held: 0 })
      expect((await lab.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)).toEqual([
        900,
      ])
      const [fees] = await lab.world.sql<{ sum: string }>(
        `select coalesce(sum(e.amount), 0)::text as sum from entry e join transfer t on t.id = e.transfer_id
       where t.call_id = $1 and e.account_id in ($2, $3)`,
        [uuid, LEDGER.platformFeesMarket, LEDGER.cardSurplus],
      )
      expect(fees?.sum).toBe('0')
    },
  )

  test('stays with the card once its seller is being paid from it: Solana is given back', async () => {
    const { purchaseId, uuid, intentId, sendOnSolana } = await won()
    await pay(intentId)
    await statusOf(purchaseId, 'paid')
    await lab.world.sql(`update card_payment set hold_until = now() where purchase_id = $1`, [uuid])
    await lab.world.sql(`update payable set due_at = now() where purchase_id = $1`, [uuid])
    expect(await openPayouts(lab.world.db.pg, { minimum: 0n, afterDays: 0 })).toBe(1)
    await sendOnSolana()
    await look()
    expect(await verdicts(uuid)).toEqual([{ verdict: 'refund', reason: 'purchase_paid' }])
    expect(await read(purchaseId)).toMatchObject({ status: 'paid', rail: 'card' })
    expect(await moneyOf(uuid)).toEqual({ seller: 765, held: 900 })
  })
})

describe('any order', () => {
  test('of eight random orders of eight events each ends in the same state in the database', async () => {
    await quiet()
    const ends = await runCardHistories(lab, { count: 8, seed: 7 })
    expect(new Set(ends.map((end) => JSON.stringify(end)))).toEqual(
      new Set([JSON.stringify({ status: 'refunded', seller: 0, held: -1_500 })]),
    )
    await quiet('normal')
  })

  test('every order in which success, refund and dispute are told ends in the same state', async () => {
    await quiet()
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    const ends = []
    for (const order of orders) {
      const { purchaseId, uuid, intentId } = await open(await listing())
      const about = { object: 'charge', id: 'ch', payment_intent: intentId }
      const told = [
        eventOf('payment_intent.succeeded', { object: 'payment_intent', id: intentId }),
        eventOf('charge.refunded', about),
        eventOf('charge.dispute.closed', { ...about, object: 'dispute' }),
      ]
      await pay(intentId)
      await lab.stripe.refunds.create({ payment_intent: intentId, amount: 400 })
      const { id } = await lab.control(`/payment_intents/${intentId}/dispute`, { amount: '600' })
      await lab.control(`/disputes/${String(id)}/lose`)
      for (const nth of order) {
        await send(told[nth] ?? {})
        await lab.settlement.watchCards()
      }
      await settled()
      ends.push({ status: (await read(purchaseId))['status'], ...(await moneyOf(uuid)) })
    }
    expect(new Set(ends.map((end) => JSON.stringify(end)))).toEqual(
      new Set([JSON.stringify({ status: 'refunded', seller: 0, held: -1_500 })]),
    )
    await quiet('normal')
  })
})

test.each([
  [
    'I60',
    `update card_payment set state = 'surplus', refunded_cents = 0, disputed_cents = 0, fee_cents = 0 where state = 'paid'`,
  ],
  [
    'I60',
    `update card_payment set disputed_cents = 1 where state = 'paid' and refunded_cents = 0 and disputed_cents = 0`,
  ],
  ['I61', `update card_payment set fee_cents = fee_cents + 1`],
  [
    'I62',
    `update payable p set due_at = c.hold_until - interval '1 hour' from card_payment c where c.purchase_id = p.purchase_id and p.amount > 0`,
  ],
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

test('our check of a signature and the one of the SDK agree on whatever is sent', () => {
  const stripe = new Stripe('sk_test_x')
  const nowS = Math.floor(Date.now() / 1_000)
  const text = fc.string({ maxLength: 60 })
  fc.assert(
    fc.property(text, text, fc.integer({ min: -400, max: 400 }), fc.boolean(), (body, secret, age, isOurs) => {
      const header = stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: isOurs ? WEBHOOK_SECRET : `x${secret}`,
        timestamp: nowS - age,
      })
      const fault = signatureFault(Buffer.from(body), header, { secrets: [WEBHOOK_SECRET, ''], nowS })
      const isFine = isOurs && Math.abs(age) <= 300
      expect(fault === null).toBe(isFine)
      expect(signatureFault(Buffer.from(body), secret, { secrets: [WEBHOOK_SECRET], nowS })).not.toBeNull()
      if (age <= 0) return
      const verify = () =>
        stripe.webhooks.signature?.verifyHeader(Buffer.from(body), header, WEBHOOK_SECRET, 300, undefined, nowS * 1_000)
      if (isFine) expect(verify).not.toThrow()
      else expect(verify).toThrow(Stripe.errors.StripeSignatureVerificationError)
    }),
  )
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { eventually } from '#test/support/world/world.ts'

import { CARD_API_VERSION } from './card-objects.ts'
import { type CardServer, serveCards } from './serve-cards.ts'

const SECRET_KEY = 'sk_test_processor'
const WEBHOOK_SECRET = 'whsec_processor_test'

let cards: CardServer
let stripe: Stripe
let received: Stripe.Event[] = []
const endpoint = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const header = String(request.headers['stripe-signature'])
    received.push(stripe.webhooks.constructEvent(Buffer.concat(chunks), header, WEBHOOK_SECRET))
    response.end()
  })
})

beforeAll(async () => {
  await new Promise<void>((done) => endpoint.listen(0, '127.0.0.1', done))
  // Safe: a TCP server has a port.
  const { port } = endpoint.address() as AddressInfo
  const webhookUrl = `http://127.0.0.1:${port}/`
  cards = await serveCards({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, webhookUrl })
  stripe = new Stripe(SECRET_KEY, {
    protocol: 'http',
    host: '127.0.0.1',
    port: cards.port,
    apiVersion: CARD_API_VERSION,
    maxNetworkRetries: 0,
    telemetry: false,
  })
})
afterAll(async () => {
  await cards.close()
  endpoint.close()
})

const control = async (path: string, fields: Record<string, string> = {}) => {
  const answer = await fetch(`${cards.url}/control${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body: new URLSearchParams(fields),
  })
  expect(answer.status).toBe(200)
}
const create = (key?: string, amount = 500) =>
  stripe.paymentIntents.create(
    { amount, currency: 'usd', metadata: { purchase_id: 'pur_1' } },
    key === undefined ? {} : { idempotencyKey: key },
  )
/** Types a card into the form of an intent, as a browser without JavaScript does. */
const type = (intent: Stripe.PaymentIntent, number: string, returnUrl = 'http://127.0.0.1:9/back') =>
  fetch(`${cards.url}/card-form`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ client_secret: intent.client_secret ?? '', return_url: returnUrl, number }),
  })
const typesOf = (id: string) =>
  received.flatMap((event) => {
    const { object } = event.data as { object: { id: string; payment_intent?: string | null } }
    return object.id === id || object.payment_intent === id ? [event.type] : []
  })

test('the unchanged SDK creates, reads and cancels an intent; one key makes one intent, and other terms are refused', async () => {
  const [intent, twin] = await Promise.all([create('key-1'), create('key-1')])
  expect(twin.id).toBe(intent.id)
  await expect(create('key-1', 600)).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  await expect(create(undefined, 49)).rejects.toMatchObject({ code: 'amount_too_small' })
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    amount: 500,
    status: 'requires_payment_method',
    livemode: false,
    metadata: { purchase_id: 'pur_1' },
  })
  expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled')
  await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({ statusCode: 404 })
  await expect(
    new Stripe('sk_test_other', { protocol: 'http', host: '127.0.0.1', port: cards.port }).events.list(),
  ).rejects.toMatchObject({ statusCode: 401 })
})

test('a card pays, is declined with its reason, or asks for 3D Secure, which may fail', async () => {
  const [paid, declined, secured, refused] = await Promise.all([create(), create(), create(), create()])
  const back = await type(paid, '4242 4242 4242 4242')
  expect(back.headers.get('location')).toBe(
    `http://127.0.0.1:9/back?payment_intent=${paid.id}&redirect_status=succeeded`,
  )
  const form = await type(declined, '4000000000009995')
  expect(await form.text()).toContain('insufficient funds')
  expect((await stripe.paymentIntents.retrieve(declined.id)).last_payment_error).toMatchObject({
    code: 'card_declined',
    decline_code: 'insufficient_funds',
  })
  expect(await (await type(declined, '1234')).text()).toContain('card number is incorrect')
  for (const [intent, answer, status] of [
    [secured, 'complete', 'succeeded'],
    [refused, 'fail', 'requires_payment_method'],
  ] as const) {
    const bank = (await type(intent, '4000002760003184')).headers.get('location') ?? ''
    expect(await (await fetch(bank)).text()).toContain('Complete authentication')
    const body = new URLSearchParams({ answer, return_url: 'http://127.0.0.1:9/back' })
    expect((await fetch(bank.split('?')[0] ?? '', { method: 'POST', redirect: 'manual', body })).status).toBe(303)
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status)
  }
  await eventually(() => typesOf(paid.id).includes('payment_intent.succeeded'))
  await eventually(() => typesOf(declined.id).includes('payment_intent.payment_failed'))
})

test('refunds and disputes show on the charge, with what the bank moved; the events are signed and say the same', async () => {
  const intent = await create()
  await control(`/payment_intents/${intent.id}/pay`)
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 200 }, { idempotencyKey: 'r1' })
  expect(refund).toMatchObject({ amount: 200, status: 'succeeded' })
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 301 })).rejects.toMatchObject({
    statusCode: 400,
  })
  await control(`/payment_intents/${intent.id}/dispute`, { amount: '300' })
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
  expect(dispute).toMatchObject({ amount: 300, status: 'needs_response' })
  expect(dispute?.balance_transactions).toMatchObject([{ amount: -300, fee: 1500, net: -1800 }])
  await control(`/disputes/${dispute?.id}/win`)
  const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(after.latest_charge).toMatchObject({ amount_refunded: 200, refunded: false, disputed: true })
  const won = await stripe.disputes.list({ payment_intent: intent.id })
  expect(won.data[0]?.balance_transactions.reduce((sum, { net }) => sum + net, 0)).toBe(0)
  await eventually(() => typesOf(intent.id).includes('charge.dispute.closed'))
  expect(typesOf(intent.id)).toEqual(
    expect.arrayContaining([
      'refund.created',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.funds_reinstated',
    ]),
  )
})

test('a charge and its refunds say what they cost; evidence is taken once', async () => {
  const intent = await create()
  await control(`/payment_intents/${intent.id}/pay`)
  await stripe.refunds.create({ payment_intent: intent.id, amount: 200 })
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge.balance_transaction'],
  })
  expect(charge).toMatchObject({ balance_transaction: { amount: 500, fee: 45, net: 455, type: 'charge' } })
  const refunds = await stripe.refunds.list({ payment_intent: intent.id, expand: ['data.balance_transaction'] })
  expect(refunds.data[0]?.balance_transaction).toMatchObject({ amount: -200, fee: 0, type: 'refund' })
  await control(`/payment_intents/${intent.id}/dispute`, { amount: '300' })
  const id = (await stripe.disputes.list({ payment_intent: intent.id })).data[0]?.id ?? ''
  const answered = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'It came.' }, submit: true })
  expect(answered).toMatchObject({ status: 'under_review', evidence: { uncategorized_text: 'It came.' } })
  await expect(stripe.disputes.update(id, { submit: true })).rejects.toMatchObject({ statusCode: 400 })
})

test('webhooks can be missing, twice or out of order; what did not arrive is in the list of undelivered events', async () => {
  const [missing, twice] = await Promise.all([create(), create()])
  await control('/webhooks', { mode: 'missing' })
  await control(`/payment_intents/${missing.id}/pay`)
  await control('/webhooks', { mode: 'duplicate' })
  await control(`/payment_intents/${twice.id}/pay`)
  await eventually(() => typesOf(twice.id).filter((type) => type === 'payment_intent.succeeded').length > 1)
  await control('/webhooks', { mode: 'reordered' })
  const reordered = await create()
  await control(`/payment_intents/${reordered.id}/pay`)
  await control('/webhooks', { mode: 'normal' })
  await eventually(() => typesOf(reordered.id).length === 3)
  const undelivered = await stripe.events.list({ delivery_success: false })
  expect(undelivered.data.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'charge.succeeded'])
  expect(typesOf(missing.id)).toEqual(['payment_intent.created'])
})

test('an answer can be lost after the work was done: the next request with its key gets it', async () => {
  // The SDK itself asks a second time where the connection was closed.
  await control('/api', { mode: 'lost', times: '2' })
  await expect(create('key-lost')).rejects.toMatchObject({ type: 'StripeConnectionError' })
  const again = await create('key-lost')
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
})

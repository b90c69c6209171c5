import { Connection, Keypair, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { cardEvent, type CardProcesses, openCardProcesses, WEBHOOK_PATH } from '#test/support/labs/card-processes.ts'
import { WEBHOOK_SECRET } from '#test/support/labs/card-lab.ts'
import { posted, proposed } from '#test/support/world/jobs.ts'
import type { Registered } from '#test/support/world/market.ts'

let parts: CardProcesses
let seller: Registered
let buyer: Registered
beforeAll(async () => {
  parts = await openCardProcesses()
  ;[seller, buyer] = await Promise.all([parts.register(), parts.register()])
  parts.watch()
})
afterAll(async () => {
  const findings = await audit(parts.cluster.db.pg)
  await parts.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

const opened = async (by = buyer) => parts.open(await parts.listing(seller), by)
const pay = (intentId: string, number?: string) =>
  parts.control(`/payment_intents/${intentId}/pay`, number === undefined ? {} : { number })
const read = async (purchaseId: string) => (await buyer.request('GET', `/api/purchases/${purchaseId}`)).body
const becomes = (purchaseId: string, status: string) =>
  parts.until(async () => (await read(purchaseId))['status'] === status)
const told = async (purchaseId: string) => {
  // Safe: the answer of our own route.
  const { timeline } = (await read(purchaseId)) as { timeline: { event: string }[] }
  return timeline.map(({ event }) => event)
}
const eventRow = async (id: string) =>
  (
    await parts.sql<{ state: string; reason: string | null }>('select state, reason from card_event where id = $1', [
      id,
    ])
  )[0]
const owed = async (uuid: string) => {
  const [row] = await parts.sql<{ cents: number }>(
    `select (coalesce(sum(amount), 0) / 10000)::int as cents from payable where purchase_id = $1 and state <> 'canceled'`,
    [uuid],
  )
  return row?.cents
}
const succeeded = (intentId: string) =>
  cardEvent('payment_intent.succeeded', { object: 'payment_intent', id: intentId })
const quiet = (mode = 'missing') => parts.control('/webhooks', { mode })

describe('real processes', () => {
  test('S1: one event twenty times at once is one change, 200 each', async () => {
    await quiet()
    const { purchaseId, intentId } = await opened()
    await pay(intentId)
    const event = succeeded(intentId)
    const answers = await Promise.all(Array.from({ length: 20 }, () => parts.send(event)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    await becomes(purchaseId, 'paid')
    expect(await told(purchaseId)).toEqual(['opened', 'paid', 'delivered'])
    await quiet('normal')
  })

  test('S2: a refund, and a dispute, that are told of before their success wait for it', async () => {
    await quiet()
    const { purchaseId, uuid, intentId } = await opened()
    const about = { object: 'charge', id: 'ch_1', payment_intent: intentId }
    const early = [
      cardEvent('charge.refunded', about),
      cardEvent('charge.dispute.closed', { ...about, object: 'dispute' }),
    ]
    for (const event of early) expect((await parts.send(event)).status).toBe(200)
    await parts.until(async () => (await eventRow(early[0]?.id ?? ''))?.state === 'parked')
    expect((await read(purchaseId))['status']).toBe('pending')
    await pay(intentId)
    await parts.stripe.refunds.create({ payment_intent: intentId })
    await parts.send(cardEvent('payment_intent.processing', { object: 'payment_intent', id: intentId }))
    await becomes(purchaseId, 'refunded')
    expect(await owed(uuid)).toBe(0)
    await parts.until(async () =>
      (await Promise.all(early.map(({ id }) => eventRow(id)))).every((row) => row?.state === 'done'),
    )
    await quiet('normal')
  })

  test('S3: forged, old and future events, and bodies that were written anew, are 400 and leave nothing; a rotated secret is taken', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const event = cardEvent('payment_intent.created', { object: 'payment_intent', id: 'pi_foreign' })
    const payload = JSON.stringify(event)
    const header = parts.stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
    const raw = (body: string, signature: string) =>
      parts.request('POST', WEBHOOK_PATH, { body, headers: { 'stripe-signature': signature } })
    const refused = await Promise.all([
      parts.send(event, { secret: 'whsec_forged_secret' }),
      parts.send(event, { timestamp: now - 320 }),
      parts.send(event, { timestamp: now + 86_400 }),
      raw(JSON.stringify(event, null, 1), header),
      parts.request('POST', WEBHOOK_PATH, { body: payload }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect(await eventRow(event.id)).toBeUndefined()
    const other = parts.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_former_secret' })
    expect((await raw(payload, `${other},${header.slice(header.indexOf('v1='))}`)).status).toBe(200)
    expect((await raw(payload, header)).status).toBe(200)
  })

  test('S4: a true event about other money, another mode or another account is quarantined', async () => {
    await quiet()
    const { purchaseId, intentId } = await opened()
    const foreign = await parts.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' })
    await pay(foreign.id)
    const cases = [
      [succeeded(foreign.id), 'no_purchase'],
      [succeeded('pi_unknown'), 'unknown_payment'],
      [{ ...succeeded(intentId), livemode: true }, 'livemode_differs'],
      [{ ...succeeded(intentId), account: 'acct_2' }, 'other_account'],
    ] as const
    for (const [event] of cases) expect((await parts.send(event)).status).toBe(200)
    for (const [event, reason] of cases) {
      await parts.until(async () => (await eventRow(event.id))?.state === 'quarantined')
      expect(await eventRow(event.id)).toEqual({ state: 'quarantined', reason })
    }
    expect((await read(purchaseId))['status']).toBe('pending')
    await quiet('normal')
  })

  test('S6: the answer of the processor is lost, the buyer asks again: there is one payment', async () => {
    const listingId = await parts.listing(seller)
    await parts.control('/api', { mode: 'lost' })
    const lost = await buyer.request('POST', '/api/purchases/intent', { listing_id: listingId })
    expect(lost.status).toBe(503)
    await parts.control('/api', { mode: 'normal' })
    const { purchaseId } = await parts.open(listingId, buyer)
    const { data } = await parts.stripe.events.list({ type: 'payment_intent.created', limit: 100 })
    const made = data.filter((event) => JSON.stringify(event.data.object).includes(purchaseId))
    expect(made).toHaveLength(1)
  })

  test('S7: a browser that never returns, and no webhook: the payment is found by looking', async () => {
    await quiet()
    const { purchaseId, intentId } = await opened()
    await pay(intentId)
    await becomes(purchaseId, 'paid')
    expect(await told(purchaseId)).toEqual(['opened', 'paid', 'delivered'])
    expect(await parts.sql('select from card_event where intent_id = $1 and state = $2', [intentId, 'done'])).toEqual(
      [],
    )
    await quiet('normal')
  })

  test('S8: a refund and a dispute after delivery take licence and share back', async () => {
    const [refunded, disputed] = [await opened(), await opened()]
    await Promise.all([pay(refunded.intentId), pay(disputed.intentId, '4000000000000259')])
    await becomes(refunded.purchaseId, 'paid')
    expect((await seller.request('POST', `/api/purchases/${refunded.purchaseId}/refund`, {})).status).toBe(200)
    await becomes(refunded.purchaseId, 'refunded')
    await becomes(disputed.purchaseId, 'disputed')
    for (const { purchaseId, uuid } of [refunded, disputed]) {
      expect(await read(purchaseId)).toMatchObject({ license: { status: 'revoked' } })
      expect(await owed(uuid)).toBe(0)
    }
  })

  test('S9: 5 MB are 413 before anything is signed', async () => {
    const headers = { 'stripe-signature': 't=1,v1=00' }
    const answer = await parts.request('POST', WEBHOOK_PATH, { body: { fill: 'x'.repeat(5 * 1024 * 1024) }, headers })
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  })

  test('a processor that is away or slow leaves events waiting; they are handled when it answers', async () => {
    const [away, slow] = [await opened(), await opened()]
    await parts.control('/api', { mode: 'away' })
    await pay(away.intentId)
    expect((await buyer.request('POST', '/api/purchases/intent', { listing_id: away.listingId })).status).toBe(503)
    await parts.until(async () => {
      const [row] = await parts.sql<{ tries: number }>(
        'select max(tries) as tries from card_event where intent_id = $1',
        [away.intentId],
      )
      return (row?.tries ?? 0) > 0
    })
    expect((await read(away.purchaseId))['status']).toBe('pending')
    await parts.control('/api', { mode: 'slow', delay_ms: '7000', times: '2' })
    await pay(slow.intentId)
    await becomes(slow.purchaseId, 'paid')
    await parts.control('/api', { mode: 'normal' })
    await becomes(away.purchaseId, 'paid')
  })

  test('M3: the win of an auction is paid by its winner alone, once; paid on both rails, Solana stands and the card is refunded', async () => {
    const [shop, loser] = await Promise.all([parts.register(), parts.register()])
    await parts.sql(
      `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
      [shop.username, (await parts.solana.wallet({ lamports: 10n ** 9n })).address],
    )
    const auction = { price_cents: undefined, listing_type: 'auction', auction: { start_price_cents: 500 } }
    const listingId = await parts.listing(shop, auction)
    expect((await loser.request('POST', `/api/listings/${listingId}/bids`, { amount_cents: 500 })).status).toBe(201)
    expect((await buyer.request('POST', `/api/listings/${listingId}/bids`, { amount_cents: 900 })).status).toBe(201)
    await parts.sql(
      `update auction set starts_at = now() - interval '1 day', ends_at = now() - interval '10 minutes' where listing_id = $1`,
      [uuidOf('lst', listingId)],
    )
    const path = `/api/purchases/auction-win/${listingId}/intent`
    await parts.until(async () => (await buyer.request('POST', path, {})).status === 200)
    expect((await loser.request('POST', path, {})).body['code']).toBe('not_the_winner')
    const [card, again] = [await parts.open(listingId, buyer, path), await parts.open(listingId, buyer, path)]
    expect(again.intentId).toBe(card.intentId)
    const { secret_key: key } = await parts.solana.wallet({ lamports: 10n ** 10n, microUsdc: 100_000_000n })
    const payer = Keypair.fromSecretKey(fromBase58(key) ?? new Uint8Array())
    const asked = { payer: payer.publicKey.toBase58() }
    const onSolana = await buyer.request('POST', `/api/purchases/solana/auction-win/${listingId}/intent`, asked)
    expect(onSolana.body, onSolana.text).toMatchObject({ purchase_id: card.purchaseId })
    const transaction = VersionedTransaction.deserialize(Buffer.from(String(onSolana.body['transaction']), 'base64'))
    transaction.sign([payer])
    await Promise.all([
      pay(card.intentId),
      new Connection(parts.solana.rpcUrl, 'confirmed').sendRawTransaction(transaction.serialize()),
    ])
    await parts.until(
      async () =>
        (await parts.stripe.refunds.list({ payment_intent: card.intentId })).data.length === 1 &&
        (await read(card.purchaseId))['rail'] === 'solana',
    )
    expect(await read(card.purchaseId)).toMatchObject({ status: 'paid', currency: 'usdc' })
  })

  test('the secret of a payment is in no log line of any process and in no table, over a whole purchase and its refund', async () => {
    const bought = await opened()
    expect((await parts.open(bought.listingId, buyer)).secret).toBe(bought.secret)
    await pay(bought.intentId)
    await becomes(bought.purchaseId, 'paid')
    await seller.request('POST', `/api/purchases/${bought.purchaseId}/refund`, {})
    await becomes(bought.purchaseId, 'refunded')
    const page = `/library/${bought.purchaseId}?payment_intent=${bought.intentId}&payment_intent_client_secret=${bought.secret}`
    await parts.request('GET', page, { headers: { accept: 'text/html', cookie: `fb_session=${buyer.token}` } })
    const logs = parts.cluster.members.map((member) => member.log()).join('')
    expect(logs.includes('POST /api/purchases/intent') && logs.includes('settlement server ready')).toBe(true)
    const [, tail = ''] = bought.secret.split('_secret_')
    expect(tail).toMatch(/^\w{20,}$/)
    expect(logs.includes(tail)).toBe(false)
    const tables = await parts.sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.length).toBeGreaterThan(80)
    for (const { name } of tables) {
      const rows = await parts.sql(`select from ${name} as t where t::text like '%' || $1 || '%' limit 1`, [tail])
      expect([name, rows.length]).toEqual([name, 0])
    }
  })
})

describe('a settlement process that is killed', () => {
  test.each([
    'after:card-events-take',
    'after:card-reading',
    'before:card-pay',
    'after:card-pay',
    'before:commit',
    'after:commit',
    'before:card-events-end',
  ])('S5: while it handles an event, %s: others pay the purchase once', async (moment) => {
    await quiet()
    const { purchaseId, uuid, intentId } = await opened()
    for (const member of watchers()) await parts.cluster.kill(member)
    await pay(intentId)
    const event = succeeded(intentId)
    expect((await parts.send(event)).status).toBe(200)
    const doomed = parts.watch(moment)
    await doomed.gone
    expect(doomed.child.signalCode).toBe('SIGKILL')
    parts.watch()
    await becomes(purchaseId, 'paid')
    await parts.until(async () => (await eventRow(event.id))?.state === 'done')
    expect(await told(purchaseId)).toEqual(['opened', 'paid', 'delivered'])
    expect(await owed(uuid)).toBe(850)
    await quiet('normal')
  })

  test.each(['before:card-take-back', 'after:card-take-back'])(
    'while it takes a dispute back, %s: the share goes once',
    async (moment) => {
      await quiet()
      const { purchaseId, uuid, intentId } = await opened()
      await pay(intentId)
      await becomes(purchaseId, 'paid')
      for (const member of watchers()) await parts.cluster.kill(member)
      await parts.control(`/payment_intents/${intentId}/dispute`)
      await parts.send(cardEvent('charge.dispute.created', { object: 'dispute', id: 'dp', payment_intent: intentId }))
      await parts.watch(moment).gone
      parts.watch()
      await becomes(purchaseId, 'disputed')
      expect(await owed(uuid)).toBe(0)
      await quiet('normal')
    },
  )

  test.each(['before:job-fund-by-card', 'after:job-fund-by-card', 'after:card-hire-pay', 'before:commit'])(
    'while it hires by card, %s: one hire, paid once',
    async (moment) => {
      await quiet()
      const worker = await parts.register()
      const job = await posted(buyer)
      const { body: proposal } = await proposed(worker, job)
      const sent = { proposal_id: proposal['proposal_id'] }
      let intentId = ''
      await parts.until(async () => {
        const { status, body } = await buyer.request('POST', `/api/jobs/${job}/hire/card`, sent)
        ;[intentId = ''] = String(body['client_secret']).split('_secret_')
        return status === 200
      })
      for (const member of watchers()) await parts.cluster.kill(member)
      await pay(intentId)
      await parts.send(succeeded(intentId))
      await parts.watch(moment).gone
      parts.watch()
      await parts.until(async () => (await buyer.request('GET', `/api/jobs/${job}`)).body['status'] === 'hired')
      const [escrow] = await parts.sql<{ amount: string }>(
        `select sum(e.amount)::text as amount from entry e join transfer t on t.id = e.transfer_id where t.call_id = $1 and e.account_id = 21`,
        [uuidOf('job', job)],
      )
      expect(escrow?.amount).toBe('10000000')
      await quiet('normal')
    },
  )

  const watchers = () =>
    parts.cluster.members.filter(
      ({ baseUrl, child }) => baseUrl === '' && child.exitCode === null && child.signalCode === null,
    )
})

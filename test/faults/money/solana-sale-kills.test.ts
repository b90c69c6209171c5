import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { askMember as ask, openSolanaCluster, type SolanaCluster } from '#test/support/labs/solana-cluster.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { eventually } from '#test/support/world/world.ts'

let world: SolanaCluster
let shop: SolanaCluster['shop']
let healthy: Awaited<ReturnType<SolanaCluster['front']>>
beforeAll(async () => {
  world = await openSolanaCluster()
  shop = world.shop
  healthy = await world.front()
})
afterAll(async () => {
  const findings = await audit(world.cluster.db.pg)
  await world.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

type Seller = Awaited<ReturnType<typeof shop.seller>>
type Payer = Awaited<ReturnType<typeof shop.wallet>>

/** A buyer with a wallet, and a seller. */
async function people(): Promise<{ buyer: Registered; payer: Payer; seller: Seller }> {
  const [buyer, payer, seller] = await Promise.all([registerAccount(world), shop.wallet(), shop.seller()])
  return { buyer, payer, seller }
}

const intentBody = (payer: Payer, seller: Seller, currency = 'usdc') => ({
  listing_id: seller.listingId,
  currency,
  payer: payer.publicKey.toBase58(),
})
const intend = async ({ buyer, payer, seller }: Awaited<ReturnType<typeof people>>, currency = 'usdc') => {
  const body = intentBody(payer, seller, currency)
  const answer = await buyer.request('POST', '/api/purchases/solana/intent', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const statusOf = async (buyer: Registered, id: unknown) =>
  (await buyer.request('GET', `/api/purchases/${String(id)}`)).body['status']
/** Nobody looks at orders until they are confirmed. */
const blindfold = () =>
  world.lab.sql(`update solana_order set look_at = now() + interval '1 hour' where look_at is not null`)
const paymentsOf = (id: unknown) =>
  world.lab.sql<{ verdict: string; state: string }>(
    `select y.verdict, y.state from solana_payment y join solana_order o on o.id = y.order_id where o.purchase_id = $1 order by y.verdict`,
    [String(id).slice(4)],
  )
const arrivedAt = async (address: string) =>
  (await world.lab.solana.transfersTo(address))
    .map(({ microUsdc }) => microUsdc)
    .toSorted((one, other) => Number(one - other))

describe('an ingress that is killed', () => {
  test.each(['before:solana-sale-open', 'after:solana-sale-open'])(
    'while it opens a purchase, %s: asked again it is one purchase, paid once',
    async (moment) => {
      const who = await people()
      const doomed = await world.ingress(healthy.url, { CRASH_AT: moment })
      const sent = { headers: who.buyer.bearer, body: intentBody(who.payer, who.seller) }
      expect(await ask(doomed, 'POST', '/api/purchases/solana/intent', sent)).toBeNull()
      await doomed.gone
      const intent = await intend(who)
      await shop.pay(who.payer, intent['transaction'])
      await eventually(async () => (await statusOf(who.buyer, intent['purchase_id'])) === 'paid')
      const { body } = await who.buyer.request('GET', '/api/purchases/user/me')
      expect(Object(body)['items']).toHaveLength(1)
      expect(await arrivedAt(who.seller.wallet.held.address)).toEqual([4_250_000n])
    },
  )

  test.each(['before:boost-open', 'after:boost-open'])(
    'while it opens a boost, %s: asked again it is one boost, paid once',
    async (moment) => {
      const { seller } = await people()
      const path = `/api/listings/${seller.listingId}/priority/solana/intent`
      const body = { tier_id: 'day', currency: 'usdc', payer: seller.wallet.publicKey.toBase58() }
      const doomed = await world.ingress(healthy.url, { CRASH_AT: moment })
      expect(await ask(doomed, 'POST', path, { headers: seller.bearer, body })).toBeNull()
      await doomed.gone
      const { body: intent } = await seller.request('POST', path, body)
      await shop.pay(seller.wallet, intent['transaction'])
      const boosts = () =>
        world.lab.sql<{ status: string }>(`select status from boost where listing_id = $1`, [seller.listingId.slice(4)])
      await eventually(async () => (await boosts())[0]?.status === 'paid')
      expect(await boosts()).toHaveLength(1)
    },
  )
})

describe('a settlement process that is killed', () => {
  test.each(['before:solana-quote', 'after:solana-quote'])(
    'while it offers a price in SOL, %s: asked again there is a quote, and it is paid at it',
    async (moment) => {
      const who = await people()
      const doomed = await world.settlement({ CRASH_AT: moment })
      const asking = await world.ingress(doomed.url)
      const sent = { headers: who.buyer.bearer, body: intentBody(who.payer, who.seller, 'sol') }
      const answer = await ask(asking, 'POST', '/api/purchases/solana/intent', sent)
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', charged_cents: 0 } })
      await doomed.gone
      const intent = await intend(who, 'sol')
      const signature = await shop.pay(who.payer, intent['transaction'])
      const confirmed = { purchase_id: intent['purchase_id'], signature }
      await eventually(async () => {
        const told = await who.buyer.request('POST', '/api/purchases/solana/confirm', confirmed)
        return told.status === 200
      })
      expect(await statusOf(who.buyer, intent['purchase_id'])).toBe('paid')
      await world.cluster.kill(asking)
    },
  )

  test.each(['before:solana-payment-record', 'after:solana-payment-record'])(
    'while a payment is confirmed, %s: confirmed again it pays once',
    async (moment) => {
      const who = await people()
      const intent = await intend(who)
      await blindfold()
      const signature = await shop.pay(who.payer, intent['transaction'])
      const doomed = await world.settlement({ CRASH_AT: moment })
      const asking = await world.ingress(doomed.url)
      const body = { purchase_id: intent['purchase_id'], signature }
      const sent = { headers: who.buyer.bearer, body }
      expect(await ask(asking, 'POST', '/api/purchases/solana/confirm', sent)).toMatchObject({ status: 503 })
      await doomed.gone
      const again = await who.buyer.request('POST', '/api/purchases/solana/confirm', body)
      expect(again.body, again.text).toMatchObject({ payment: { state: 'paid' }, purchase: { status: 'paid' } })
      expect(await paymentsOf(intent['purchase_id'])).toHaveLength(1)
      await world.cluster.kill(asking)
    },
  )
})

// Every moment from a payment that nobody confirmed to the payout that gives a second one back, in their order.
const MOMENTS = [
  'before:solana-orders-to-look',
  'after:solana-orders-to-look',
  'before:solana-payment-record',
  'after:solana-payment-record',
  'before:solana-payments-open',
  'before:solana-payment-final',
  'after:solana-payment-final',
  'before:solana-refund-open',
  'after:solana-refund-open',
  'before:solana-refund-settle',
  'after:solana-refund-settle',
  'before:payout-store',
  'after:payout-store',
  'before:payout-sent',
  'before:payout-paid',
  'after:payout-paid',
]
const SIGNED_MOMENTS = [
  'before:solana-refund-payment',
  'after:solana-refund-payment',
  'before:solana-payment-final',
  'after:solana-payment-final',
  'before:solana-refund-settle',
  'after:solana-refund-settle',
]

// Some twenty real processes are started and killed one after the other: a minute, and many on a machine with other work.
const KILLS_MS = 900_000
test(
  'processes killed at each step between payment, finality, refund and payout, and while a seller pays back: everybody ends with what is his, once',
  async () => {
    await world.cluster.kill(healthy)
    const sales: (Awaited<ReturnType<typeof people>> & { id: unknown })[] = []
    const builder = await world.front()
    // Two payments of each purchase are on the chain before anybody looks: the second has to go back.
    for (let nth = 0; nth < MOMENTS.length; nth += 1) {
      const who = await people()
      const first = await intend(who)
      await blindfold()
      await shop.pay(who.payer, first['transaction'])
      world.lab.solana.expireBlockhashes()
      const second = await intend(who)
      expect(second['purchase_id']).toBe(first['purchase_id'])
      await shop.pay(who.payer, second['transaction'])
      sales.push({ ...who, id: first['purchase_id'] })
    }
    await world.cluster.kill(builder)
    for (const [nth, moment] of MOMENTS.entries()) {
      await world.lab.sql(`update solana_order set look_at = now() where purchase_id = $1`, [
        String(sales[nth]?.id).slice(4),
      ])
      expect(await world.doomed(moment), moment).toBe('SIGKILL')
    }
    healthy = await world.front()
    await world.lab.sql(`update solana_order set look_at = now() where look_at is not null`)
    const due = async () =>
      world.lab
        .sql(`select from solana_refund where settled_at is null and payout_id is not null`)
        .then((rows) => rows.length)
    await eventually(async () => (await due()) === MOMENTS.length, 60_000)
    await eventually(async () => (await world.lab.sql(`select from payout where state <> 'paid'`)).length === 0, 60_000)
    await world.cluster.kill(healthy)

    // Now each seller pays his part back, and processes are killed while they find that out.
    const builderAgain = await world.front()
    for (const { seller, id } of sales) {
      const sent = { payer: seller.wallet.publicKey.toBase58() }
      const asked = await seller.request('POST', `/api/purchases/${String(id)}/refund/solana`, sent)
      expect(asked.status, asked.text).toBe(200)
      await blindfold()
      await shop.pay(seller.wallet, asked.body['transaction'])
    }
    await world.cluster.kill(builderAgain)
    for (const [nth, moment] of SIGNED_MOMENTS.entries()) {
      const [refund] = await world.lab.sql<{ payment_id: string }>(
        `select payment_id from solana_refund where purchase_id = $1 and settled_at is null`,
        [String(sales[nth]?.id).slice(4)],
      )
      await world.lab.sql(`update solana_order set look_at = now() where refund_id = $1`, [refund?.payment_id])
      expect(await world.doomed(moment), moment).toBe('SIGKILL')
    }
    healthy = await world.front()
    await world.lab.sql(`update solana_order set look_at = now() where look_at is not null`)
    await eventually(
      async () => (await world.lab.sql(`select from solana_refund where settled_at is null`)).length === 0,
      60_000,
    )
    for (const { buyer, payer, id } of sales) {
      expect(await statusOf(buyer, id)).toBe('paid')
      expect(await paymentsOf(id)).toEqual([
        { verdict: 'pays', state: 'final' },
        { verdict: 'refund', state: 'final' },
      ])
      expect(await arrivedAt(payer.held.address)).toEqual([750_000n, 4_250_000n])
    }
  },
  KILLS_MS,
)

test.each(['before:solana-payment-gone', 'after:solana-payment-gone'])(
  'a process killed while it takes back a payment that the final chain does not have, %s: the purchase is failed, and pays nobody',
  async (moment) => {
    const who = await people()
    const intent = await intend(who)
    world.lab.solana.chain.stopFinality()
    const signature = await shop.pay(who.payer, intent['transaction'])
    const body = { purchase_id: intent['purchase_id'], signature }
    await eventually(async () => {
      const told = await who.buyer.request('POST', '/api/purchases/solana/confirm', body)
      return told.status === 200
    })
    await world.cluster.kill(healthy)
    world.lab.solana.chain.vanish(signature)
    world.lab.solana.chain.startFinality()
    world.lab.solana.expireBlockhashes()
    world.lab.solana.expireBlockhashes()
    expect(await world.doomed(moment), moment).toBe('SIGKILL')
    healthy = await world.front()
    await eventually(async () => (await statusOf(who.buyer, intent['purchase_id'])) === 'failed', 30_000)
    expect(await paymentsOf(intent['purchase_id'])).toEqual([{ verdict: 'pays', state: 'gone' }])
  },
)

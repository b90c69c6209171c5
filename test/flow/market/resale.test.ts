import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { parseCommand } from '#shared/cli/commands.ts'
import { runLicenseCommand } from '#shared/cli/run-license-command.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import { countSales } from '#shared/market/purchases/count-sales.ts'
import { requireOffer } from '#shared/market/resale/lock-offer.ts'
import { readOfferTerms } from '#shared/market/resale/offer-terms.ts'
import { expirePurchases } from '#shared/market/solana/expire-purchases.ts'
import { expireOffers } from '#shared/market/resale/expire-offers.ts'
import { openPayouts } from '#shared/market/payouts/open-payouts.ts'
import { audit, auditOn } from '#shared/money/audit/audit.ts'
import { runPurchaseAct } from '#shared/operators/acts/purchase-act.ts'

import { openBrowsing } from '#test/support/world/browsing.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { offered, offerUuid } from '#test/support/world/resale.ts'
import type { Answer } from '#test/support/world/world.ts'
import { encoded, payOnBase } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

let world: PaidWorld
let maker: Registered
let holder: Registered
let buyer: Registered
let stranger: Registered
beforeAll(async () => {
  world = await openPaidWorld({ backend: 'postgres', pools: ['settlement-watch'] })
  const account = () => registerAccount(world)
  ;[maker, holder, buyer, stranger] = await Promise.all([account(), account(), account(), account()])
})
afterAll(async () => {
  const findings = await audit(world.db.pg)
  await world.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

const CONTENT = '# Sold on'
type Held = { id: string; purchaseId: string; listingId: string }

/** A purchase by prepaid key of what may be sold on, without a refund window. */
async function held(by = holder, more: Record<string, unknown> = {}): Promise<Held> {
  const terms = { price_cents: 500, license_id: 'personal', resale_allowed: true, royalty_bps: 500, refund_days: 0 }
  const sent = { title: 'Sold on', status: 'live', delivery_markdown: CONTENT, ...terms, ...more }
  const listingId = String((await maker.request('POST', '/api/listings', sent)).body['listing_id'])
  const { key } = await world.key(1_000)
  const bought = await by.request('POST', `/api/purchases/x402/${listingId}`, undefined, { 'x-service-key': key })
  expect(bought.status, bought.text).toBe(200)
  const purchaseId = String(bought.body['purchase_id'])
  return { id: uuidOf('pur', purchaseId) ?? '', purchaseId, listingId }
}
const list = ({ purchaseId }: Held, body: Record<string, unknown>, by = holder) =>
  by.request('POST', `/api/purchases/${purchaseId}/resale/list`, body)
const cancel = ({ purchaseId }: Held, by = holder) => by.request('POST', `/api/purchases/${purchaseId}/resale/cancel`)
const resale = async ({ purchaseId }: Held, by = holder) =>
  (await by.request('GET', `/api/purchases/${purchaseId}/resale`)).body
const read = async (purchaseId: string, by: Registered) =>
  (await by.request('GET', `/api/purchases/${purchaseId}`)).body
const buy = async ({ listingId }: Held, offerId: string, by = buyer, more: Record<string, unknown> = {}) => {
  const { key } = await world.key(1_000)
  const body = { resale_offer_id: offerId, ...more }
  return by.request('POST', `/api/purchases/x402/${listingId}`, body, { 'x-service-key': key })
}
const keyOf = async (purchaseId: string, by: Registered) =>
  (await by.request('GET', `/api/purchases/${purchaseId}/license`)).body['license_key']
const verify = async (key: unknown, listingId: string) =>
  (await world.request('POST', '/api/licenses/verify', { body: { license_key: key, listing_id: listingId } })).body
const refusalOf = ({ status, body }: Answer) => [status, body['code']]

describe('a licence that is sold on', () => {
  test('moves with its sale: the old key and its seats end, the buyer has a new key, and both timelines say so', async () => {
    const one = await held()
    const oldKey = await keyOf(one.purchaseId, holder)
    const activate = { license_key: oldKey, listing_id: one.listingId, instance_name: 'laptop' }
    expect((await world.request('POST', '/api/licenses/activate', { body: activate })).status).toBe(200)
    const listed = await list(one, { price_cents: 600, note: 'Hardly used' })
    expect(listed.body, listed.text).toMatchObject({
      state: 'listed',
      may_list: true,
      royalty_bps: 500,
      royalty_cents: 30,
      platform_fee_cents: 90,
      you_receive_cents: 480,
    })
    const offerId = String(Object(listed.body['offer'])['resale_offer_id'])
    expect(listed.body['buy_url']).toContain(`/api/resale-offers/${offerId}`)
    const sold = await buy(one, offerId)
    expect(sold.body, sold.text).toMatchObject({
      purchase: { kind: 'resale', amount_cents: 600, refund_days: 0, delivery_status: 'delivered' },
      delivery: { content: CONTENT },
    })
    const newId = String(sold.body['purchase_id'])
    expect(await verify(oldKey, one.listingId)).toMatchObject({
      valid: false,
      reason: 'transferred',
      license: { activations: 0 },
    })
    expect(await verify(sold.body['license_key'], one.listingId)).toMatchObject({ valid: true, reason: null })
    expect(await read(one.purchaseId, holder)).toMatchObject({
      license: { status: 'transferred' },
      resale_status: 'sold',
      timeline: expect.arrayContaining([
        expect.objectContaining({ event: 'resold', reason: expect.stringContaining(newId) }),
      ]),
    })
    expect(await read(newId, buyer)).toMatchObject({
      timeline: expect.arrayContaining([
        expect.objectContaining({ event: 'license_moved', reason: expect.stringContaining(one.purchaseId) }),
      ]),
    })
    expect(refusalOf(await holder.request('GET', `/api/purchases/${one.purchaseId}/delivery`))).toEqual([410, 'gone'])
    expect((await buyer.request('GET', `/api/purchases/${newId}/delivery`)).text).toBe(CONTENT)
    expect(await read(newId, holder)).toMatchObject({
      splits: [
        { role: 'seller', amount_cents: 480 },
        { role: 'platform', amount_cents: 90 },
        { role: 'royalty', amount_cents: 30, bps: 500 },
      ],
    })
    const royalties = await world.sql(
      `select p.amount::text, p.state, u.username from payable p join market_user u on u.id = p.seller_id where p.purchase_id = $1 and p.source = 'royalty'`,
      [uuidOf('pur', newId)],
    )
    expect(royalties).toEqual([{ amount: '300000', state: 'waiting', username: maker.username }])
    const events = await world.sql<{ type: string; stream: string }>(
      `select type, stream from event where type like 'resale.%' and data->>'resale_offer_id' = $1`,
      [offerId],
    )
    const streamOf = ({ userId }: Registered) => `account:${uuidOf('usr', userId) ?? ''}`
    expect(events.map(({ type, stream }) => `${type} ${stream}`).toSorted()).toEqual([
      `resale.listed ${streamOf(holder)}`,
      `resale.royalty ${streamOf(maker)}`,
      `resale.sold ${streamOf(holder)}`,
    ])
  })

  test('is sold on again by its buyer, and the maker earns each time', async () => {
    const one = await held()
    const second = String((await buy(one, await offered(holder, one.purchaseId))).body['purchase_id'])
    const next = await registerAccount(world)
    const third = await buy(one, await offered(buyer, second, 1_000), next)
    expect(third.body, third.text).toMatchObject({ purchase: { kind: 'resale', amount_cents: 1_000 } })
    expect(await verify(third.body['license_key'], one.listingId)).toMatchObject({ valid: true })
    expect(await read(second, buyer)).toMatchObject({ license: { status: 'transferred' } })
  })

  test('is bought by x402 without an account, at the price of the offer; the payment of a copy that came too late is a prepaid key', async () => {
    const one = await held()
    const offerId = await offered(holder, one.purchaseId, 700)
    const path = `/api/purchases/x402/${one.listingId}`
    const post = (headers: Record<string, string> = {}) =>
      world.request('POST', path, { headers, body: { resale_offer_id: offerId } })
    const unpaid = await post()
    expect(unpaid).toMatchObject({ status: 402, body: { price_cents: 700 } })
    const payloads = [payOnBase(unpaid, {}), payOnBase(await post(), {})]
    const answers = await Promise.all(payloads.map((payload) => post({ 'payment-signature': encoded(payload) })))
    const won = answers.find(({ status }) => status === 200)
    expect(won?.body, answers.map(({ text }) => text).join('\n')).toMatchObject({
      purchase: { kind: 'resale', rail: 'x402' },
      delivery: { content: CONTENT },
    })
    const lost = answers.find(({ status }) => status !== 200)
    // The other one came before the offer was sold, and was settled; or after, and nothing was charged.
    expect([lost?.status, lost?.body['code']]).toEqual([410, 'offer_gone'])
    const credits = await world.sql(`select 1 from purchase where resale_offer_id = $1`, [offerUuid(offerId)])
    expect(credits).toHaveLength(1)
  })

  test('settled for an offer that somebody bought meanwhile, a payment buys nothing and is given back as a key', async () => {
    const one = await held()
    const offerId = await offered(holder, one.purchaseId)
    const path = `/api/purchases/x402/${one.listingId}`
    const post = (headers: Record<string, string> = {}) =>
      world.request('POST', path, { headers, body: { resale_offer_id: offerId } })
    const payload = payOnBase(await post(), {})
    world.chain.set('settle', 'pending', { lands: true })
    world.chain.set('lookup', 'unknown')
    expect(await post({ 'payment-signature': encoded(payload) })).toMatchObject({ status: 503 })
    expect((await buy(one, offerId)).status).toBe(200)
    world.chain.heal()
    await world.settled()
    const late = await post({ 'payment-signature': encoded(payload) })
    expect(late, late.text).toMatchObject({
      status: 410,
      body: { code: 'offer_gone', credit: { cents: 600, key: null }, recover: { method: 'POST' } },
    })
  })

  test('of ten buyers at once is bought by one', async () => {
    const one = await held()
    const offerId = await offered(holder, one.purchaseId)
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy(one, offerId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body['code']))).toEqual(
      new Set(['offer_gone']),
    )
  })

  test('comes back to its seller when an operator refunds the sale, and the royalty with it', async () => {
    const one = await held()
    const key = await keyOf(one.purchaseId, holder)
    const sold = String((await buy(one, await offered(holder, one.purchaseId))).body['purchase_id'])
    expect(refusalOf(await holder.request('POST', `/api/purchases/${sold}/refund`))).toEqual([
      409,
      'refund_window_over',
    ])
    const act = { name: 'purchase refund', purchaseId: uuidOf('pur', sold) ?? '', purchase: sold, reason: 'x' } as const
    await runPurchaseAct({ ...world.db, mint: world.mint }, act)
    expect(await verify(key, one.listingId)).toMatchObject({ valid: true })
    expect(await keyOf(sold, buyer)).toBeNull()
    const owed = await world.sql(`select source, state from payable where purchase_id = $1 order by source`, [
      act.purchaseId,
    ])
    expect(owed).toEqual([
      { source: 'listing', state: 'canceled' },
      { source: 'royalty', state: 'canceled' },
    ])
    expect(await resale(one)).toMatchObject({ state: 'canceled', may_list: true })
  })

  test('and is refunded after its royalty went into a payout, costs its seller the royalty, which its maker keeps', async () => {
    const one = await held()
    const key = await keyOf(one.purchaseId, holder)
    const sold = String((await buy(one, await offered(holder, one.purchaseId))).body['purchase_id'])
    const id = uuidOf('pur', sold) ?? ''
    const wallet = `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = case when $2::text is not null then now() end where username = $1`
    await world.sql(wallet, [maker.username, '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'])
    await world.sql(`update payable set due_at = now() where purchase_id = $1 and source = 'royalty'`, [id])
    expect(await openPayouts(world.db.pg, { minimum: 0n, afterDays: 0 })).toBe(1)
    await world.sql(wallet, [maker.username, null])
    const act = { name: 'purchase refund', purchaseId: id, purchase: sold, reason: 'x' } as const
    await runPurchaseAct({ ...world.db, mint: world.mint }, act)
    const owed = await world.sql(
      `select p.source, p.amount::text, p.state, u.username from payable p join market_user u on u.id = p.seller_id where p.purchase_id = $1 order by p.source, p.amount desc`,
      [id],
    )
    expect(owed).toEqual([
      { source: 'listing', amount: '4800000', state: 'canceled', username: holder.username },
      { source: 'listing', amount: '-300000', state: 'due', username: holder.username },
      { source: 'royalty', amount: '300000', state: 'in_payout', username: maker.username },
    ])
    expect(await verify(key, one.listingId)).toMatchObject({ valid: true })
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })
})

describe('an offer', () => {
  test('is one of a purchase: listing again changes it, and of two at once one is made', async () => {
    const one = await held()
    const answers = await Promise.all([list(one, { price_cents: 600 }), list(one, { price_cents: 700 })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await world.sql(`select 1 from resale_offer where purchase_id = $1`, [one.id])).toHaveLength(1)
    expect((await list(one, { price_cents: 800, note: 'Last' })).body).toMatchObject({
      offer: { price_cents: 800, note: 'Last' },
    })
    await expect(
      world.sql(
        `insert into resale_offer (id, purchase_id, listing_id, seller_id, price_cents) select $1, purchase_id, listing_id, seller_id, 50 from resale_offer where purchase_id = $2`,
        [uuidv7(), one.id],
      ),
    ).rejects.toMatchObject({ constraint: 'resale_offer_one_active' })
  })

  test('ends when its holder cancels it, once, or when its time is over', async () => {
    const one = await held()
    const first = await offered(holder, one.purchaseId)
    expect((await cancel(one)).body).toMatchObject({ state: 'canceled' })
    expect((await cancel(one)).body).toMatchObject({ state: 'canceled' })
    expect(refusalOf(await buy(one, first))).toEqual([410, 'offer_gone'])
    const second = await offered(holder, one.purchaseId)
    await world.sql(`update resale_offer set expires_at = now() - interval '1 second' where id = $1`, [
      offerUuid(second),
    ])
    expect(refusalOf(await buy(one, second))).toEqual([410, 'offer_expired'])
    expect(await resale(one)).toMatchObject({ state: 'expired' })
    await expireOffers(world.db.pg, 10)
    expect(await world.sql(`select state from resale_offer where id = $1`, [offerUuid(second)])).toEqual([
      { state: 'expired' },
    ])
    expect(refusalOf(await buy(one, second))).toEqual([410, 'offer_expired'])
  })

  test('is neither changed, ended nor bought by another while a sale of it waits for its payment', async () => {
    const one = await held()
    const offerId = await offered(holder, one.purchaseId)
    await reserve(offerId)
    for (const refused of [await cancel(one), await list(one, { price_cents: 900 }), await buy(one, offerId, stranger)])
      expect(refusalOf(refused)).toEqual([409, 'offer_reserved'])
    await world.sql(`update resale_offer set reserved_until = now() where id = $1`, [offerUuid(offerId)])
    expect((await cancel(one)).status).toBe(200)
  })

  test('is kept for nobody who opened it three times and did not pay', async () => {
    const one = await held()
    const offerId = await offered(holder, one.purchaseId)
    for (let nth = 0; nth < 3; nth += 1) {
      const id = await reserve(offerId)
      await world.sql(`update resale_offer set reserved_until = now() where id = $1`, [offerUuid(offerId)])
      await world.sql(`update purchase set expires_at = now() where id = $1`, [uuidOf('pur', id)])
      await expirePurchases(world.db.pg, 100)
    }
    const [terms] = await world.sql<{ listing_id: string }>(`select listing_id from resale_offer where id = $1`, [
      offerUuid(offerId),
    ])
    const buying = { buyerId: uuidOf('usr', buyer.userId), rail: 'solana', currency: 'usdc' } as const
    const sale = await readOfferTerms(world.db.pg, null, { listingId: String(terms?.listing_id), offerId })
    await expect(requireOffer(world.db.pg, { ...sale, royalty_cents: 0 }, buying)).rejects.toMatchObject({
      code: 'too_many_pending',
    })
    await expect(requireOffer(world.db.pg, sale, { ...buying, rail: 'prepaid' })).resolves.toBeUndefined()
  })

  test('falls with its purchase: what is disputed or refunded is not on sale', async () => {
    const one = await held()
    const offerId = await offered(holder, one.purchaseId)
    await world.sql(`update purchase set status = 'disputed' where id = $1`, [one.id])
    expect(refusalOf(await buy(one, offerId))).toEqual([410, 'offer_gone'])
    expect(refusalOf(await list(one, { price_cents: 600 }))).toEqual([409, 'purchase_disputed'])
    await world.sql(`update purchase set status = 'paid' where id = $1`, [one.id])
  })

  test('is browsed by listing, seller and price, in pages, and says how to buy it', async () => {
    const seller = await registerAccount(world)
    const many = await Promise.all([600, 700, 800].map(async (cents) => ({ one: await held(seller), cents })))
    for (const { one, cents } of many) await offered(seller, one.purchaseId, cents)
    const browse = async (query: string) => (await world.request('GET', `/api/resale-offers?${query}`)).body
    const prices = ({ items }: Record<string, unknown>) =>
      Object.values(Object(items)).map((item) => Number(Object(item)['price_cents']))
    expect(prices(await browse(`user_id=${seller.userId}&sort=price_desc`))).toEqual([800, 700, 600])
    const first = await browse(`user_id=${seller.userId}&sort=price_asc&limit=2`)
    expect(first).toMatchObject({ total: 3, has_more: true, next_offset: 2 })
    expect(prices(first)).toEqual([600, 700])
    expect(prices(await browse(`user_id=${seller.userId}&min_price_cents=650&max_price_cents=750`))).toEqual([700])
    const id = many[0]?.one.listingId ?? ''
    expect(await browse(`listing_id=${id}`)).toMatchObject({ items: [{ listing_id: id, available: true }] })
    expect(await browse('listing_id=lst_none')).toMatchObject({ items: [], total: 0 })
    const shown = await world.request('GET', `/api/listings/${id}`)
    await world.sql(`update listing set hidden_at = now() where id = $1`, [uuidOf('lst', id)])
    expect(await browse(`listing_id=${id}`)).toMatchObject({ total: 0 })
    await world.sql(`update listing set hidden_at = null where id = $1`, [uuidOf('lst', id)])
    expect(await browse(`listing_id=${id}`)).toMatchObject({ total: 1 })
    expect(shown.body).toMatchObject({ resale_offers: [{ price_cents: 600, seller: { username: seller.username } }] })
  })
})

test('a licence is offered, shown and taken back from the command line', async () => {
  const one = await held()
  const deps = {
    playground: () => {
      throw new Error('the service is named')
    },
    demoKey: () => Promise.reject(new Error('the account is named')),
  }
  const { body } = await holder.request('POST', '/api/auth/keys', { name: 'cli', scopes: ['read', 'buy', 'sell'] })
  const run = async (...words: string[]) => {
    const whose = words[1] === 'list' ? [] : ['--purchase', one.purchaseId, '--account', String(body['api_key'])]
    const command = parseCommand([...words, ...whose, '--url', world.baseUrl])
    if (command.name !== 'license') throw new Error('a command about a licence')
    const { status, answer } = await runLicenseCommand(deps, command)
    // Safe: every answer of ours is an object.
    return { http: status, ...(answer as Record<string, unknown>) }
  }
  expect(await run('resale', 'show')).toMatchObject({ http: 200, may_list: true })
  const listed = await run('resale', 'offer', 'price_cents=700', 'note=Hardly used')
  expect(listed).toMatchObject({ state: 'listed', you_receive_cents: 560, offer: { note: 'Hardly used' } })
  const mine = await run('resale', 'list', `listing_id=${one.listingId}`)
  expect(mine).toMatchObject({ items: [{ price_cents: 700 }] })
  expect(await run('resale', 'cancel')).toMatchObject({ state: 'canceled' })
  expect(await run('wrap', 'show')).toMatchObject({ http: 200, wrap_status: 'none' })
})

test('a licence is offered and bought from the pages, without a script', async () => {
  const one = await held()
  const own = openBrowsing(world)
  own.cookies.set('fb_session', holder.token)
  const purchase = `/library/${one.purchaseId}`
  const offer = { ...(await own.form(purchase)), do: 'resell', price: '6.00', note: '' }
  expect((await own.post(purchase, offer)).headers.get('location')).toBe(purchase)
  expect((await own.get(purchase)).text).toContain('you receive $4.80')
  const shop = openBrowsing(world)
  const listing = `/l/${one.listingId}`
  expect((await shop.get(listing)).text).toContain('Sold on by their holders')
  const { key } = await world.key(1_000)
  const bought = await shop.post(listing, { ...(await shop.form(listing)), pay: 'prepaid', key })
  expect(bought.text).toContain('It is yours')
  expect((await own.get(purchase)).text).toContain('The licence moved to')
  const other = await held()
  const form = async () => own.form(`/library/${other.purchaseId}`)
  await own.post(`/library/${other.purchaseId}`, { ...(await form()), do: 'resell', price: '6.00', note: '' })
  await own.post(`/library/${other.purchaseId}`, { ...(await form()), do: 'unlist' })
  expect(await resale(other)).toMatchObject({ state: 'canceled' })
})

describe('a resale is refused', () => {
  test.each([
    ['a price under 50 cents', {}, { price_cents: 49 }, [422, 'price_too_low']],
    ['an end that is over', {}, { price_cents: 50, expires_at: '2020-01-01T00:00:00Z' }, [422, 'validation_error']],
    ['another currency', {}, { price_cents: 50, currency: 'eur' }, [422, 'validation_error']],
    ['a right that the terms do not give', { resale_allowed: false }, { price_cents: 50 }, [409, 'resale_not_allowed']],
    ['a refund window that is open', { refund_days: 7 }, { price_cents: 50 }, [409, 'resale_not_open']],
  ] as const)('for %s', async (_, terms, body, refusal) => {
    expect(refusalOf(await list(await held(holder, terms), body))).toEqual(refusal)
  })

  test('to strangers, to the one who sold it, and for what was free, refunded, not paid, wrapped or sold on', async () => {
    const one = await held()
    expect(refusalOf(await list(one, { price_cents: 600 }, buyer))).toEqual([404, 'not_found'])
    expect(refusalOf(await cancel(one, buyer))).toEqual([404, 'not_found'])
    expect((await buyer.request('GET', `/api/purchases/${one.purchaseId}/resale`)).status).toBe(404)
    expect(refusalOf(await list(one, { price_cents: 600 }, maker))).toEqual([403, 'forbidden'])
    expect(refusalOf(await cancel(one, maker))).toEqual([403, 'forbidden'])
    expect(refusalOf(await cancel(one))).toEqual([404, 'not_found'])
    const free = { title: 'Free', price_cents: 0, status: 'live', delivery_markdown: '# Free', resale_allowed: true }
    const listingId = String((await maker.request('POST', '/api/listings', free)).body['listing_id'])
    const claimed = String((await holder.request('POST', `/api/purchases/free/${listingId}`)).body['purchase_id'])
    expect(refusalOf(await list({ id: '', purchaseId: claimed, listingId }, { price_cents: 60 }))).toEqual([
      409,
      'resale_not_allowed',
    ])
    const offerId = await offered(holder, one.purchaseId)
    const pending = await reserve(offerId)
    expect(refusalOf(await list({ ...one, purchaseId: pending }, { price_cents: 60 }, buyer))).toEqual([
      409,
      'purchase_unpaid',
    ])
    await world.sql(`update resale_offer set reserved_until = now() where id = $1`, [offerUuid(offerId)])
    await whileWrapped(async () => {
      expect(refusalOf(await list(one, { price_cents: 60 }))).toEqual([409, 'wrapped'])
      expect(refusalOf(await buy(one, offerId))).toEqual([409, 'wrapped'])
      expect(await resale(one)).toMatchObject({ state: 'locked', may_list: false, reason: 'wrapped' })
    })
    expect((await buy(one, offerId)).status).toBe(200)
    expect(refusalOf(await list(one, { price_cents: 60 }))).toEqual([409, 'already_resold'])
    expect(refusalOf(await cancel(one))).toEqual([410, 'offer_gone'])
    const refunded = await held()
    await maker.request('POST', `/api/purchases/${refunded.purchaseId}/refund`)
    expect(refusalOf(await list(refunded, { price_cents: 60 }))).toEqual([409, 'purchase_refunded'])
  })

  test('to its seller and its maker as buyers, at another price, and for an offer of another listing', async () => {
    const [one, other] = [await held(), await held()]
    const offerId = await offered(holder, one.purchaseId)
    expect(refusalOf(await buy(one, offerId, holder))).toEqual([403, 'own_offer'])
    expect(refusalOf(await buy(one, offerId, maker))).toEqual([403, 'own_listing'])
    expect(refusalOf(await buy(one, offerId, buyer, { expected_amount_cents: 599 }))).toEqual([409, 'price_changed'])
    expect(refusalOf(await buy(other, offerId))).toEqual([404, 'not_found'])
    expect(refusalOf(await buy(one, 'rof_none'))).toEqual([404, 'not_found'])
  })

  test('by the database, for a purchase that buys of somebody who does not hold the licence', async () => {
    const one = await held()
    const offerId = await offered(holder, one.purchaseId)
    expect((await buy(one, offerId)).status).toBe(200)
    await expect(reserve(offerId)).rejects.toMatchObject({ constraint: 'I65' })
  })
})

test('a resale counts for no rank, and not as a sale of the maker', async () => {
  const one = await held()
  await world.sql(`update purchase set counted_at = now() where id = $1`, [one.id])
  const before = (await world.request('GET', `/api/listings/${one.listingId}`)).body['sales_count']
  const sold = String((await buy(one, await offered(holder, one.purchaseId))).body['purchase_id'])
  await countSales(world.db.pg, 1_000)
  const [row] = await world.sql(`select is_counted, counted_at is not null as judged from purchase where id = $1`, [
    uuidOf('pur', sold),
  ])
  expect(row).toEqual({ is_counted: false, judged: true })
  expect((await world.request('GET', `/api/listings/${one.listingId}`)).body['sales_count']).toBe(before)
})

test.each([
  ['I65', `update purchase set resold_as = null where resold_as is not null`],
  ['I65', `update resale_offer set state = 'canceled', sale_id = null where state = 'sold'`],
  ['I65', `update license_activation set ended_at = null`],
  ['I66', `update payable set state = 'canceled' where source = 'royalty' and state = 'waiting'`],
  ['I66', `update purchase set royalty_bps = royalty_bps + 100 where kind = 'resale'`],
])('the audit finds %s broken by hand: %s', async (id, statement) => {
  const tx = await world.db.pg.connect()
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

/** Opens a pending purchase of an offer by the buyer, as an intent on Solana does. Returns its public id. */
async function reserve(offerId: string): Promise<string> {
  const id = uuidv7()
  await world.sql(
    `with sale as (
       insert into purchase (id, listing_id, listing_version, seller_id, buyer_id, kind, status, rail, currency, price_cents, fee_bps, fee_cents,
         seller_cents, royalty_bps, royalty_cents, royalty_to, resale_offer_id, license_id, refund_days, resale_allowed, delivery_form,
         content_sha256, expires_at)
       select $1, o.listing_id, h.listing_version, o.seller_id, u.id, 'resale', 'pending', 'card', 'usd', 600, 1500, 90, 480, 500, 30, l.owner_id,
         o.id, h.license_id, 0, true, 'hosted', h.content_sha256, now() + interval '30 minutes'
       from resale_offer o join purchase h on h.id = o.purchase_id join listing l on l.id = o.listing_id, market_user u
       where o.id = $2 and u.username = $3 returning id, status, delivery_status)
     insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status)
     select id, 1, 'opened', 'buyer', status, delivery_status from sale`,
    [id, offerUuid(offerId), buyer.username],
  )
  return `pur_${id.replaceAll('-', '')}`
}

/** Runs `work` while the database says that every purchase is wrapped. */
async function whileWrapped(work: () => Promise<void>): Promise<void> {
  const answer = (text: string) =>
    world.sql(
      `create or replace function purchase_is_wrapped(of_purchase uuid) returns boolean language plpgsql stable as $$ begin return ${text}; end $$`,
    )
  await answer('true')
  try {
    await work()
  } finally {
    await answer('false')
  }
}

import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { runPurchaseAct } from '#shared/operators/acts/purchase-act.ts'
import { openPayouts } from '#shared/market/payouts/open-payouts.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { payoutStore } from '#workers/settlement/payouts/payout-store.ts'

import { registerAccount, type Registered } from '#test/support/world/market.ts'
import type { Answer } from '#test/support/world/world.ts'
import { encoded, payOnBase } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

let world: PaidWorld
let seller: Registered
let buyer: Registered
beforeAll(async () => {
  world = await openPaidWorld({ backend: 'redis' })
  seller = await registerAccount(world)
  buyer = await registerAccount(world)
})
afterEach(async () => {
  world.chain.heal()
  await world.settled()
  await world.balanced()
})
afterAll(() => world.close())

const newListing = async (more: Record<string, unknown> = {}) => {
  const sent = { title: 'Sold', price_cents: 500, status: 'live', delivery_markdown: '# Paid for', ...more }
  const { body } = await seller.request('POST', '/api/listings', sent)
  const id = String(body['listing_id'])
  return { id, buy: `/api/purchases/x402/${id}` }
}
type Headers = Record<string, string>
const post = (path: string, headers: Headers = {}, body?: unknown): Promise<Answer> =>
  world.request('POST', path, { headers, ...(body === undefined ? {} : { body }) })
/** Signs the 402 of a listing. */
const sign = async (path: string) => payOnBase(await post(path), {})
const paid = (payload: unknown): Headers => ({ 'payment-signature': encoded(payload) })
const count = async (table: 'purchase' | 'payable') =>
  Number((await world.sql<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n)
const tokenOf = ({ body }: Answer) => ({ 'x-purchase-token': String(body['purchase_token']) })

describe('a listing bought by x402 without an account', () => {
  test('is delivered with the answer; its token reads purchase and delivery, and nobody else does', async () => {
    const { id, buy } = await newListing({ refund_days: 7 })
    const unpaid = await post(buy)
    expect(unpaid).toMatchObject({ status: 402, body: { code: 'payment_required', price_cents: 500 } })
    const payload = payOnBase(unpaid, {})
    const bought = await post(buy, paid(payload))
    expect(bought.status, bought.text).toBe(200)
    expect(bought.body).toMatchObject({
      ok: true,
      purchase_token: expect.stringMatching(/^pt_/),
      purchase: {
        listing_id: id,
        status: 'paid',
        delivery_status: 'delivered',
        amount_cents: 500,
        rail: 'x402',
        buyer_id: null,
        payment: { network: 'eip155:8453', transaction: expect.any(String) },
        allowed_actions: ['read_delivery', 'read_license', 'ask_refund', 'claim'],
      },
      delivery: { kind: 'hosted', content: '# Paid for', version: 1 },
    })
    const path = `/api/purchases/${String(bought.body['purchase_id'])}`
    const read = (headers: Headers, after = '') => world.request('GET', path + after, { headers })
    expect((await read(tokenOf(bought), '/delivery')).text).toBe('# Paid for')
    expect((await read(tokenOf(bought))).status).toBe(200)
    expect(await read({})).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    const other = await post(buy, paid(await sign(buy)))
    expect(await read(tokenOf(other))).toMatchObject({ status: 401, body: { code: 'invalid_purchase_token' } })
    expect(await read({ 'x-purchase-token': 'pt_wrong' })).toMatchObject({ status: 401 })
    expect((await buyer.request('GET', path)).status).toBe(404)
    const sold = await seller.request('GET', path)
    expect(sold.body).toMatchObject({
      payment: null,
      splits: [
        { role: 'seller', amount_cents: 425 },
        { role: 'platform', amount_cents: 75, bps: 1_500 },
      ],
    })
  })

  test('sent again is the same purchase, whose token is withheld; also after the price changed', async () => {
    const { id, buy } = await newListing()
    const payload = await sign(buy)
    const first = await post(buy, paid(payload))
    const before = await count('purchase')
    await seller.request('PATCH', `/api/listings/${id}`, { price_cents: 900 })
    const again = await post(buy, paid(payload))
    expect(again).toMatchObject({
      status: 200,
      body: { purchase_id: first.body['purchase_id'], purchase_token: null, purchase: null, delivery: null },
    })
    expect(await count('purchase')).toBe(before)
  })

  test('ten copies of one payment at once are one purchase', async () => {
    const { buy } = await newListing()
    const payload = await sign(buy)
    const before = await count('purchase')
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(buy, paid(payload))))
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await count('purchase')).toBe(before + 1)
  })

  test('at a price that changed since its 402 is 409, and nothing is settled', async () => {
    const { id, buy } = await newListing()
    const payload = await sign(buy)
    await seller.request('PATCH', `/api/listings/${id}`, { price_cents: 900 })
    const settles = world.chain.times('settle')
    expect(await post(buy, paid(payload))).toMatchObject({
      status: 409,
      body: { code: 'price_changed', price_cents: 900 },
    })
    expect(world.chain.times('settle')).toBe(settles)
  })

  test('of which nobody knows whether it settled is finished by settlement-watch, at the terms of its 402', async () => {
    const { id, buy } = await newListing()
    const payload = await sign(buy)
    world.chain.set('settle', 'pending', { lands: true })
    world.chain.set('lookup', 'unknown')
    expect(await post(buy, paid(payload))).toMatchObject({ status: 503, body: { code: 'payment_settling' } })
    await seller.request('DELETE', `/api/listings/${id}`)
    world.chain.heal()
    await world.settled()
    const rows = await world.sql(`select status, delivery_status, price_cents from purchase where listing_id = $1`, [
      id.slice(4),
    ])
    expect(rows).toEqual([{ status: 'paid', delivery_status: 'delivered', price_cents: 500 }])
  })
})

describe('a listing bought with an account', () => {
  test('by x402 belongs to the account that was sent beside the payment', async () => {
    const { buy } = await newListing()
    const bought = await post(buy, { ...paid(await sign(buy)), ...buyer.bearer })
    expect(bought.body, bought.text).toMatchObject({ purchase_token: null, purchase: { buyer_id: buyer.userId } })
    const mine = await buyer.request('GET', '/api/purchases/user/me')
    expect(mine.body).toMatchObject({ items: [{ purchase_id: bought.body['purchase_id'] }] })
  })

  test('with a prepaid key in any place beside the account is paid once for one Idempotency-Key', async () => {
    const { buy } = await newListing()
    const { key } = await world.key(1_200)
    const headers = { ...buyer.bearer, 'x-service-key': key, 'idempotency-key': 'once' }
    const first = await post(buy, headers)
    expect(first.status, first.text).toBe(200)
    expect(first.body).toMatchObject({ purchase: { rail: 'prepaid', buyer_id: buyer.userId } })
    expect((await post(buy, headers)).body['purchase_id']).toBe(first.body['purchase_id'])
    expect((await post(buy, { authorization: `Bearer ${key}` })).body).toMatchObject({
      purchase_token: expect.any(String),
      delivery: { content: '# Paid for' },
    })
    const third = await post(buy, { 'x-api-key': key })
    expect(third).toMatchObject({
      status: 402,
      body: { code: 'insufficient_balance', balance_cents: 200, accepts: expect.any(Array) },
    })
  })

  test('with a key that holds one price is bought once by twenty at once', async () => {
    const { buy } = await newListing()
    const { key } = await world.key(500)
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(buy, { 'x-service-key': key })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(19)
  })
})

describe('a sale is refused, and nothing is stored,', () => {
  test('to the seller, and to an agent of the seller', async () => {
    const { buy } = await newListing()
    const agent = await seller.request('POST', '/api/ai-agents/register', { name: 'Mine', terms_accepted: true })
    const before = await count('purchase')
    for (const headers of [seller.bearer, { 'x-api-key': String(agent.body['api_key']) }]) {
      const { key } = await world.key(500)
      const answer = await post(buy, { ...headers, 'x-service-key': key })
      expect(answer, answer.text).toMatchObject({ status: 403, body: { code: 'own_listing' } })
    }
    expect(await count('purchase')).toBe(before)
  })

  test('to a trial key, a pass, a revoked key, a key whose policy forbids it, and no key at all', async () => {
    const { buy } = await newListing()
    const trial = await post('/api/v1/outcomes/balance/trial/claim', {}, { agent_id: 'a' })
    const { pass } = await world
      .pass('day')
      .then((made) => ({ pass: Object.values(made).find((one) => /_dp_/.test(one)) }))
    const { key: poor } = await world.key(1_000)
    await post('/api/v1/outcomes/balance/policy', { 'x-service-key': poor }, { allow_slugs: ['hash-text'] })
    const before = await count('purchase')
    for (const [headers, code] of [
      [{ 'x-service-key': String(trial.body['key'] ?? trial.body['service_key']) }, 'trial_not_accepted'],
      [{ 'x-day-pass': String(pass) }, 'trial_not_accepted'],
      [{ 'x-service-key': poor }, 'policy_slug'],
      [{ 'x-service-key': 'fb_test_sk_nonsense' }, 'invalid_service_key'],
      [{}, 'payment_required'],
    ] as const) {
      const answer = await post(buy, headers)
      expect(answer, answer.text).toMatchObject({ status: 402, body: { code, accepts: expect.any(Array) } })
    }
    expect(await count('purchase')).toBe(before)
  })

  test.each([
    ['of a free listing', { price_cents: 0 }, 409, 'listing_is_free'],
    ['of a draft', { status: 'draft' }, 404, 'not_found'],
    [
      'of an auction',
      { price_cents: undefined, listing_type: 'auction', auction: { start_price_cents: 9 } },
      409,
      'not_for_sale',
    ],
  ])('%s', async (_, more, status, code) => {
    const { buy } = await newListing(more)
    const { key } = await world.key(1_000)
    expect(await post(buy, { 'x-service-key': key })).toMatchObject({ status, body: { code } })
  })

  test('of a deleted listing, of none, at another price than expected, and over X-Max-Cents', async () => {
    const { id, buy } = await newListing()
    const { key } = await world.key(1_000)
    const headers = { 'x-service-key': key }
    expect(await post(buy, headers, { expected_amount_cents: 499 })).toMatchObject({
      status: 409,
      body: { code: 'price_changed', price_cents: 500 },
    })
    expect(await post(buy, { ...headers, 'x-max-cents': '499' })).toMatchObject({
      status: 402,
      body: { code: 'over_max_cents' },
    })
    expect((await post(`/api/purchases/x402/lst_${'0'.repeat(32)}`, headers)).status).toBe(404)
    await seller.request('DELETE', `/api/listings/${id}`)
    expect((await post(buy, headers)).status).toBe(410)
  })
})

describe('whatever is bought, refunded, disputed and paid out', () => {
  type Sold = { id: string; path: string; token: Headers; seller: Registered }
  const WALLET = (name: string) =>
    name
      .replaceAll(/[^a-z]/g, 'x')
      .padEnd(40, 'x')
      .slice(0, 40)
  /** A seller with a proved wallet, and a listing of each price. */
  async function newShop(prices: readonly number[]) {
    const shop = await registerAccount(world)
    await world.sql(
      `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
      [shop.username, WALLET(shop.username)],
    )
    const buys = await Promise.all(
      prices.map(async (price_cents, nth) => {
        const sent = {
          title: 'Sold',
          price_cents,
          refund_days: nth % 2 === 0 ? 0 : 7,
          status: 'live',
          delivery_markdown: '# It',
        }
        const { body } = await shop.request('POST', '/api/listings', sent)
        return `/api/purchases/x402/${String(body['listing_id'])}`
      }),
    )
    return { shop, buys }
  }
  /** Everything that waits is due, what is due is in payouts, and of those some arrive, some fail and some stay open. */
  async function payOut(end: 'arrive' | 'fail' | 'stay'): Promise<void> {
    const store = payoutStore(world.db)
    await world.sql(`update payable set due_at = now() where due_at is not null and state = 'waiting'`)
    await openPayouts(world.db.pg, { minimum: 0n, afterDays: 0 })
    for (const { id, wallet, amount } of await store.ready(10)) {
      const transaction = store.newId()
      const signed = { id: transaction, signature: transaction, raw: transaction, lastValidBlockHeight: 1 }
      const answer = await store.store(
        signed,
        { currency: 'usdc', legs: [{ payoutId: id, wallet, amount, opens: false }] },
        10n ** 15n,
      )
      if (answer !== 'stored') continue
      if (end === 'arrive') await store.markPaid(transaction, 1)
      if (end === 'fail') await store.markVoid(transaction, { state: 'failed', error: 'no', slot: 1 })
    }
    await world.sql(`update payout set state = 'ready', reason = null where state = 'held'`)
  }
  /** Cents beyond what came in, by seller: what went out to them and back to their buyers, less what operators took on. */
  const overspent = (sellerIds: readonly string[], risks: ReadonlyMap<string, number>) =>
    Promise.all(
      sellerIds.map(async (id) => {
        const [row] = await world.sql<{ out: number }>(
          `select ((select coalesce(sum(amount), 0) from payout where seller_id = $1) / 10000
             - (select coalesce(sum(seller_cents), 0) from purchase where seller_id = $1 and status = 'paid'))::int as out`,
          [id.slice(4)],
        )
        return Math.max(0, (row?.out ?? 0) - (risks.get(id) ?? 0))
      }),
    )

  const STEPS = ['x402', 'prepaid', 'refund', 'ask', 'operator', 'arrive', 'fail', 'stay'] as const
  const WEIGHTS: Record<(typeof STEPS)[number], number> = {
    x402: 2,
    prepaid: 4,
    refund: 7,
    ask: 1,
    operator: 1,
    arrive: 2,
    fail: 1,
    stay: 1,
  }
  const what = fc.oneof(...STEPS.map((step) => ({ weight: WEIGHTS[step], arbitrary: fc.constant(step) })))
  const steps = fc.array(fc.record({ what, nth: fc.nat(1_000) }), { minLength: 30, maxLength: 40, size: 'max' })

  test('no more goes out than came in, and the ledger is whole', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const shops = [await newShop([999, 1_000])]
        const { key } = await world.key(100_000)
        const sales: Sold[] = []
        const risks = new Map<string, number>()
        const buy = async (nth: number, headers: (path: string) => Promise<Headers>) => {
          const { shop, buys } = shops[nth % shops.length] ?? { shop: seller, buys: [] }
          const path = buys[(nth >> 1) % 2] ?? ''
          const { status, body, text } = await post(path, await headers(path))
          expect(status, text).toBe(200)
          const id = String(body['purchase_id'])
          sales.push({
            id,
            path: `/api/purchases/${id}`,
            token: { 'x-purchase-token': String(body['purchase_token']) },
            seller: shop,
          })
        }
        const refund = async ({ path }: Sold, headers: Headers) => {
          const { status, text } = await post(`${path}/refund`, headers)
          expect([200, 409], text).toContain(status)
        }
        const decide = async (sale: Sold) => {
          const asked = {
            name: 'purchase refund',
            purchaseId: sale.id.slice(4),
            purchase: sale.id,
            reason: 'x',
          } as const
          // A sale that was refunded before is refused.
          const isDone = await runPurchaseAct({ ...world.db, mint: world.mint }, asked).then(
            () => true,
            () => false,
          )
          const [debt] = await world.sql<{ cents: number }>(
            `select (amount / 10000)::int as cents from payable where purchase_id = $1 and amount < 0`,
            [sale.id.slice(4)],
          )
          if (isDone) risks.set(sale.seller.userId, (risks.get(sale.seller.userId) ?? 0) - (debt?.cents ?? 0))
        }
        const step = async ({ what, nth }: { what: (typeof STEPS)[number]; nth: number }): Promise<void> => {
          if (what === 'x402') return buy(nth, async (path) => paid(await sign(path)))
          if (what === 'prepaid') return buy(nth, () => Promise.resolve({ 'x-service-key': key }))
          if (what === 'arrive' || what === 'fail' || what === 'stay') return payOut(what)
          const sale = sales[nth % Math.max(1, sales.length)]
          if (sale === undefined) return undefined
          if (what === 'ask') return refund(sale, sale.token)
          return what === 'operator' ? decide(sale) : refund(sale, sale.seller.bearer)
        }
        // Two at a time, so that they meet.
        for (let at = 0; at < taken.length; at += 2) {
          await Promise.all(taken.slice(at, at + 2).map(step))
          const sellerIds = shops.map(({ shop }) => shop.userId)
          expect(await overspent(sellerIds, risks)).toEqual([0])
        }
        expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
      }),
      { numRuns: 5, endOnFailure: true },
    )
  }, 120_000)
})

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { runPurchaseAct } from '#shared/operators/acts/purchase-act.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { openPayouts } from '#shared/market/payouts/open-payouts.ts'
import { failLateDeliveries } from '#shared/market/refunds/fail-late-deliveries.ts'
import { Purchase } from '#shared/market/purchases/purchase.entity.ts'
import { refundSale } from '#shared/market/refunds/refund-sale.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { registerAccount, type Registered, statusesOf } from '#test/support/world/market.ts'
import { type Answer, openWorld, type World } from '#test/support/world/world.ts'

/** The statements that wait for a lock. */
const LOCK_WAITS = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

let world: World
let seller: Registered
let buyer: Registered
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [] })
  seller = await newSeller()
  buyer = await registerAccount(world)
})
afterEach(async () => expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([]))
afterAll(() => world.close())

async function newSeller(): Promise<Registered> {
  const made = await registerAccount(world)
  await world.sql(
    `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
    [made.username, `wallet-of-${made.username}`.padEnd(40, 'x').slice(0, 40)],
  )
  return made
}
type Sold = { id: string; path: string; token: Record<string, string>; key: string }
/** Sells a listing to a prepaid key, without an account unless `who` is given. */
async function sold(more: Record<string, unknown> = {}, by = seller, who?: Registered): Promise<Sold> {
  const sent = { title: 'Sold', price_cents: 1_000, status: 'live', delivery_markdown: '# Sold', ...more }
  const { body: listing, text } = await by.request('POST', '/api/listings', sent)
  expect(listing['listing_id'], text).toBeDefined()
  const { key } = await world.key(1_000)
  const bought = await world.request('POST', `/api/purchases/x402/${String(listing['listing_id'])}`, {
    headers: { 'x-service-key': key, ...who?.bearer },
  })
  expect(bought.status, bought.text).toBe(200)
  const id = String(bought.body['purchase_id'])
  const token: Record<string, string> =
    who === undefined ? { 'x-purchase-token': String(bought.body['purchase_token']) } : who.bearer
  return { id: id.slice(4), path: `/api/purchases/${id}`, token, key }
}
const refund = ({ path }: Sold, headers: Record<string, string>): Promise<Answer> =>
  world.request('POST', `${path}/refund`, { headers })
const balance = async (key: string) =>
  (await world.request('GET', '/api/v1/outcomes/balance/status', { headers: { 'x-service-key': key } })).body[
    'balance_cents'
  ]
const payables = async ({ id }: Sold) =>
  (
    await world.sql<{ state: string; cents: number }>(
      `select state, (amount / 10000)::int as cents from payable where purchase_id = $1 order by created_at, amount desc`,
      [id],
    )
  ).map(({ state, cents }) => [state, cents])
/** Everything that is owed is paid out, but for what is signed for it. */
async function payOut(): Promise<void> {
  await world.sql(`update payable set due_at = now() where due_at is not null and state = 'waiting'`)
  await openPayouts(world.db.pg, { minimum: 0n, afterDays: 0 })
}

describe('a refund', () => {
  test('is asked for within the window and given by the seller: the price goes back to the key, once', async () => {
    const sale = await sold({ refund_days: 7 })
    const asked = await refund(sale, sale.token)
    expect(asked).toMatchObject({ status: 200, body: { status: 'paid', refund: { refunded_cents: 0 } } })
    expect((await refund(sale, sale.token)).body['timeline']).toEqual(asked.body['timeline'])
    expect(await balance(sale.key)).toBe(0)
    const given = await refund(sale, seller.bearer)
    expect(given).toMatchObject({ status: 200, body: { status: 'refunded', refund_key: null } })
    expect((await refund(sale, seller.bearer)).status).toBe(200)
    expect([await balance(sale.key), await payables(sale)]).toEqual([1_000, [['canceled', 850]]])
    expect(await world.request('GET', `${sale.path}/delivery`, { headers: sale.token })).toMatchObject({
      status: 410,
      body: { code: 'gone' },
    })
  })

  test('given ten times at once is given once', async () => {
    const sale = await sold()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(sale, seller.bearer)))
    expect(statusesOf(answers)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await balance(sale.key)).toBe(1_000)
  })

  test('to a key that was revoked is a new key, for the buyer alone', async () => {
    const sale = await sold({ refund_days: 7 })
    await world.request('POST', '/api/v1/outcomes/balance/revoke', {
      headers: { 'x-service-key': sale.key },
      body: { confirm: true },
    })
    expect((await refund(sale, seller.bearer)).body).toMatchObject({ refund_key: null })
    const { body } = await refund(sale, sale.token)
    expect(body).toMatchObject({ status: 'refunded', refund_key: expect.stringMatching(/^fb_test_sk_/) })
    expect(await balance(String(body['refund_key']))).toBe(1_000)
  })

  test.each([
    ['of a listing without a window', {}],
    ['after its window', { refund_days: 7 }],
  ])('%s is not for the buyer to ask', async (_, more) => {
    const sale = await sold(more)
    await world.sql(`update purchase set refundable_until = now() - interval '1 second' where id = $1`, [sale.id])
    expect(await refund(sale, sale.token)).toMatchObject({ status: 409, body: { code: 'refund_window_over' } })
  })

  test('of what was paid out is refused to a seller whom nothing else covers, and a debt for the operator', async () => {
    const lone = await newSeller()
    const sale = await sold({}, lone)
    await payOut()
    expect(await payables(sale)).toEqual([['in_payout', 850]])
    expect(await refund(sale, lone.bearer)).toMatchObject({ status: 409, body: { code: 'refund_not_covered' } })
    expect(await balance(sale.key)).toBe(0)
    const byOperator = {
      name: 'purchase refund',
      purchaseId: sale.id,
      purchase: sale.path.slice(-36),
      reason: 'Copied',
    } as const
    expect(await runPurchaseAct({ ...world.db, mint: world.mint }, byOperator)).toEqual({
      purchase_id: byOperator.purchase,
      status: 'refunded',
      refunded_cents: 1_000,
      refund_key_id: null,
    })
    await expect(runPurchaseAct({ ...world.db, mint: world.mint }, byOperator)).rejects.toThrow(/nothing goes back/)
    expect(await payables(sale)).toEqual([
      ['in_payout', 850],
      ['due', -850],
    ])
    const { body } = await world.request('GET', sale.path, { headers: sale.token })
    expect(body['timeline']).toContainEqual(expect.objectContaining({ actor: 'operator', reason: 'Copied' }))
  })

  test('of what was paid out is covered by what is due, not by what can be refunded itself; that covers nothing twice', async () => {
    const lone = await newSeller()
    const sale = await sold({}, lone)
    await payOut()
    const other = await sold({ refund_days: 30 }, lone)
    expect(await refund(sale, lone.bearer)).toMatchObject({ status: 409, body: { code: 'refund_not_covered' } })
    await world.sql(`update payable set due_at = now() where purchase_id = $1`, [other.id])
    expect((await refund(sale, lone.bearer)).status).toBe(200)
    expect(await refund(other, lone.bearer)).toMatchObject({ status: 409, body: { code: 'refund_not_covered' } })
    expect([await balance(sale.key), await balance(other.key)]).toEqual([1_000, 0])
  })

  test('that races a payout is either, never both', async () => {
    const sales = await Promise.all(Array.from({ length: 6 }, async () => sold({}, await newSeller())))
    await world.sql(`update payable set due_at = now() where due_at is not null and state = 'waiting'`)
    await Promise.all([
      openPayouts(world.db.pg, { minimum: 0n, afterDays: 0 }),
      ...sales.map((sale) =>
        inUnitOfWork(world.db, async (em) => {
          const purchase = await em.findOneOrFail(Purchase, sale.id)
          await refundSale(em, world.mint, purchase, { by: 'seller' }).catch(() => {})
        }),
      ),
    ])
    for (const sale of sales) {
      const isRefunded = (await balance(sale.key)) === 1_000
      expect((await payables(sale))[0]?.[0]).toBe(isRefunded ? 'canceled' : 'in_payout')
    }
  })

  test('that meets the opening of its payout waits for it, and sees that nothing covers it', async () => {
    const lone = await newSeller()
    const sale = await sold({}, lone)
    const waits = async (more: number) =>
      vi.waitFor(async () => expect((await world.sql(LOCK_WAITS)).length).toBeGreaterThanOrEqual(more))
    // Another payout of the seller that is not committed makes the opening wait after it has taken the payable.
    const other = await world.db.pg.connect()
    let opening: Promise<void>
    let refunding: Promise<Answer>
    try {
      await other.query(`begin; set local session_replication_role = replica`)
      await other.query(
        `insert into payout (id, seller_id, amount) select gen_random_uuid(), seller_id, amount from payable where purchase_id = $1`,
        [sale.id],
      )
      opening = payOut()
      await waits(1)
      refunding = refund(sale, lone.bearer)
      await waits(2)
    } finally {
      await other.query('rollback')
      other.release()
    }
    await opening
    expect(await refunding).toMatchObject({ status: 409, body: { code: 'refund_not_covered' } })
    expect([await balance(sale.key), await payables(sale)]).toEqual([0, [['in_payout', 850]]])
  })
})

describe('a delivery that the seller makes', () => {
  /** A listing that was on sale before listings without content were refused. */
  const awaited = async () => {
    const sale = await sold({ refund_days: 7 })
    await world.sql(`alter table purchase disable trigger purchase_states`)
    await world.sql(
      `update purchase set delivery_form = 'by_seller', content_sha256 = null, delivery_status = 'awaiting', delivered_at = null, refundable_until = null where id = $1`,
      [sale.id],
    )
    await world.sql(`alter table purchase enable trigger purchase_states`)
    await world.sql(
      `insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status) values ($1, 3, 'delivery_awaited', 'platform', 'paid', 'awaiting')`,
      [sale.id],
    )
    await world.sql(`update payable set due_at = null where purchase_id = $1`, [sale.id])
    return sale
  }
  const confirm = ({ path }: Sold, url = '', who = seller) => who.request('POST', `${path}/confirm-delivery${url}`)

  test('is awaited, then confirmed once with its URL, from which the refund window runs', async () => {
    const sale = await awaited()
    const delivery = () => fetch(`${world.baseUrl}${sale.path}/delivery`, { headers: sale.token, redirect: 'manual' })
    const early = await delivery()
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '3600'])
    expect(await confirm(sale)).toMatchObject({ status: 422 })
    expect((await confirm(sale, '?delivery_url=http%3A%2F%2Fa.example')).status).toBe(422)
    expect((await confirm(sale, '', buyer)).status).toBe(404)
    const first = await confirm(sale, '?delivery_url=https%3A%2F%2Fa.example%2Fone')
    expect(first).toMatchObject({
      status: 200,
      body: { delivery_status: 'confirmed', refundable_until: expect.any(String) },
    })
    expect((await confirm(sale, '?delivery_url=https%3A%2F%2Fa.example%2Ftwo')).body).toEqual(first.body)
    const late = await delivery()
    expect([late.status, late.headers.get('location')]).toEqual([303, 'https://a.example/one'])
    expect(await world.sql(`select due_at is not null as due from payable where purchase_id = $1`, [sale.id])).toEqual([
      { due: true },
    ])
  })

  test('that does not come within 72 hours has failed, and the price goes back', async () => {
    const sale = await awaited()
    await world.sql(`update purchase set paid_at = now() - interval '73 hours' where id = $1`, [sale.id])
    await Promise.all([failLateDeliveries(world.db, world.mint), failLateDeliveries(world.db, world.mint)])
    const { body } = await world.request('GET', sale.path, { headers: sale.token })
    expect(body).toMatchObject({ status: 'refunded', delivery_status: 'failed' })
    expect(await balance(sale.key)).toBe(1_000)
  })
})

describe('a purchase made without an account', () => {
  test('is claimed with its token, which then reads nothing; nobody else and no seller claims it', async () => {
    const sale = await sold()
    const claim = (who: Registered, token: Record<string, string>) =>
      who.request('POST', `${sale.path}/claim`, undefined, token)
    expect(await claim(buyer, {})).toMatchObject({ status: 401, body: { code: 'invalid_purchase_token' } })
    expect(await claim(buyer, { 'x-purchase-token': 'pt_wrong' })).toMatchObject({ status: 401 })
    expect(await claim(seller, sale.token)).toMatchObject({ status: 403, body: { code: 'own_listing' } })
    expect((await claim(buyer, sale.token)).body).toMatchObject({ buyer_id: buyer.userId })
    expect((await claim(buyer, {})).status).toBe(200)
    expect((await claim(await registerAccount(world), sale.token)).status).toBe(404)
    expect(await world.request('GET', sale.path, { headers: sale.token })).toMatchObject({
      status: 401,
      body: { code: 'invalid_purchase_token' },
    })
    const said = await buyer.request('POST', `${sale.path}/feedback`, { rating: 5 })
    expect(said.status, said.text).toBe(201)
  })
})

test('the summary says what was sold, kept, refunded and is still to be paid out', async () => {
  const lone = await newSeller()
  const [one] = [await sold({}, lone, buyer), await sold({ refund_days: 7 }, lone)]
  await refund(one, lone.bearer)
  const { body } = await lone.request('GET', '/api/purchases/commerce-summary?days=2')
  expect(body['as_seller']).toMatchObject({
    intents: 2,
    paid: 2,
    delivered: 2,
    refunded: 1,
    gross_cents: 2_000,
    refunded_cents: 1_000,
    fees_cents: 150,
    net_cents: 850,
    pending_payout_cents: 850,
    paid_out_cents: 0,
    tier: { fee_bps: 1_500 },
    days: [{ paid: 2, net_cents: 850 }],
  })
})

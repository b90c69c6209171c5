import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { freeClaims } from '#shared/market/purchases/claim-free.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { registerAccount, type Registered, statusesOf } from '#test/support/world/market.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

let world: World
let seller: Registered
let buyer: Registered
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [] })
  seller = await registerAccount(world)
  buyer = await registerAccount(world)
})
afterAll(async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
})

const newListing = async (more: Record<string, unknown> = {}) => {
  const sent = { title: 'Given away', price_cents: 0, status: 'live', delivery_markdown: '# Version one', ...more }
  const { body } = await seller.request('POST', '/api/listings', sent)
  return String(body['listing_id'])
}
const claim = (listingId: string, who = buyer) => who.request('POST', `/api/purchases/free/${listingId}`)

describe('a free listing', () => {
  test('is delivered at once, with every field of a purchase, and is the same purchase when it is taken again', async () => {
    const listingId = await newListing({ license_id: 'mit' })
    const first = await claim(listingId)
    expect(first).toMatchObject({
      status: 201,
      body: {
        purchase_id: expect.stringMatching(/^pur_[0-9a-f]{32}$/),
        listing_id: listingId,
        listing_title: 'Given away',
        listing_version: 1,
        role: 'buyer',
        buyer_id: buyer.userId,
        seller_id: seller.userId,
        kind: 'free',
        status: 'paid',
        delivery_status: 'delivered',
        amount_cents: 0,
        rail: 'free',
        splits: [],
        license: { license_id: 'mit', status: 'active' },
        timeline: [
          { event: 'bought', actor: 'buyer' },
          { event: 'delivered', actor: 'platform' },
        ],
        allowed_actions: ['read_delivery', 'read_license', 'request_wrap', 'give_feedback'],
      },
    })
    const again = await claim(listingId)
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test('taken twenty times at once is one purchase', async () => {
    const listingId = await newListing()
    const answers = await Promise.all(Array.from({ length: 20 }, () => claim(listingId)))
    expect(statusesOf(answers)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(new Set(answers.map(({ body }) => body['purchase_id'])).size).toBe(1)
  })

  test('delivers the version that was taken, also after a new one, a deletion and a purge', async () => {
    const listingId = await newListing()
    const { body } = await claim(listingId)
    const path = `/api/purchases/${String(body['purchase_id'])}/delivery`
    await seller.request('POST', `/api/listings/${listingId}/delivery-content`, { content: '# Version two' })
    const read = await buyer.request('GET', path)
    expect([read.status, read.text]).toEqual([200, '# Version one'])
    expect(read.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(read.headers.get('x-listing-version')).toBe('1')
    expect(read.headers.get('content-disposition')).toMatch(/^attachment; filename="given-away-[\w-]+-v1\.md"$/)
    const etag = read.headers.get('etag') ?? ''
    expect((await buyer.request('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
    await seller.request('DELETE', `/api/listings/${listingId}`)
    expect((await buyer.request('GET', path)).text).toBe('# Version one')
    expect((await claim(listingId)).body['purchase_id']).toBe(body['purchase_id'])
  })

  test('that its seller keeps elsewhere is a redirect to it', async () => {
    const url = 'https://seller.example/pack.zip'
    const listingId = await newListing({ delivery_markdown: undefined, delivery_url: url })
    const { body } = await claim(listingId)
    const response = await fetch(`${world.baseUrl}/api/purchases/${String(body['purchase_id'])}/delivery`, {
      headers: buyer.bearer,
      redirect: 'manual',
    })
    expect([response.status, response.headers.get('location')]).toEqual([303, url])
  })

  test('is not given to its seller, nor to an agent of its seller', async () => {
    const listingId = await newListing()
    expect(await claim(listingId, seller)).toMatchObject({ status: 403, body: { code: 'own_listing' } })
    const agent = await seller.request('POST', '/api/ai-agents/register', { name: 'Mine', terms_accepted: true })
    const key = String(agent.body['api_key'])
    const answer = await world.request('POST', `/api/purchases/free/${listingId}`, { headers: { 'x-api-key': key } })
    expect(answer, answer.text).toMatchObject({ status: 403, body: { code: 'own_listing' } })
  })

  test.each([
    ['that costs', { price_cents: 500 }, 402, 'payment_required'],
    ['that is a draft', { status: 'draft' }, 404, 'not_found'],
    [
      'sold by auction',
      { price_cents: undefined, listing_type: 'auction', auction: { start_price_cents: 100 } },
      409,
      'not_for_sale',
    ],
  ])('%s is refused', async (_, more, status, code) => {
    expect(await claim(await newListing(more))).toMatchObject({ status, body: { code } })
  })

  test('asked for by many at once is given to each who may have it, and refused to the others alone', async () => {
    const listingId = await newListing()
    const users = await Promise.all(Array.from({ length: 6 }, () => registerAccount(world)))
    const [ended, ...others] = users
    if (ended !== undefined) await claim(await newListing(), ended)
    await world.sql(`update session set revoked_at = now() where user_id = $1`, [ended?.userId.slice(4)])
    const answers = await Promise.all([seller, ...users, ...others].map((who) => claim(listingId, who)))
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 401, 403])
    const rows = await world.sql(`select buyer_id from purchase where listing_id = $1`, [listingId.slice(4)])
    expect(rows.map(({ buyer_id: id }) => String(id).replaceAll('-', '')).toSorted()).toEqual(
      others.map(({ userId }) => userId.slice(4)).toSorted(),
    )
  })

  test('and its delivery are refused at once to a credential that has ended, and to one that it was hidden from', async () => {
    const [one, other] = [await newListing(), await newListing()]
    const user = await registerAccount(world)
    const path = `/api/purchases/${String((await claim(one, user)).body['purchase_id'])}/delivery`
    expect((await user.request('GET', path)).status).toBe(200)
    await world.sql(`update listing set hidden_at = now() where id = $1`, [other.slice(4)])
    expect((await claim(other, user)).status).toBe(404)
    await world.sql(`update market_user set status = 'suspended' where id = $1`, [user.userId.slice(4)])
    for (const answer of [await user.request('GET', path), await claim(one, user)])
      expect(answer).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
    await world.sql(`update market_user set status = 'active' where id = $1`, [user.userId.slice(4)])
    expect((await user.request('GET', path)).text).toBe('# Version one')
    await world.sql(`update session set revoked_at = now() where user_id = $1`, [user.userId.slice(4)])
    for (const answer of [await user.request('GET', path), await claim(other, user), await claim(one, user)])
      expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credential' } })
  })

  test('that gets a price while it is taken is given away or refused, and never sold for nothing later', async () => {
    const listingId = await newListing()
    const users = await Promise.all(Array.from({ length: 6 }, () => registerAccount(world)))
    const [answers] = await Promise.all([
      Promise.all(users.map((user) => claim(listingId, user))),
      seller.request('PATCH', `/api/listings/${listingId}`, { price_cents: 900 }),
    ])
    expect(answers.every(({ status }) => [201, 402, 409].includes(status))).toBe(true)
    const rows = await world.sql(`select listing_version, price_cents from purchase where listing_id = $1`, [
      listingId.slice(4),
    ])
    expect(rows).toEqual(rows.map(() => ({ listing_version: 1, price_cents: 0 })))
    expect((await claim(listingId)).status).toBe(402)
  })
})

test('a free sale counts for no rank or fee tier, which is judged when it is made', async () => {
  const { body } = await claim(await newListing())
  const [row] = await world.sql(`select is_counted, counted_at = paid_at as at_once from purchase where id = $1`, [
    String(body['purchase_id']).slice(4),
  ])
  expect(row).toEqual({ is_counted: false, at_once: true })
})

test('a claim finds its listing by its id, however many others are free', async () => {
  const texts: string[] = []
  // Safe: a claim asks nothing else of the database.
  const pg = { query: async ({ text }: { text: string }) => (texts.push(text), { rows: [] }) } as never
  const actor = { userId: buyer.userId, credential: { kind: 'session', id: 'none' } }
  const ended = () => Promise.reject(new Error('nobody'))
  // Safe: of an actor a claim reads these.
  await expect(freeClaims({ pg })(actor as never, await newListing(), ended)).rejects.toThrow('nobody')
  const { rows } = await world.db.pg.query<{ 'QUERY PLAN': string }>(`explain ${texts[0]}`, ['[]'])
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Scan using listing_pkey on listing')
  expect(plan).not.toMatch(/on listing l\b|using listing_(?!pkey)/)
})

test('a purchase is for its buyer and its seller: the seller is not told who bought, and nobody else finds it', async () => {
  const listingId = await newListing()
  const id = String((await claim(listingId)).body['purchase_id'])
  const sold = await seller.request('GET', `/api/purchases/${id}`)
  expect(sold.body).toMatchObject({ role: 'seller', buyer_id: null, buyer: 'A registered buyer' })
  expect(sold.text).not.toContain(buyer.userId)
  const stranger = await registerAccount(world)
  for (const path of [`/api/purchases/${id}`, `/api/purchases/${id}/delivery`])
    expect(await stranger.request('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('what was bought and sold is listed, newest first, with totals', async () => {
  const [one, other] = [await registerAccount(world), await registerAccount(world)]
  const ids: string[] = []
  for (let nth = 0; nth < 3; nth += 1) ids.push(String((await claim(await newListing(), one)).body['purchase_id']))
  const mine = await one.request('GET', '/api/purchases/user/me?limit=2')
  expect(mine.body).toMatchObject({
    total: 3,
    has_more: true,
    items: [{ purchase_id: ids[2] }, { purchase_id: ids[1] }],
  })
  const sold = await seller.request('GET', '/api/purchases/seller/me?limit=1')
  expect(sold.body).toMatchObject({ items: [{ purchase_id: ids[2], role: 'seller', buyer_id: null }] })
  expect(sold.text).not.toContain(one.userId)
  expect((await other.request('GET', '/api/purchases/user/me')).body).toMatchObject({ total: 0, items: [] })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { canonicalJson, sha256Hex } from '#shared/lib/crypto/digest.ts'
import { isEd25519Signed } from '#shared/lib/crypto/ed25519.ts'
import { createLog } from '#shared/log.ts'
import { testSigner } from '#test/support/files/receipt-vectors.ts'
import { settlementBearer } from '#shared/money/settlement/settlement-bearer.ts'
import { viewCounter } from '#shared/market/listings/browse/count-view.ts'
import { purgeListingEvents } from '#shared/market/listings/browse/purge-events.ts'
import { listingSearch } from '#shared/market/listings/browse/search-listings.ts'
import { uuidOf } from '#shared/market/public-id.ts'
import seed from '#shared/playground/seed/seed-listings.json' with { type: 'json' }
import { seedMarket } from '#shared/playground/seed/seed-market.ts'
import { localBlobs } from '#shared/blobs/local-blobs.ts'
import { openQueues } from '#shared/queues/backend.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { receiptRoutes } from '#workers/settlement/receipt-routes.ts'
import { settlementHandler } from '#workers/settlement/settlement-handler.ts'

import { registerAccount, type Registered, statusesOf } from '#test/support/world/market.ts'
import { openWorld, randomId, type World } from '#test/support/world/world.ts'

const SKILL = [
  '---',
  'name: changelog-helper',
  'description: Writes a changelog from git commits.',
  'license: MIT',
  'allowed-tools: Read, Bash(git log:*)',
  '---',
  '# Changelog helper',
  '## Steps',
  'Run `git log`.',
  '',
].join('\n')

let world: World
let seller: Registered
let other: Registered
const settlement = createServer()
beforeAll(async () => {
  const port = await freePort()
  world = await openWorld({ backend: 'postgres', pools: [], env: { SETTLEMENT_URL: `http://127.0.0.1:${port}` } })
  const bearer = settlementBearer(world.config.SERVER_SECRET)
  const routes = receiptRoutes(testSigner, () => new Date())
  settlement.on('request', settlementHandler({ routes, bearer, log: createLog('silent') }))
  await new Promise<void>((done) => settlement.listen(port, '127.0.0.1', done))
  seller = await registerAccount(world)
  other = await registerAccount(world)
})
afterAll(async () => {
  await world.close()
  await new Promise((done) => settlement.close(done).closeAllConnections())
})

type Listing = Record<string, unknown>
const post = async (more: Listing = {}, by = seller): Promise<Listing> => {
  const body = {
    title: 'A listing',
    price_cents: 900,
    status: 'live',
    delivery_url: 'https://seller.example/a',
    ...more,
  }
  const answer = await by.request('POST', '/api/listings', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const at = (listing: Listing, after = '') => `/api/listings/${String(listing['listing_id'])}${after}`
const browse = async (query: Record<string, string | number>, headers: Record<string, string> = {}) => {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const answer = await world.request('GET', `/api/listings?${search.toString()}`, { headers })
  expect(answer.status, answer.text).toBe(200)
  // Safe: the page of our own server, which its schema checked.
  return answer.body as Listing & { items: Listing[] }
}
const titles = ({ items }: { items: Listing[] }) => items.map(({ title }) => title)

describe('a listing', () => {
  test('with a price goes live only with something to deliver, and keeps it while it is live', async () => {
    const bare = { title: 'Bare', price_cents: 500, status: 'live' }
    const refused = await seller.request('POST', '/api/listings', bare)
    expect([refused.status, refused.body['code']]).toEqual([409, 'nothing_to_deliver'])
    const draft = await post({ status: 'draft', delivery_url: undefined })
    expect((await seller.request('PATCH', at(draft), { status: 'live' })).body['code']).toBe('nothing_to_deliver')
    await seller.request('POST', at(draft, '/delivery-content'), { content: '# Here' })
    expect((await seller.request('PATCH', at(draft), { status: 'live' })).status).toBe(200)
    const linked = await post()
    expect((await seller.request('PATCH', at(linked), { delivery_url: null })).body['code']).toBe('nothing_to_deliver')
    const free = await post({ price_cents: 0, delivery_url: undefined })
    expect((await seller.request('PATCH', at(free), { price_cents: 100 })).body['code']).toBe('nothing_to_deliver')
  })

  test('shows what its seller receives to the seller only, and offers others to buy or claim it', async () => {
    const [paid, free] = [await post(), await post({ price_cents: 0 })]
    const view = async (listing: Listing, by = other) => (await by.request('GET', at(listing))).body
    expect(Object(await view(paid, seller))['purchase']).toMatchObject({
      available: false,
      reason_unavailable: 'own_listing',
      fee_preview: { gross_cents: 900, platform_cents: 135, you_receive_cents: 765 },
    })
    expect(Object(await view(paid))['purchase']).not.toHaveProperty('fee_preview')
    expect(await view(paid)).toMatchObject({ allowed_actions: ['buy', 'install', 'import_preview', 'report'] })
    expect(await view(free)).toMatchObject({
      purchase: { available: true, rails: ['free'], rails_unavailable: [] },
      allowed_actions: ['claim', 'install', 'import_preview', 'report'],
    })
  })

  test('is a draft that only its owner sees until it is published', async () => {
    const draft = await post({ status: undefined, title: 'My draft' })
    expect(draft).toMatchObject({
      status: 'draft',
      published_at: null,
      category: 'other',
      listing_kind: 'skill',
      version: 1,
      purchase: { available: false, reason_unavailable: 'draft' },
      allowed_actions: expect.arrayContaining(['edit', 'publish', 'delete']),
    })
    expect((await world.request('GET', at(draft))).status).toBe(404)
    expect((await other.request('GET', at(draft))).status).toBe(404)
    expect(await seller.request('GET', at(draft))).toMatchObject({ status: 200 })
    const live = await seller.request('PATCH', at(draft), { status: 'live' })
    expect(live.body).toMatchObject({ status: 'live', published_at: expect.any(String), version: 1 })
    expect(await world.request('GET', at(draft))).toMatchObject({
      status: 200,
      body: {
        price_label: '$9.00',
        price_type: 'paid',
        slug: expect.stringMatching(/^my-draft-[0-9a-f]{10}$/),
        seller: { username: seller.username, rating_avg: null },
        purchase: {
          price_cents: 900,
          available: true,
          rails: ['x402', 'prepaid'],
          rails_unavailable: [
            { rail: 'card', reason: 'not_taken_here' },
            { rail: 'solana', reason: 'seller_has_no_proved_wallet' },
          ],
          x402_url: `/api/purchases/x402/${String(draft['listing_id'])}`,
        },
        allowed_actions: ['buy', 'register'],
      },
    })
  })

  test.each<[string, Listing, Listing]>([
    ['no title', { title: undefined }, { type: 'missing', loc: ['body', 'title'] }],
    ['a title of two lines', { title: 'a\nb' }, { type: 'value_error', loc: ['body', 'title'] }],
    ['no price: it would be a gift', { price_cents: undefined }, { type: 'missing', loc: ['body', 'price_cents'] }],
    ['half a cent', { price_cents: 1.5 }, { loc: ['body', 'price_cents'] }],
    ['a price below zero', { price_cents: -1 }, { loc: ['body', 'price_cents'] }],
    ['a price without end', { price_cents: 1e21 }, { loc: ['body', 'price_cents'] }],
    ['a type that is not its price', { price_type: 'free' }, { loc: ['body', 'price_type'] }],
    ['a category nobody knows', { category: "x' or 1=1" }, { type: 'literal_error', loc: ['body', 'category'] }],
    ['a status nobody knows', { status: 'LIVE' }, { type: 'literal_error', loc: ['body', 'status'] }],
    [
      'other days of refund',
      { refund_days: 3 },
      { type: 'literal_error', loc: ['body', 'refund_days'], msg: 'Input should be 0, 7, 14 or 30' },
    ],
    ['an auction without terms', { listing_type: 'auction' }, { type: 'missing', loc: ['body', 'auction'] }],
    ['a script for a delivery', { delivery_url: 'javascript:alert(1)' }, { loc: ['body', 'delivery_url'] }],
    ['plain http for a delivery', { delivery_url: 'http://a.example/x' }, { loc: ['body', 'delivery_url'] }],
    ['no URL for a delivery', { delivery_url: 'no address' }, { loc: ['body', 'delivery_url'] }],
    ['a title that is too long as it is kept', { title: '\u0958'.repeat(61) }, { loc: ['body', 'title'] }],
    [
      'an auction at another price than it starts at',
      { listing_type: 'auction', auction: { start_price_cents: 500 } },
      { loc: ['body', 'price_cents'] },
    ],
    [
      'an auction for nothing',
      { listing_type: 'auction', price_type: 'free', auction: { start_price_cents: 100 } },
      { loc: ['body', 'price_type'] },
    ],
    ['a password in a URL', { delivery_url: 'https://a:b@c.example' }, { loc: ['body', 'delivery_url'] }],
    ['a royalty of 20 %', { royalty_bps: 2_000 }, { loc: ['body', 'royalty_bps'] }],
    ['characters nobody sees', { title: 'a\u202Eb' }, { loc: ['body', 'title'] }],
  ])('is refused with %s', async (_, more, error) => {
    const body = { title: 'x', price_cents: 100, ...more }
    expect(await seller.request('POST', '/api/listings', body)).toMatchObject({
      status: 422,
      body: { detail: expect.arrayContaining([expect.objectContaining(error)]) },
    })
  })

  test('under an Idempotency-Key is made once', async () => {
    const key = { 'idempotency-key': randomId() }
    const body = { title: 'Once', price_cents: 0 }
    const answers = await Promise.all([1, 2, 3].map(() => seller.request('POST', '/api/listings', body, key)))
    expect(statusesOf(answers)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body['listing_id'])).size).toBe(1)
  })

  test('takes from a body only what it declares', async () => {
    const sent = `{"title":"Mine","price_cents":500,"status":"live","delivery_url":"https://seller.example/a","owner_id":"${other.userId}","user_id":"${other.userId}",
      "sales_count":9,"views":9,"rating_sum":50,"version":7,"boosted_until":"2099-01-01T00:00:00Z","is_shown":false,
      "constructor":{"prototype":{"status":"draft"}}}`
    const { status, body } = await world.request('POST', '/api/listings', { headers: seller.bearer, body: sent })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user_id: seller.userId,
      price_cents: 500,
      sales_count: 0,
      views: 0,
      version: 1,
      boosted_until: null,
      status: 'live',
    })
    for (const more of ['"user_id":"x"', '"version":9', '"__proto__":{"title":"x"}', '"constructor":{}', '"views":1']) {
      const answer = await world.request('PATCH', at(body), { headers: seller.bearer, body: `{${more}}` })
      const type = more.includes('__proto__') ? 'value_error' : 'extra_forbidden'
      expect(answer, more).toMatchObject({ status: 422, body: { detail: [{ type }] } })
    }
    const named = { title: 'Named', price_cents: 500, status: 'live', content: '# Named' }
    expect((await seller.request('POST', '/api/listings', named)).body).toMatchObject({
      content_sha256: expect.any(String),
    })
    const twice = { ...named, delivery_markdown: '# Named' }
    expect((await seller.request('POST', '/api/listings', twice)).status).toBe(422)
    const poisoned = { headers: seller.bearer, body: '{"title":"x","price_cents":0,"__proto__":{"status":"live"}}' }
    expect(await world.request('POST', '/api/listings', poisoned)).toMatchObject({ status: 422 })
  })

  test('keeps its text as it was sent; what is rendered of it is harmless', async () => {
    const description =
      '# Hi <script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)> [ok](https://a.example)'
    const made = await post({ description })
    const { body, headers } = await world.request('GET', at(made))
    expect(body['description']).toBe(description)
    const html = String(body['description_html'])
    expect(html).toContain('<a href="https://a.example" rel="nofollow ugc noopener noreferrer">ok</a>')
    expect(html).not.toMatch(/<script|<img|href="javascript|onerror=(?!alert\(1\)&gt;)/i)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('with a credential in it is not published, and the answer does not hold it', async () => {
    const secret = ['ghp', 'x7Kd93mQp2LsVb8RtYw4Zn6Hc1Jf5Ga0Te3U'].join('_')
    const draft = await post({
      status: 'draft',
      description: `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA7bq'.repeat(12)}\n-----END RSA PRIVATE KEY-----\n${secret}`,
    })
    const answer = await seller.request('PATCH', at(draft), { status: 'live' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'secret_detected' } })
    expect(answer.text).not.toContain(secret)
    expect((await seller.request('GET', at(draft))).body['status']).toBe('draft')
  })
})

describe('a change', () => {
  test('replaces what is sent and leaves the rest; no body changes nothing', async () => {
    const made = await post({ tags: ['One', 'one', 'two'], summary: 'Short' })
    expect(made['tags']).toEqual(['one', 'two'])
    const { body } = await seller.request('PATCH', at(made), { tags: ['three'], summary: null })
    expect(body).toMatchObject({ title: 'A listing', tags: ['three'], summary: null, price_cents: 900, version: 1 })
    for (const nothing of ['null', '{}']) {
      const same = await world.request('PATCH', at(made), { headers: seller.bearer, body: nothing })
      expect(same).toMatchObject({ status: 200, body: { updated_at: body['updated_at'], version: 1 } })
    }
  })

  test('of the price or royalty of a live listing is a new version, and the feed tells of it', async () => {
    const made = await post()
    const { body } = await seller.request('PATCH', at(made), { price_cents: 700, royalty_bps: 500 })
    expect(body).toMatchObject({ price_cents: 700, version: 2 })
    expect((await seller.request('PATCH', at(made), { price_cents: 700 })).body['version']).toBe(2)
    const { body: content } = await seller.request('GET', at(made, '/delivery-content'))
    expect(content['versions']).toMatchObject([
      { version: 2, changed: ['price_cents', 'royalty_bps'], price_cents: 700 },
      { version: 1, changed: ['created'], price_cents: 900 },
    ])
    const { body: feed } = await world.request('GET', `/api/listings/activity?listing_id=${String(made['listing_id'])}`)
    expect(feed['items']).toMatchObject([
      { kind: 'price_changed', facts: { from_cents: 900, to_cents: 700 } },
      { kind: 'published', listing: { listing_id: made['listing_id'] } },
    ])
  })

  test('of ten at once loses none', async () => {
    const made = await post()
    const prices = Array.from({ length: 10 }, (_, nth) => 1_000 + nth)
    const answers = await Promise.all(prices.map((price_cents) => seller.request('PATCH', at(made), { price_cents })))
    expect(statusesOf(answers)).toEqual(prices.map(() => 200))
    const { body } = await seller.request('GET', at(made, '/delivery-content'))
    expect(body['version']).toBe(11)
    expect(Object(body['versions'])).toHaveLength(11)
  })

  test('back to a draft hides it; what was on sale keeps its type', async () => {
    const made = await post()
    await seller.request('PATCH', at(made), { status: 'draft' })
    expect((await world.request('GET', at(made))).status).toBe(404)
    const { body: again } = await seller.request('PATCH', at(made), { status: 'live' })
    expect(again['published_at']).toBe(made['published_at'])
    const auction = { listing_type: 'auction', auction: { start_price_cents: 100 } }
    expect((await seller.request('PATCH', at(made), auction)).status).toBe(409)
  })
})

test('the feed forgets what is older than it goes back, and nothing else', async () => {
  const old = await post({ title: 'Told long ago' })
  const fresh = await post({ title: 'Told lately' })
  // Events are numbered by their time.
  const aged = new Date(Date.now() - 91 * 86_400_000)
  const hex = aged.getTime().toString(16).padStart(12, '0')
  await world.sql(
    `update listing_event set at = $2, id = ($3 || substr(replace(id::text, '-', ''), 13))::uuid where listing_id = $1`,
    [uuidOf('lst', String(old['listing_id'])), aged, hex],
  )
  const told = async (listing: Listing) => {
    const { body } = await world.request('GET', `/api/listings/activity?listing_id=${String(listing['listing_id'])}`)
    return Object(body['items']).length
  }
  await purgeListingEvents(world.db.pg, 92)
  expect([await told(old), await told(fresh)]).toEqual([1, 1])
  await purgeListingEvents(world.db.pg, 90)
  expect([await told(old), await told(fresh)]).toEqual([0, 1])
})

test('publishing asks for a credential that may sell', async () => {
  const body = { title: 'x', price_cents: 0 }
  expect((await world.request('POST', '/api/listings', { body })).status).toBe(401)
  const key = await other.request('POST', '/api/auth/keys', { scopes: ['read'] })
  const headers = { 'x-api-key': String(key.body['api_key']) }
  expect(await world.request('POST', '/api/listings', { body, headers })).toMatchObject({
    status: 403,
    body: { code: 'insufficient_scope' },
  })
  expect((await world.request('GET', '/api/listings/user/me', { headers })).status).toBe(200)
})

test('views are counted together, and move neither what was changed nor how it is sold', async () => {
  const made = await post()
  const id = uuidOf('lst', String(made['listing_id'])) ?? ''
  let nowMs = 0
  const views = viewCounter(world.db, createLog('silent'), () => nowMs)
  for (let nth = 0; nth < 5; nth += 1) views.count(id)
  expect((await seller.request('GET', at(made))).body['views']).toBe(0)
  await views.flush()
  views.count(id)
  nowMs = 1
  await views.flush()
  await views.flush()
  const { body } = await seller.request('GET', at(made))
  expect(body).toMatchObject({ views: 6, updated_at: made['updated_at'], version: 1 })
})

test('a deleted listing is gone: not found by browsing, not changed, not imported, its content kept for buyers', async () => {
  const made = await post({ title: `Gone ${randomId()}`, price_cents: 0, delivery_markdown: SKILL })
  const { body: deleted } = await seller.request('DELETE', at(made))
  expect(deleted).toMatchObject({ listing_id: made['listing_id'], deleted: true })
  expect(titles(await browse({ q: String(made['title']) }))).toEqual([])
  expect(titles(await browse({ user_id: seller.userId, limit: 200 }))).not.toContain(made['title'])
  const { items } = (await seller.request('GET', '/api/listings/user/me?limit=200')).body
  expect(JSON.stringify(items)).not.toContain(made['listing_id'])
  for (const [method, after, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { title: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/import-action', {}],
    ['POST', '/delivery-content', { content: 'x' }],
  ] as const)
    expect(await seller.request(method, at(made, after), body), method + after).toMatchObject({ status: 410 })
  const feed = await world.request('GET', `/api/listings/activity?listing_id=${String(made['listing_id'])}`)
  expect(feed.body).toMatchObject({ items: [] })
  expect(await world.sql(`select format from listing_content where sha256 = $1`, [sha256Hex(SKILL)])).not.toEqual([])
})

describe('browsing', () => {
  const mark = randomId()
  let shelf: Registered
  beforeAll(async () => {
    shelf = await registerAccount(world)
    const some: Listing[] = [
      { title: `Invoice reader ${mark}`, price_cents: 0, category: 'finance', tech_stack: ['Python'] },
      {
        title: `Git changelog ${mark}`,
        price_cents: 900,
        category: 'coding',
        listing_kind: 'mcp_server',
        tags: ['invoice'],
      },
      {
        title: `Poem writer ${mark}`,
        price_cents: 300,
        category: 'writing',
        description: 'It cannot read an invoice.',
      },
      { title: `100% cotton_data ${mark}`, price_cents: 5_000, category: 'data', tech_stack: ['sql', 'python'] },
    ]
    for (const one of some) await post(one, shelf)
    await post({ title: `Draft ${mark}`, status: 'draft' }, shelf)
    await world.sql(
      `update listing set sales_count = 50, rating_sum = 250, rating_count = 50, views = 900 where title = $1`,
      [`Git changelog ${mark}`],
    )
    await world.sql(`update listing set rating_sum = 5, rating_count = 5 where title = $1`, [`Poem writer ${mark}`])
  })
  const first = (page: { items: Listing[] }) => titles(page).map((title) => String(title).split(' ')[0])
  const own = (query: Record<string, string | number>) => browse({ user_id: shelf.userId, ...query })

  test.each([
    ['newest', ['100%', 'Poem', 'Git', 'Invoice']],
    ['oldest', ['Invoice', 'Git', 'Poem', '100%']],
    ['price_asc', ['Invoice', 'Poem', 'Git', '100%']],
    ['price_desc', ['100%', 'Git', 'Poem', 'Invoice']],
    ['updated', ['100%', 'Poem', 'Git', 'Invoice']],
    ['starter', ['Git', 'Invoice', 'Poem', '100%']],
  ])('sorts by %s', async (sort, expected) => {
    expect(first(await own({ sort }))).toEqual(expected)
  })

  // What stands behind the first is in an order that changes with the views.
  test.each(['popular', 'best_value'])('sorts by %s: what sold and was rated best comes first', async (sort) => {
    const got = first(await own({ sort }))
    expect([got[0], got.length]).toEqual(['Git', 4])
  })

  test.each<[Record<string, string>, string[]]>([
    [{ category: 'coding' }, ['Git']],
    [{ listing_kind: 'mcp_server' }, ['Git']],
    [{ price_type: 'free' }, ['Invoice']],
    [{ price_type: 'paid', category: 'data' }, ['100%']],
    [{ tech_tag: 'PYTHON' }, ['100%', 'Invoice']],
    [{ tech_tag: 'python', category: '', price_type: '', listing_type: '', sort: '', limit: '' }, ['100%', 'Invoice']],
    [{ listing_type: 'auction' }, []],
    [{ category: "x' or true --" }, []],
    [{ tech_tag: '%' }, []],
    [{ user_id: "' or 1=1" }, []],
  ])('filters by %j', async (query, expected) => {
    expect(first(await own(query))).toEqual(expected)
  })

  test.each([
    { status: 'gone' },
    { listing_type: 'x' },
    { price_type: '1' },
    { sort: 'price; drop table listing' },
    { limit: '0' },
    { limit: '201' },
    { offset: '-1' },
    { offset: '10001' },
    { offset: '9007199254740991' },
    { q: 'x'.repeat(201) },
  ])('refuses %j', async (query) => {
    const search = new URLSearchParams(query).toString()
    expect(await world.request('GET', `/api/listings?${search}`)).toMatchObject({ status: 422 })
  })

  test('every filter goes with every order', async () => {
    const orders = ['newest', 'oldest', 'price_asc', 'price_desc', 'updated', 'popular', 'starter', 'best_value']
    const filters = [{ category: 'data' }, { listing_kind: 'skill' }, { listing_type: 'fixed' }, { price_type: 'free' }]
    const more = [{ price_type: 'paid' }, { tech_tag: 'sql' }, { q: 'invoice' }, { status: 'all' }, { offset: 1 }]
    for (const sort of orders)
      for (const filter of [...filters, ...more])
        expect((await browse({ sort, limit: 2, ...filter }, shelf.bearer)).items.length).toBeGreaterThan(0)
  })

  test('pages without gaps, with a link to the next page', async () => {
    const seen: unknown[] = []
    for (let offset = 0; offset < 4; offset += 1) {
      const page = await own({ limit: 1, offset })
      expect(page).toMatchObject({ total: 4, total_is: 'exact', has_more: offset < 3 })
      seen.push(...titles(page))
    }
    expect(new Set(seen).size).toBe(4)
    const { headers } = await world.request('GET', `/api/listings?user_id=${shelf.userId}&limit=2`)
    expect(headers.get('link')).toContain('offset=2')
    expect(await own({ offset: 10_000 })).toMatchObject({ items: [], total: 4, has_more: false })
  })

  test('finds words, titles first, and words that are nearly right', async () => {
    expect(first(await own({ q: 'invoices' }))).toEqual(['Invoice', 'Git', 'Poem'])
    expect(first(await own({ q: 'chagelog' }))).toEqual(['Git'])
    expect(first(await own({ q: 'invioce -poem' }))).toEqual(['Invoice', 'Git'])
    expect(first(await own({ q: 'the changel', sort: 'price_asc' }))).toEqual(['Git'])
    expect(await own({ q: 'zzzzqqqq' })).toMatchObject({ items: [], total: 0, total_is: 'exact' })
    expect(first(await own({ q: `"poem writer" ${mark}` }))).toEqual(['Poem'])
    expect(first(await own({ q: `invoice -poem ${mark}`, sort: 'price_desc' }))).toEqual(['Git', 'Invoice'])
    expect(await own({ q: '   ' })).toMatchObject({ total: 4 })
  })

  test.each([
    '%',
    '_',
    '\\',
    "'; drop table listing; --",
    '!!! & | ( ) <-> :*',
    '"',
    '\\\\%',
    '🙂',
    'the',
    '%00'.repeat(3),
  ])('a search for %j is a search', async (q) => {
    await own({ q })
    expect((await browse({ q, status: 'all' }, shelf.bearer)).items).toBeInstanceOf(Array)
  })

  test('shows drafts to their owner only', async () => {
    expect(titles(await browse({ status: 'draft' }))).toEqual([])
    expect(titles(await browse({ status: 'draft' }, other.bearer))).not.toContain(`Draft ${mark}`)
    expect(titles(await browse({ status: 'draft' }, shelf.bearer))).toEqual([`Draft ${mark}`])
    expect(titles(await browse({ status: 'draft', q: '%' }, shelf.bearer))).toEqual([])
    expect(titles(await browse({ status: 'draft', q: 'DRAFT' }, shelf.bearer))).toEqual([`Draft ${mark}`])
    const all = await browse({ status: 'all', user_id: shelf.userId }, shelf.bearer)
    expect(first(all)).toEqual(['Draft', '100%', 'Poem', 'Git', 'Invoice'])
    expect((await shelf.request('GET', '/api/listings/user/me')).body).toMatchObject({ total: 5 })
  })

  test('shows what is hidden for review to its owner only', async () => {
    await world.sql(`update listing set hidden_at = now() where title = $1`, [`Poem writer ${mark}`])
    expect(first(await own({ sort: 'oldest' }))).toEqual(['Invoice', 'Git', '100%'])
    const mine = await shelf.request('GET', '/api/listings/user/me')
    expect(mine.body).toMatchObject({ total: 5 })
    expect(mine.body['items']).toContainEqual(
      expect.objectContaining({
        title: `Poem writer ${mark}`,
        safety: expect.objectContaining({ status: 'in_review' }),
      }),
    )
    expect(titles(await browse({ status: 'draft' }, shelf.bearer))).toEqual([`Draft ${mark}`])
    await world.sql(`update listing set hidden_at = null where title = $1`, [`Poem writer ${mark}`])
  })

  test('a thousand and more are estimated, and paging goes on', async () => {
    // A new account may not have as many.
    await world.sql(`update market_user set created_at = now() - interval '8 days' where username = $1`, [
      other.username,
    ])
    await world.sql(
      `insert into listing (id, owner_id, slug, status, published_at, title, category, listing_kind)
       select gen_random_uuid(), id, 'many-' || n, 'live', now() - interval '1 year', 'Many ' || n, 'education', 'other'
       from market_user, generate_series(1, 1100) n where username = $1`,
      [other.username],
    )
    await world.sql(`analyze listing`)
    const page = await browse({ category: 'education', limit: 1 })
    expect(page).toMatchObject({ total_is: 'estimate', has_more: true })
    expect(Number(page['total'])).toBeGreaterThan(1_000)
    const last = await browse({ category: 'education', limit: 200, offset: 1_000 })
    expect(last).toMatchObject({ total: 1_100, total_is: 'exact', has_more: false })
    const found: unknown[] = []
    for (let offset = 0; offset < 1_200; offset += 150)
      found.push(...titles(await browse({ category: 'education', q: 'many', offset, limit: 150 })))
    expect([found.length, new Set(found).size]).toEqual([1_100, 1_100])
    const corrected = await browse({ category: 'education', q: 'maany', offset: 1_095, limit: 9 })
    expect([corrected.items.length, corrected['has_more']]).toEqual([5, false])
  })

  test('the most popular of many are found by the marks of their popularity as without them', async () => {
    await world.sql(
      `update listing set sales_count = floor(exp((substr(slug, 6)::int % 97) / 20.0))::int where slug like 'many-%'`,
    )
    await world.sql(`analyze listing`)
    const filter = { status: 'live', q: 'many -thousand' } as const
    const asked = vi.spyOn(world.db.lists, 'query')
    const plain = await listingSearch(world.db, Date.now)(filter, 1_100)
    expect([plain.ids.length, plain.found, asked.mock.calls.length]).toEqual([200, 1_100, 1])
    const marked = listingSearch(world.db, Date.now, { few: 0, common: 1e9 })
    // Some marks are right, some too high at first, some altogether.
    for (const expected of [1, 1_100, 2_000, 8_000, 30_000, 1_000_000])
      expect((await marked(filter, expected)).ids, `${expected}`).toEqual(plain.ids)
    expect(JSON.stringify(asked.mock.calls).match(/'''popularity>=\d/g)?.length).toBeGreaterThan(4)

    const filters = [
      { category: 'education', priceType: 'free' },
      { listingKind: 'other', listingType: 'fixed' },
      { techTag: 'nothing-has-this' },
      { priceType: 'paid' },
    ] as const
    for (const within of filters) {
      asked.mockClear()
      const all = await listingSearch(world.db, Date.now)({ ...filter, ...within }, 1_100)
      for (const expected of [1, 1_100, 8_000])
        expect((await marked({ ...filter, ...within }, expected)).ids, JSON.stringify(within)).toEqual(all.ids)
      expect(JSON.stringify(asked.mock.calls)).toMatch(/'''popularity>=\d/)
    }
    asked.mockRestore()
  })
})

describe('delivery content', () => {
  test('is a version each time it changes, and never shown', async () => {
    const made = await post({ delivery_markdown: '# One' })
    expect(made).toMatchObject({ version: 1, content_sha256: sha256Hex('# One') })
    const saved = await seller.request('POST', at(made, '/delivery-content'), { content: '# Two', note: 'Better' })
    expect(saved).toMatchObject({ status: 201, body: { version: 2, sha256: sha256Hex('# Two'), is_new: true } })
    const again = await seller.request('POST', at(made, '/delivery-content'), { content: '# Two' })
    expect(again).toMatchObject({ status: 201, body: { version: 2, is_new: false } })
    const { body, text } = await seller.request('GET', at(made, '/delivery-content'))
    expect(body).toMatchObject({
      version: 2,
      content: { sha256: sha256Hex('# Two'), bytes: 5, format: 'markdown' },
      versions: [
        { version: 2, note: 'Better', changed: ['content'] },
        { version: 1, sha256: sha256Hex('# One') },
      ],
    })
    expect(text).not.toContain('# Two')
    const renamed = { content: '# Two', format: 'text' }
    expect((await seller.request('POST', at(made, '/delivery-content'), renamed)).body).toMatchObject({
      is_new: false,
      format: 'markdown',
    })
    for (const content of ['', 'a\0b', 'x'.repeat(200_001)])
      expect((await seller.request('POST', at(made, '/delivery-content'), { content })).status).toBe(422)
  })
})

describe('installing', () => {
  test('a manifest is signed, and checks with nothing but the published key', async () => {
    const made = await post({ price_cents: 0, delivery_markdown: SKILL, license_id: 'mit' })
    const { status, body } = await other.request('GET', at(made, '/manifest'))
    expect(status).toBe(200)
    const { signature, ...manifest } = body
    expect(manifest).toMatchObject({
      listing_id: made['listing_id'],
      version: 1,
      entry: 'SKILL.md',
      files: [{ path: 'SKILL.md', sha256: sha256Hex(SKILL) }],
      permissions: ['Read', 'Bash(git log:*)'],
      license: { id: 'mit', spdx: 'MIT' },
    })
    const { value, signed_text, key_id } = Object(signature)
    expect(signed_text).toBe(`manifest1|${sha256Hex(canonicalJson(manifest))}`)
    expect(key_id).toBe(testSigner.key.kid)
    const key = Buffer.from(testSigner.key.x, 'base64url').toString('hex')
    expect(isEd25519Signed(key, value, signed_text)).toBe(true)
  })

  test('says what to write where, for a runtime it knows and for any other', async () => {
    const made = await post({ price_cents: 0, delivery_markdown: SKILL })
    const known = await other.request('GET', at(made, '/install?target_runtime=claude-code&target_environment=user'))
    expect(known.body).toMatchObject({
      target_runtime: 'claude-code',
      notes: [],
      steps: [{ kind: 'file', path: `~/.claude/skills/${String(made['slug'])}/SKILL.md`, sha256: sha256Hex(SKILL) }],
    })
    const unknown = await other.request('GET', at(made, '/install?target_runtime=../../etc'))
    expect(unknown.body).toMatchObject({ target_runtime: 'generic', notes: [expect.any(String), expect.any(String)] })
    expect((await other.request('GET', at(made, `/install?target_runtime=${'x'.repeat(65)}`))).status).toBe(422)
    const key = await seller.request('POST', '/api/auth/keys', {})
    const headers = { 'x-api-key': String(key.body['api_key']) }
    expect((await world.request('GET', at(made, '/install'), { headers })).status).toBe(401)
  })

  test('a preview changes nothing; an import happens once for each plan', async () => {
    const made = await post({ price_cents: 0, delivery_markdown: SKILL })
    const path = `.claude/skills/${String(made['slug'])}/SKILL.md`
    const ask = (action: string, body: Listing) =>
      other.request('POST', at(made, `/import-${action}`), { target_runtime: 'claude-code', ...body })
    expect((await ask('preview', {})).body).toMatchObject({
      create: [{ path }],
      skip: [],
      requires_confirmation: false,
    })
    expect((await ask('preview', { existing: [path] })).body).toMatchObject({
      create: [],
      skip: [{ path, reason: 'exists' }],
    })
    expect((await ask('preview', { existing: [{ path, sha256: sha256Hex(SKILL) }] })).body).toMatchObject({
      skip: [{ path, reason: 'unchanged' }],
    })
    expect((await ask('preview', { existing: [path], on_conflict: 'replace' })).body).toMatchObject({
      replace: [{ path }],
      risks: [{ id: 'replaces_file' }],
      requires_confirmation: true,
    })
    expect((await ask('preview', { existing: [path], on_conflict: 'rename' })).body).toMatchObject({
      create: [{ path: path.replace('.md', '-2.md') }],
    })
    expect(await world.sql(`select 1 from listing_import`)).toEqual([])
    const applied = await Promise.all([1, 2, 3].map(() => ask('action', {})))
    expect(statusesOf(applied)).toEqual([200, 200, 200])
    expect(new Set(applied.map(({ body }) => body['import_id'])).size).toBe(1)
    expect(applied[0]?.body).toMatchObject({ create: [{ path }], files: [{ content: SKILL }] })
    const many = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => ask(nth % 2 === 0 ? 'action' : 'preview', {})),
    )
    expect(new Set(statusesOf(many))).toEqual(new Set([200]))
    await seller.request('POST', at(made, '/delivery-content'), { content: '# New' })
    expect((await ask('action', {})).body['import_id']).not.toBe(applied[0]?.body['import_id'])
  })

  test('what costs something is not imported unpaid', async () => {
    const made = await post({ price_cents: 500, delivery_markdown: SKILL })
    const refused = await other.request('POST', at(made, '/import-action'), {})
    expect(refused.status).toBe(403)
    expect(refused.text).not.toContain('git log')
  })
})

describe('a pasted source', () => {
  const ingest = (source_type: string, content: string) =>
    other.request('POST', '/api/listings/ingest', { source_type, content })

  test('becomes a draft that can be posted as it is, and nothing is saved', async () => {
    const count = () => world.sql(`select count(*)::int as n from listing`)
    const before = await count()
    const { status, body } = await ingest('skill_md', SKILL)
    expect(status).toBe(200)
    expect(await count()).toEqual(before)
    expect(body).toMatchObject({
      saved: false,
      detected: { kind: 'skill', runtime: 'claude-code', license: 'MIT', secrets_found: [] },
      draft: { title: 'Changelog helper', license_id: 'mit', category: 'coding', content: SKILL },
    })
    expect((await other.request('POST', '/api/listings', body['draft'])).status).toBe(201)
  })

  test('that is not what it is said to be is 422', async () => {
    for (const [type, content] of [
      ['skill_md', 'no front matter'],
      ['mcp_server_json', '{'],
      ['mcp_server_json', '{"a":1}'],
      ['openapi', 'openapi: ['],
      ['openapi', '[]'],
      ['url', 'https://a.example'],
    ] as const)
      expect(await ingest(type, content), `${type} ${content}`).toMatchObject({ status: 422 })
  })
})

test('a new playground has sellers, listings with pictures and an auction, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-seed-'))
  const queues = openQueues({ redisUrl: undefined, databaseUrl: world.database.url, log: createLog('silent') })
  try {
    const deps = { db: world.db, blobs: localBlobs(folder), queues }
    expect(await seedMarket(deps, 'So11111111111111111111111111111111111111112')).toBe(seed.listings.length)
    expect(await seedMarket(deps, 'So11111111111111111111111111111111111111112')).toBe(0)
  } finally {
    await queues.close()
    rmSync(folder, { recursive: true })
  }
  const pictures = seed.listings.reduce((sum, one) => sum + one.pictures, 0)
  expect(await world.sql(`select count(*)::int as n from listing_media`)).toEqual([{ n: pictures }])
  const { items } = await browse({ q: 'incident room' })
  expect(items).toMatchObject([{ listing_type: 'auction', auction: { state: 'open', start_price_cents: 2_500 } }])
})

test('meta names everything a form offers', async () => {
  const { body } = await world.request('GET', '/api/listings/meta')
  expect(body).toMatchObject({
    categories: expect.arrayContaining([{ id: 'coding', name: 'Coding' }]),
    bid_increments: expect.arrayContaining([{ below_cents: 500, step_cents: 25 }]),
    fee_tiers: [{ fee_bps: 1_500 }, { fee_bps: 1_000 }, { fee_bps: 700 }],
  })
})

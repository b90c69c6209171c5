import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { SOLANA } from '#shared/chains/networks.ts'
import { decideReports, listReported } from '#shared/market/reports/decide-reports.ts'

import { registerAccount, type Registered, statusesOf } from '#test/support/world/market.ts'
import { boughtListing } from '#test/support/world/purchases.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

let world: World
let seller: Registered
let users: Registered[]
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [], env: { TRUST_PROXY_HOPS: '1' } })
  seller = await registerAccount(world)
  users = []
  for (let nth = 0; nth < 7; nth += 1) users.push(await registerAccount(world))
})
afterAll(() => world.close())

const user = (nth: number): Registered => users[nth] ?? seller
const newListing = async () => {
  const { body } = await seller.request('POST', '/api/listings', {
    title: 'Watched',
    price_cents: 500,
    status: 'live',
    delivery_markdown: '# Watched',
  })
  const publicId = String(body['listing_id'])
  return { path: `/api/listings/${publicId}`, hex: publicId.slice(4), publicId }
}
const at = (address: string) => ({ 'x-forwarded-for': address })
/** A report of a user, from a network of their own unless said. */
const report = (nth: number, path: string, address = `198.51.${nth}.1`) =>
  user(nth).request('POST', `${path}/report`, { reason: 'spam' }, at(address))
/** Lets two hours pass for the reports of a listing. */
const spread = (hex: string) =>
  world.sql(`update report set created_at = created_at - interval '2 hours' where listing_id = $1`, [hex])
const ageAccounts = () => world.sql(`update market_user set created_at = now() - interval '2 days'`)

describe('a report', () => {
  test.each([['policy_violation'], ['copyright'], ['spam'], ['other']])(
    'of %s is open until it is decided',
    async (reason) => {
      const { path, publicId } = await newListing()
      const body = { reason, details: 'It says so itself.', evidence_url: 'https://example.com/evidence' }
      const answer = await user(0).request('POST', `${path}/report`, body)
      expect(answer).toMatchObject({
        status: 201,
        body: { report_id: expect.stringMatching(/^rep_/), listing_id: publicId, reason, status: 'open', is_new: true },
      })
      await world.sql(`delete from report`)
    },
  )

  test('needs no body, and takes null', async () => {
    const { path } = await newListing()
    expect((await user(0).request('POST', `${path}/report`)).body).toMatchObject({ reason: 'other', is_new: true })
    expect((await user(1).request('POST', `${path}/report`, 'null')).body).toMatchObject({ reason: 'other' })
  })

  test('of the same reporter is one, however often and however parallel', async () => {
    const { path, hex } = await newListing()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => user(0).request('POST', `${path}/report`, { reason: 'spam' })),
    )
    expect(new Set(statusesOf(answers))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body['report_id'])).size).toBe(1)
    expect(answers.filter(({ body }) => body['is_new'] === true)).toHaveLength(1)
    expect(await world.sql(`select reason from report where listing_id = $1`, [hex])).toEqual([{ reason: 'spam' }])
  })

  test.each([
    [{ reason: 'because' }],
    [{ evidence_url: 'javascript:alert(1)' }],
    [{ evidence_url: 'no address' }],
    [{ details: '\u0958'.repeat(1_001) }],
    [{ evidence_url: 'http://example.com' }],
    [{ evidence_url: 'https://user:pw@example.com' }],
    [{ details: 'x'.repeat(2_001) }],
    [{ details: 7 }],
  ])('with %j is 422', async (body) => {
    const { path } = await newListing()
    expect((await user(0).request('POST', `${path}/report`, body)).status).toBe(422)
  })

  test('of one’s own listing is 403, and 10 a day are enough, at once too', async () => {
    const { path } = await newListing()
    expect((await seller.request('POST', `${path}/report`)).status).toBe(403)
    await world.sql(`delete from report`)
    const listings = []
    for (let nth = 0; nth < 12; nth += 1) listings.push(await newListing())
    const answers = await Promise.all(listings.map((one) => user(2).request('POST', `${one.path}/report`)))
    expect(statusesOf(answers)).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(86_000)
    // A repetition is none of them.
    const done = listings[answers.findIndex(({ status }) => status === 201)]
    expect((await user(2).request('POST', `${done?.path ?? ''}/report`)).body).toMatchObject({ is_new: false })
  })

  test('of five accounts on three networks, over an hour, hides a listing until an operator has looked', async () => {
    await world.sql(`delete from report`)
    const { path, hex } = await newListing()
    for (let nth = 0; nth < 5; nth += 1) await report(nth, path)
    await ageAccounts()
    expect((await world.request('GET', path)).status).toBe(200)
    await spread(hex)
    await report(5, path)
    expect((await world.request('GET', path)).status).toBe(404)
    expect((await seller.request('GET', path)).body).toMatchObject({ safety: { status: 'in_review' } })
    const [reported] = await listReported(world.db.pg)
    expect(reported).toMatchObject({ title: 'Watched', seller: seller.username, is_hidden: true })
    expect(reported?.reports).toHaveLength(6)

    expect(await decideReports(world.db, hex, 'dismissed')).toBe(6)
    expect(await decideReports(world.db, hex, 'dismissed')).toBe(0)
    expect((await world.request('GET', path)).status).toBe(200)
    expect((await report(0, path)).body).toMatchObject({ status: 'dismissed', is_new: false })
    await report(6, path)
    expect((await world.request('GET', path)).status).toBe(200)
    expect(await decideReports(world.db, hex, 'upheld')).toBe(1)
    expect((await world.request('GET', path)).status).toBe(404)
    // An operator who was wrong takes it back.
    expect(await decideReports(world.db, hex, 'dismissed')).toBe(1)
    expect((await world.request('GET', path)).status).toBe(200)
  })
})

describe('reports hide nothing', () => {
  beforeEach(async () => {
    await world.sql(`delete from report`)
    await ageAccounts()
  })
  /** Reports of five accounts, an hour apart, and what everybody then sees. */
  const afterReports = async (path: string, send: (nth: number) => Promise<unknown>) => {
    for (let nth = 0; nth < 4; nth += 1) await send(nth)
    await spread(path.slice(-32))
    await send(4)
    return (await world.request('GET', path)).status
  }

  test('when they are all of one network, or of two', async () => {
    const { path } = await newListing()
    expect(await afterReports(path, (nth) => report(nth, path, `198.51.100.${nth}`))).toBe(200)
    const second = await newListing()
    const two = (nth: number) => report(nth, second.path, nth % 2 === 0 ? '198.51.100.1' : '2001:db8:1:2::1')
    expect(await afterReports(second.path, two)).toBe(200)
    const third = await newListing()
    expect(await afterReports(third.path, (nth) => report(nth, third.path))).toBe(404)
  })

  test('when they all come within an hour', async () => {
    const { path } = await newListing()
    for (let nth = 0; nth < 6; nth += 1) await report(nth, path)
    expect((await world.request('GET', path)).status).toBe(200)
  })

  test('when five of them are of one owner and the agents it registered', async () => {
    const { path } = await newListing()
    const agents: Record<string, string>[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      const { body } = await world.request('POST', '/api/ai-agents/register', {
        headers: user(0).bearer,
        body: { name: 'a' },
      })
      agents.push({ 'x-api-key': String(body['api_key']) })
    }
    await ageAccounts()
    const bodies: Record<string, unknown>[] = []
    const send = async (nth: number) => {
      const headers = { ...(agents[nth] ?? user(0).bearer), ...at(`198.51.${nth}.1`) }
      bodies.push((await world.request('POST', `${path}/report`, { headers })).body)
    }
    expect(await afterReports(path, send)).toBe(200)
    expect(bodies.map(({ is_new }) => is_new)).toEqual([true, false, false, false, false])
    expect(new Set(bodies.map(({ report_id }) => report_id)).size).toBe(1)
  })

  test('when the accounts are younger than a day', async () => {
    const { path } = await newListing()
    await world.sql(`update market_user set created_at = now()`)
    expect(await afterReports(path, (nth) => report(nth, path))).toBe(200)
  })

  test('again after an operator dismissed them, whichever accounts the same networks send', async () => {
    const { path, hex } = await newListing()
    expect(await afterReports(path, (nth) => report(nth, path))).toBe(404)
    await decideReports(world.db, hex, 'dismissed')
    expect((await world.request('GET', path)).status).toBe(200)
    for (let nth = 0; nth < 5; nth += 1) {
      users.push(await registerAccount(world))
      await ageAccounts()
      await report(users.length - 1, path, `198.51.${nth}.77`)
      await spread(hex)
    }
    expect((await world.request('GET', path)).status).toBe(200)
  })
})

test('the report of an account whose proven wallet has paid here counts as two', async () => {
  await world.sql(`delete from report`)
  await ageAccounts()
  const paid = async (nth: number) => {
    const wallet = `Wa11et${randomUUID().replaceAll('-', '').replaceAll('0', 'x')}`.slice(0, 40)
    await world.sql(`update market_user set solana_wallet = $2, wallet_proved_at = now() where username = $1`, [
      user(nth).username,
      wallet,
    ])
    await world.sql(
      `insert into payment_proof (network, asset, proof, call_id, state, payer, amount, mode, resource, request_digest,
         transaction, settlement, settled_at) values ($1, 'usdc', $2, $3, 'settled', $4, 10000, 'before', '/', '', $2, 'x', now())`,
      [SOLANA, randomUUID(), randomUUID(), wallet],
    )
  }
  await paid(0)
  await paid(1)
  const { path, hex } = await newListing()
  for (const nth of [0, 2]) await report(nth, path)
  await spread(hex)
  await report(3, path)
  expect((await world.request('GET', path)).status).toBe(200)
  await report(1, path)
  expect((await world.request('GET', path)).status).toBe(404)
})

test('reports that come at the same moment hide a listing as those in a row do', async () => {
  await world.sql(`delete from report`)
  await ageAccounts()
  for (let round = 0; round < 3; round += 1) {
    const { path, hex } = await newListing()
    await report(0, path)
    await spread(hex)
    await Promise.all([1, 2, 3, 4].map((nth) => report(nth, path)))
    expect((await world.request('GET', path)).status).toBe(404)
  }
})

describe('feedback', () => {
  const by = () => user(0)
  const bought = async () => {
    const { id, purchaseId, listingId } = await boughtListing(world, { seller, buyer: by() })
    return { id, listingId, path: `/api/purchases/${purchaseId}/feedback` }
  }
  const give = (who: Registered, path: string, more: Record<string, unknown> = {}) =>
    who.request('POST', path, { rating: 5, ...more })
  const ratings = async (listingId: string) => {
    const { body } = await world.request('GET', `/api/listings/${listingId}`)
    return [body['rating_avg'], body['rating_count']]
  }
  const listed = async (limit = 2) =>
    world.request('GET', `/api/purchases/seller/${seller.userId}/feedback?limit=${limit}`)

  test('is for the buyer alone, after delivery, once; others learn nothing of a purchase', async () => {
    const { path, listingId } = await bought()
    expect(await give(user(1), path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await give(seller, path)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => give(by(), path, { rating: 4 })))
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    for (const { status, body } of answers) expect(body['code']).toBe(status === 201 ? undefined : 'already_exists')
    expect(await ratings(listingId)).toEqual([4, 1])
    const early = await bought()
    await world.sql(`alter table purchase disable trigger user`)
    await world.sql(
      `update purchase set delivery_status = 'none', delivery_form = 'by_seller', content_sha256 = null, delivered_at = null where id = $1`,
      [early.id],
    )
    await world.sql(`alter table purchase enable trigger user`)
    expect(await give(by(), early.path)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  test('adds up for the seller, and never says who wrote it', async () => {
    await give(by(), (await bought()).path, { rating: 2, comment: '<script>alert(1)</script>', would_buy_again: false })
    await give(by(), (await bought()).path, { rating: 3, tags: ['clear'] })
    const { status, body, text } = await listed()
    expect([status, body['total'], body['next_offset']]).toEqual([200, 3, 2])
    expect(body).toMatchObject({
      seller_id: seller.userId,
      summary: { avg: 3, count: 3, histogram: { 1: 0, 2: 1, 3: 1, 4: 1, 5: 0 } },
      items: [
        { rating: 3, tags: ['clear'], author: 'A verified buyer', comment: null },
        { rating: 2, comment: '<script>alert(1)</script>', would_buy_again: false },
      ],
    })
    expect(text).not.toContain(by().username)
    expect(text).not.toContain(by().userId)
    const { body: shown } = await world.request('GET', `/api/listings?user_id=${seller.userId}&limit=1`)
    expect(Object(shown['items'])[0]).toMatchObject({ seller: { rating_avg: 3, rating_count: 3 } })
  })

  test('is changed by its buyer for 30 days, with its ratings, and answered by its seller', async () => {
    const { path, listingId } = await bought()
    expect(await by().request('PATCH', path, { rating: 1 })).toMatchObject({ status: 404 })
    const { body: given } = await give(by(), path, { rating: 1, comment: 'Bad' })
    const reply = (who: Registered, text = 'Mended in version 2.') =>
      who.request('POST', `/api/feedback/${String(given['feedback_id'])}/reply`, { reply: text })
    expect(await reply(by())).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await reply(seller, ' ')).status).toBe(422)
    expect((await reply(seller, 'First')).status).toBe(200)
    expect((await reply(seller)).body).toMatchObject({ reply: { text: 'Mended in version 2.' } })
    const changed = await by().request('PATCH', path, { rating: 5 })
    expect(changed.body).toMatchObject({ rating: 5, comment: 'Bad', edited_at: expect.any(String) })
    expect(await by().request('PATCH', path, { rating: 6 })).toMatchObject({ status: 422 })
    expect(await seller.request('PATCH', path, { rating: 5 })).toMatchObject({ status: 403 })
    expect(await user(1).request('PATCH', path, { rating: 5 })).toMatchObject({ status: 404 })
    expect(await ratings(listingId)).toEqual([5, 1])
    expect(Object((await listed(1)).body['items'])[0]).toMatchObject({
      feedback_id: given['feedback_id'],
      reply: { text: 'Mended in version 2.' },
    })
    const actions = async () => (await by().request('GET', path.replace('/feedback', ''))).body['allowed_actions']
    expect(await actions()).toContain('edit_feedback')
    await world.sql(`update feedback set created_at = now() - interval '30 days' where rating = 5 and comment = 'Bad'`)
    expect(await actions()).not.toContain('edit_feedback')
    expect(await by().request('PATCH', path, { rating: 1 })).toMatchObject({
      status: 409,
      body: { code: 'feedback_closed' },
    })
    expect(await ratings(listingId)).toEqual([5, 1])
  })

  test('counts for nothing within one owner, nor once the purchase was refunded; then none can be given', async () => {
    const { path, listingId, id } = await bought()
    await give(by(), path)
    expect(await ratings(listingId)).toEqual([5, 1])
    const refund = (purchase: string) =>
      world.sql(`update purchase set status = 'refunded', refunded_cents = price_cents where id = $1`, [purchase])
    await refund(id)
    expect(await ratings(listingId)).toEqual([null, 0])
    const later = await bought()
    await refund(later.id)
    expect(await give(by(), later.path)).toMatchObject({ status: 409, body: { code: 'purchase_refunded' } })
    const before = (await listed()).body['summary']
    const own = await bought()
    const wallet = 'w'.repeat(40)
    await world.sql(`update purchase set payer_wallet = '${wallet}' where id = $1`, [own.id])
    await world.sql(`update market_user set solana_wallet = '${wallet}' where username = $1`, [seller.username])
    expect((await give(by(), own.path)).body).toMatchObject({ counts: false })
    expect(await ratings(own.listingId)).toEqual([null, 0])
    expect((await listed()).body['summary']).toEqual(before)
  })

  test('of a seller without any is empty, of nobody 404', async () => {
    expect((await world.request('GET', `/api/purchases/seller/${user(0).userId}/feedback`)).body).toMatchObject({
      items: [],
      total: 0,
      summary: { avg: null, count: 0 },
    })
    for (const id of ['usr_00000000000000000000000000000000', 'nobody', '%00', "'"])
      expect((await world.request('GET', `/api/purchases/seller/${id}/feedback`)).status).toBe(404)
  })

  test('on a purchase that is not there is 404, and its body is checked first', async () => {
    const path = `/api/purchases/pur_${'0'.repeat(32)}/feedback`
    expect((await user(0).request('POST', path, { rating: 5 })).status).toBe(404)
    for (const body of [
      {},
      { rating: 0 },
      { rating: 6 },
      { rating: 4.5 },
      { rating: '5' },
      { rating: 5, tags: ['a b'] },
    ])
      expect((await user(0).request('POST', path, body)).status).toBe(422)
  })
})

describe('a boosted place', () => {
  const tier = { tier_id: 'week', currency: 'usdc', payer: 'So11111111111111111111111111111111111111112' }
  const paid = { intent_id: 'intent', signature: '1'.repeat(64) }

  test('has a price, slots, and those who have one', async () => {
    const { publicId, hex } = await newListing()
    await world.sql(`update listing set boosted_until = now() + interval '1 hour' where id = $1`, [hex])
    const { status, body } = await world.request('GET', '/api/listings/priority/meta')
    expect(status).toBe(200)
    expect(body).toMatchObject({ payments_ready: false, slots: 10, active: [{ listing_id: publicId }] })
    expect(body['tiers']).toContainEqual({ id: 'week', hours: 168, price_cents: 2_500, slots_left: 9 })
  })

  test.each([
    ['intent', tier, [{ ...tier, tier_id: 'year' }, { ...tier, payer: 'x' }, { ...tier, currency: 'usd' }, {}]],
    ['confirm', paid, [{ intent_id: '' }, { ...paid, signature: 'x' }, {}]],
  ])('%s checks credential, body and owner', async (verb, body, wrong) => {
    const { path } = await newListing()
    const at = `${path}/priority/solana/${verb}`
    expect((await world.request('POST', at, { body })).status).toBe(401)
    for (const one of wrong) expect((await seller.request('POST', at, one)).status).toBe(422)
    expect((await user(0).request('POST', at, body)).status).toBe(403)
  })

  test('cannot be paid where payments are off, and no boost is confirmed that nobody asked for', async () => {
    const { path } = await newListing()
    // Nobody is told to ask again in a second for what an operator has to set.
    const later = { code: 'payments_not_ready', retry_after_s: 3_600 }
    expect(await seller.request('POST', `${path}/priority/solana/intent`, tier)).toMatchObject({
      status: 503,
      body: later,
    })
    expect((await seller.request('POST', `${path}/priority/solana/confirm`, paid)).status).toBe(404)
  })
})

import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { inTransaction } from '#shared/idempotency/in-transaction.ts'
import type { Actor } from '#shared/market/accounts/actor.ts'
import type { FeedbackSent } from '#shared/market/feedback/feedback-fields.ts'
import { giveFeedback } from '#shared/market/feedback/give-feedback.ts'
import type { ReviewedPurchase } from '#shared/market/feedback/reviewed-purchase.ts'
import { decideReports, listReported } from '#shared/market/reports/decide-reports.ts'

import { registerAccount, type Registered, statusesOf } from '../support/market.ts'
import { openWorld, type World } from '../support/world.ts'

let world: World
let seller: Registered
let users: Registered[]
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [] })
  seller = await registerAccount(world)
  users = []
  for (let nth = 0; nth < 7; nth += 1) users.push(await registerAccount(world))
})
afterAll(() => world.close())

const user = (nth: number): Registered => users[nth] ?? seller
const newListing = async () => {
  const { body } = await seller.request('POST', '/api/listings', { title: 'Watched', price_cents: 500, status: 'live' })
  const publicId = String(body['listing_id'])
  return { path: `/api/listings/${publicId}`, hex: publicId.slice(4), publicId }
}
const uuidOfUser = async ({ username }: Registered) =>
  String((await world.sql(`select id from market_user where username = $1`, [username]))[0]?.['id'])
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

  test('of five accounts older than a day hides a listing until an operator has looked', async () => {
    await world.sql(`delete from report`)
    const { path, hex } = await newListing()
    for (let nth = 0; nth < 5; nth += 1) await user(nth).request('POST', `${path}/report`, { reason: 'spam' })
    expect((await world.request('GET', path)).status).toBe(200)
    await ageAccounts()
    await user(5).request('POST', `${path}/report`, { reason: 'copyright' })
    expect((await world.request('GET', path)).status).toBe(404)
    expect((await seller.request('GET', path)).body).toMatchObject({ safety: { status: 'in_review' } })
    const [reported] = await listReported(world.db.pg)
    expect(reported).toMatchObject({ title: 'Watched', seller: seller.username, is_hidden: true })
    expect(reported?.reports).toHaveLength(6)

    expect(await decideReports(world.db.pg, hex, 'dismissed')).toBe(6)
    expect(await decideReports(world.db.pg, hex, 'dismissed')).toBe(0)
    expect((await world.request('GET', path)).status).toBe(200)
    expect((await user(0).request('POST', `${path}/report`)).body).toMatchObject({ status: 'dismissed', is_new: false })
    await user(6).request('POST', `${path}/report`)
    expect((await world.request('GET', path)).status).toBe(200)
    expect(await decideReports(world.db.pg, hex, 'upheld')).toBe(1)
    expect((await world.request('GET', path)).status).toBe(404)
  })
})

test('reports of five accounts at the same moment hide a listing as five in a row do', async () => {
  await world.sql(`delete from report`)
  await ageAccounts()
  for (let round = 0; round < 3; round += 1) {
    const { path } = await newListing()
    await Promise.all(users.slice(0, 5).map((one) => one.request('POST', `${path}/report`, { reason: 'spam' })))
    expect((await world.request('GET', path)).status).toBe(404)
  }
})

describe('feedback', () => {
  const actorOf = async (who: Registered): Promise<Actor> => ({
    userId: await uuidOfUser(who),
    accountId: await uuidOfUser(who),
    username: who.username,
    isAgent: false,
    credential: { kind: 'session', id: 'x' },
    scopes: [],
  })
  const bought = async (more: Partial<ReviewedPurchase> = {}): Promise<ReviewedPurchase> => {
    const { hex } = await newListing()
    return {
      id: randomUUID(),
      listingId: hex,
      sellerId: await uuidOfUser(seller),
      buyerId: await uuidOfUser(user(0)),
      isDelivered: true,
      ...more,
    }
  }
  const give = async (who: Registered, purchase: ReviewedPurchase | null, sent: Partial<FeedbackSent> = {}) => {
    const actor = await actorOf(who)
    return inTransaction(world.db.pg, (tx) => giveFeedback(tx, actor, purchase, { rating: 5, tags: [], ...sent }))
  }

  test('is for the buyer alone, after delivery, once; others learn nothing of a purchase', async () => {
    const purchase = await bought()
    await expect(give(user(0), null)).rejects.toMatchObject({ code: 'not_found' })
    await expect(give(user(1), purchase)).rejects.toMatchObject({ code: 'not_found' })
    await expect(give(seller, purchase)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(give(user(0), { ...purchase, isDelivered: false })).rejects.toMatchObject({ code: 'conflict' })
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => give(user(0), purchase, { rating: 4 })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'already_exists' })
    expect(await world.sql(`select rating_sum, rating_count from listing where id = $1`, [purchase.listingId])).toEqual(
      [{ rating_sum: 4, rating_count: 1 }],
    )
  })

  test('adds up for the seller, and never says who wrote it', async () => {
    await give(user(0), await bought(), { rating: 2, comment: '<script>alert(1)</script>', would_buy_again: false })
    await give(user(0), await bought(), { rating: 3, tags: ['clear'] })
    const { status, body, text } = await world.request('GET', `/api/purchases/seller/${seller.userId}/feedback?limit=2`)
    expect([status, body['total'], body['next_offset']]).toEqual([200, 3, 2])
    expect(body).toMatchObject({
      seller_id: seller.userId,
      summary: { avg: 3, count: 3, histogram: { 1: 0, 2: 1, 3: 1, 4: 1, 5: 0 } },
      items: [
        { rating: 3, tags: ['clear'], author: 'A verified buyer', comment: null },
        { rating: 2, comment: '<script>alert(1)</script>', would_buy_again: false },
      ],
    })
    expect(text).not.toContain(user(0).username)
    expect(text).not.toContain(user(0).userId)
    const { body: shown } = await world.request('GET', `/api/listings?user_id=${seller.userId}&limit=1`)
    expect(Object(shown['items'])[0]).toMatchObject({ seller: { rating_avg: 3, rating_count: 3 } })
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
  const paid = { intent_id: 'intent', signature: '1'.repeat(88) }

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
  ])('%s checks credential, body and owner, and then waits for payments', async (verb, body, wrong) => {
    const { path } = await newListing()
    const at = `${path}/priority/solana/${verb}`
    expect((await world.request('POST', at, { body })).status).toBe(401)
    for (const one of wrong) expect((await seller.request('POST', at, one)).status).toBe(422)
    expect((await user(0).request('POST', at, body)).status).toBe(403)
    // Nobody is told to ask again in a second for what a release brings.
    const later = { code: 'payments_not_ready', retry_after_s: 3_600 }
    expect(await seller.request('POST', at, body)).toMatchObject({ status: 503, body: later })
  })
})

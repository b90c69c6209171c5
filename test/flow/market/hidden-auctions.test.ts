import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { closeAuctions, pickDueAuctions } from '#shared/market/auctions/close-auctions.ts'
import { pickClosings } from '#shared/market/auctions/pick-closings.ts'
import { decideReports } from '#shared/market/reports/decide-reports.ts'

import { proveWallet, registerAccount, type Registered, statusesOf } from '#test/support/world/market.ts'
import { openWorld, PAYABLE, type World } from '#test/support/world/world.ts'

let world: World
let seller: Registered
let others: Registered[]
beforeAll(async () => {
  world = await openWorld({
    backend: 'postgres',
    pools: [],
    env: { ...PAYABLE, TRUST_PROXY_HOPS: '1', DB_POOL_MAX: '20' },
  })
  seller = await registerAccount(world)
  await proveWallet(world, seller)
  others = []
  for (let nth = 0; nth < 8; nth += 1) others.push(await registerAccount(world))
  await world.sql(`update market_user set created_at = now() - interval '2 days'`)
})
afterAll(() => world.close())

const other = (nth: number): Registered => {
  const found = others[nth]
  if (found === undefined) throw new Error(`there is nobody ${nth}`)
  return found
}
/** A live auction; answers with its paths and its UUID. */
async function open(auction: Record<string, unknown> = {}) {
  const { status, body, text } = await seller.request('POST', '/api/listings', {
    title: 'Watched',
    listing_type: 'auction',
    status: 'live',
    auction: { start_price_cents: 100, ...auction },
  })
  expect(status, text).toBe(201)
  const path = `/api/listings/${String(body['listing_id'])}`
  const [row] = await world.sql<{ id: string }>(`select id from listing where id = $1`, [path.slice(-32)])
  return { id: row?.id ?? '', path, bids: `${path}/bids` }
}
const bid = (nth: number, path: string, amount_cents: number) => other(nth).request('POST', path, { amount_cents })
const report = (nth: number, path: string, address = `198.51.${nth}.1`) =>
  other(nth).request('POST', `${path}/report`, { reason: 'spam' }, { 'x-forwarded-for': address })
/** Lets two hours pass for the reports of a listing. */
const spread = (id: string) =>
  world.sql(`update report set created_at = created_at - interval '2 hours' where listing_id = $1`, [id])
/** Reports of these users, over two hours and from a network each. */
const reports = async (users: readonly number[], { id, path }: { id: string; path: string }) => {
  for (const [nth, one] of users.entries()) {
    if (nth === users.length - 1) await spread(id)
    expect((await report(one, path)).status).toBe(201)
  }
}
const hide = (id: string, since = '0 seconds') =>
  world.sql(`update listing set hidden_at = clock_timestamp() - $2::interval where id = $1`, [id, since])
const show = (id: string) => world.sql(`update listing set hidden_at = null where id = $1`, [id])
/** Moves the end of an auction, as the passing of time would. */
const endsIn = (id: string, interval: string) =>
  world.sql(
    `update auction set starts_at = least(starts_at, now() - interval '10 days'), ends_at = clock_timestamp() + $2::interval,
     latest_end_at = clock_timestamp() + $2::interval + interval '24 hours' where listing_id = $1`,
    [id, interval],
  )
/** Seconds an auction has left by its clock, and its state. */
const clock = async (id: string) =>
  Object(
    (
      await world.sql(
        `select state, extract(epoch from ends_at - clock_timestamp())::float8 as left_s,
         extract(epoch from latest_end_at - ends_at)::float8 as room_s, paused_at is not null as is_paused, winner_id
         from auction where listing_id = $1`,
        [id],
      )
    )[0],
  )
const isHidden = async (path: string) => (await world.request('GET', path)).status === 404

describe('who bids the minimum and has others report the auction', () => {
  test('does not get it: five aged accounts of one network hide nothing', async () => {
    const auction = await open()
    expect((await bid(0, auction.bids, 100)).status).toBe(201)
    for (let nth = 1; nth <= 5; nth += 1) {
      if (nth === 5) await spread(auction.id)
      expect((await report(nth, auction.path, `198.51.100.${nth}`)).status).toBe(201)
    }
    expect((await bid(6, auction.bids, 5_000)).status).toBe(201)
  })

  test('does not get it with accounts of many networks either: its end waits for the operator, who shows it again', async () => {
    const auction = await open()
    await bid(0, auction.bids, 100)
    await endsIn(auction.id, '1 hour')
    await reports([1, 2, 3, 4, 5], auction)
    expect(await isHidden(auction.path)).toBe(true)
    expect((await bid(6, auction.bids, 5_000)).status).toBe(404)
    // Two days pass, all of them hidden.
    await world.sql(`update listing set hidden_at = hidden_at - interval '2 days' where id = $1`, [auction.id])
    await world.sql(
      `update auction set paused_at = paused_at - interval '2 days', ends_at = ends_at - interval '2 days',
       latest_end_at = latest_end_at - interval '2 days' where listing_id = $1`,
      [auction.id],
    )
    expect(await pickDueAuctions(world.db.pg)).not.toContain(auction.id)
    expect((await pickClosings(world.db.pg)).map(({ listingId }) => listingId)).not.toContain(auction.id)
    expect(await closeAuctions(world.db.pg, [auction.id])).toEqual([])
    expect(await clock(auction.id)).toMatchObject({ state: 'open', is_paused: true, winner_id: null })

    expect(await decideReports(world.db, auction.id, 'dismissed')).toBe(5)
    const { state, left_s: leftS, room_s: roomS, is_paused: isPaused } = await clock(auction.id)
    expect([state, isPaused]).toEqual(['open', false])
    expect(Number(leftS)).toBeGreaterThan(3_500)
    expect(Number(leftS)).toBeLessThan(3_601)
    expect(Number(roomS)).toBeCloseTo(86_400, 0)
    expect((await bid(6, auction.bids, 5_000)).status).toBe(201)
    // The same reporters hide it no more.
    await reports([1, 2, 3, 4, 5], auction)
    expect(await isHidden(auction.path)).toBe(false)
  })

  test('is no reporter who counts, nor is an agent of theirs', async () => {
    const auction = await open()
    await bid(1, auction.bids, 100)
    const { body } = await world.request('POST', '/api/ai-agents/register', {
      headers: other(2).bearer,
      body: { name: 'a' },
    })
    const placed = await world.request('POST', auction.bids, {
      headers: { 'x-api-key': String(body['api_key']) },
      body: { amount_cents: 500 },
    })
    expect(placed.status).toBe(201)
    await reports([1, 2, 3, 4, 5, 6], auction)
    expect(await isHidden(auction.path)).toBe(false)
    await report(7, auction.path)
    expect(await isHidden(auction.path)).toBe(true)
  })
})

describe('the clock of an auction', () => {
  test('stands still from hiding to showing, and its last moment moves with it', async () => {
    const { id } = await open()
    await endsIn(id, '-1 hour')
    await hide(id, '3 hours')
    expect(await closeAuctions(world.db.pg, [id])).toEqual([])
    await show(id)
    const { state, left_s: leftS, room_s: roomS } = await clock(id)
    expect(state).toBe('open')
    expect(Number(leftS)).toBeGreaterThan(7_190)
    expect(Number(leftS)).toBeLessThan(7_201)
    expect(Number(roomS)).toBeCloseTo(86_400, 0)
  })

  test('that had run out before the listing was hidden has run out when it is shown', async () => {
    const { id, bids } = await open()
    await bid(0, bids, 100)
    await endsIn(id, '-1 hour')
    await hide(id)
    await show(id)
    expect(await closeAuctions(world.db.pg, [id])).toEqual([id])
    expect(await clock(id)).toMatchObject({ state: 'sold' })
  })

  test('gives back no time before its start, when nobody could have bid', async () => {
    const { id } = await open({ starts_at: new Date(Date.now() + 3_600_000).toISOString(), duration_hours: 1 })
    await hide(id, '10 hours')
    await show(id)
    expect(Number((await clock(id)).left_s)).toBeLessThan(7_201)
  })

  test('of a seller who may still accept a bid, and of a winner who has yet to pay, stands still as well', async () => {
    const unsold = await open({ reserve_cents: 900 })
    const sold = await open()
    for (const { id, bids } of [unsold, sold]) {
      await bid(0, bids, 200)
      await endsIn(id, '-1 seconds')
      await closeAuctions(world.db.pg, [id])
      await hide(id, '-1 seconds')
      await world.sql(`update listing set hidden_at = hidden_at where id = $1`, [id])
      expect((await seller.request('POST', `/api/listings/lst_${id.replaceAll('-', '')}/accept-bid`)).status).toBe(409)
      await world.sql(
        `update auction set accept_until = accept_until - interval '1 hour', pay_until = pay_until - interval '1 hour' where listing_id = $1`,
        [id],
      )
      await world.sql(`update listing set hidden_at = hidden_at - interval '1 hour' where id = $1`, [id])
      await show(id)
    }
    const hoursLeft = async (id: string, column: string) =>
      Number(
        (
          await world.sql(
            `select extract(epoch from ${column} - now()) / 3600 as h from auction where listing_id = $1`,
            [id],
          )
        )[0]?.['h'],
      )
    expect(await hoursLeft(unsold.id, 'accept_until')).toBeCloseTo(48, 1)
    expect(await hoursLeft(sold.id, 'pay_until')).toBeCloseTo(48, 1)
    expect((await seller.request('POST', `${unsold.path}/accept-bid`)).status).toBe(200)
  })

  test.each([1, 2, 3])('is decided once when hiding, closing and bidding come at the same moment (%i)', async () => {
    const auction = await open()
    await bid(0, auction.bids, 100)
    for (const nth of [1, 2, 3, 4]) await report(nth, auction.path)
    await spread(auction.id)
    await endsIn(auction.id, '50 milliseconds')
    await world.sql(`update auction set latest_end_at = ends_at where listing_id = $1`, [auction.id])
    const until = Date.now() + 300
    const closed: string[] = []
    const closing = async () => {
      while (Date.now() < until) closed.push(...(await closeAuctions(world.db.pg, [auction.id])))
    }
    const placed: number[] = []
    const bidding = async (nth: number) => {
      for (let cents = 1_000 * nth; Date.now() < until; cents += 500)
        if ((await bid(nth, auction.bids, cents)).status === 201) placed.push(cents)
    }
    await Promise.all([closing(), closing(), bidding(6), bidding(7), report(5, auction.path)])
    expect(await isHidden(auction.path)).toBe(true)
    const facts = await world.sql<{ state: string; is_late: boolean; count: number; closed_hidden: boolean }>(
      `select a.state, exists (select from bid b where b.listing_id = l.id and (b.placed_at >= l.hidden_at or b.placed_at >= a.ends_at)) as is_late,
         (select count(*)::int from bid b where b.listing_id = l.id) as count, coalesce(a.closed_at > l.hidden_at, false) as closed_hidden
       from auction a join listing l on l.id = a.listing_id where l.id = $1`,
      [auction.id],
    )
    expect(facts).toEqual([
      { state: closed.length === 1 ? 'sold' : 'open', is_late: false, count: placed.length + 1, closed_hidden: false },
    ])
    expect(closed.length).toBeLessThan(2)
    await show(auction.id)
    await endsIn(auction.id, '-1 seconds')
    closed.push(...(await closeAuctions(world.db.pg, [auction.id])))
    expect(closed).toEqual([auction.id])
  })
})

describe('an operator who upholds the reports of an auction', () => {
  test('ends it without a sale, and those who bid can read that; nobody else sees it', async () => {
    const auction = await open()
    await bid(0, auction.bids, 100)
    await report(1, auction.path)
    expect((await other(0).request('GET', auction.bids)).body).toMatchObject({ auction: { state: 'open' } })
    await hide(auction.id)
    expect((await other(0).request('GET', auction.bids)).body).toMatchObject({
      auction: { state: 'paused', bid_count: 1 },
      items: [{ is_yours: true, is_leading: true }],
    })
    expect(await decideReports(world.db, auction.id, 'upheld')).toBe(1)
    await endsIn(auction.id, '-1 hour')
    expect(await closeAuctions(world.db.pg, [auction.id])).toEqual([])
    expect(await clock(auction.id)).toMatchObject({ state: 'voided', winner_id: null })
    expect((await other(0).request('GET', auction.bids)).body).toMatchObject({ auction: { state: 'voided' } })
    expect(statusesOf([await other(1).request('GET', auction.bids), await world.request('GET', auction.bids)])).toEqual(
      [404, 404],
    )
    // Shown again it stays ended, and its seller may offer it anew.
    await decideReports(world.db, auction.id, 'dismissed')
    expect((await bid(2, auction.bids, 900)).body).toMatchObject({ code: 'auction_ended' })
    expect((await seller.request('PATCH', auction.path, { status: 'draft' })).status).toBe(200)
    expect((await seller.request('PATCH', auction.path, { status: 'live' })).status).toBe(200)
    expect((await bid(2, auction.bids, 100)).status).toBe(201)
  })
})

test('nobody of the seller’s own account bids on it: neither its agents nor who registered it', async () => {
  const auction = await open()
  const { body } = await world.request('POST', '/api/ai-agents/register', {
    headers: seller.bearer,
    body: { name: 'a' },
  })
  const headers = { 'x-api-key': String(body['api_key']) }
  const own = await world.request('POST', auction.bids, { headers, body: { amount_cents: 100 } })
  expect([own.status, own.body['code']]).toEqual([403, 'forbidden'])
  expect((await world.request('POST', `${auction.path}/report`, { headers })).status).toBe(403)
})

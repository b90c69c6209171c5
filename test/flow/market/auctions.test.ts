import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { closeAuctions } from '#shared/market/auctions/close-auctions.ts'
import { placeBid } from '#shared/market/auctions/place-bid.ts'
import { BID_INCREMENTS } from '#shared/market/auctions/auction.rules.ts'
import { openQueues } from '#shared/queues/backend.ts'
import { createLog } from '#shared/log.ts'
import { sendClosing } from '#shared/queues/send.ts'

import { proveWallet, registerAccount, type Registered, statusesOf } from '#test/support/world/market.ts'
import { type Answer, eventually, openWorld, PAYABLE, type World } from '#test/support/world/world.ts'

let world: World
let seller: Registered
let bidders: Registered[]
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [], env: { ...PAYABLE, DB_POOL_MAX: '20' } })
  seller = await registerAccount(world)
  await proveWallet(world, seller)
  bidders = []
  for (let nth = 0; nth < 20; nth += 1) bidders.push(await registerAccount(world))
})
afterAll(() => world.close())

const bidder = (nth: number): Registered => {
  const found = bidders[nth]
  if (found === undefined) throw new Error(`there is no bidder ${nth}`)
  return found
}

const draft = { listing_type: 'auction', title: 'An agent that reads contracts', status: 'live' }
const create = (auction: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  seller.request('POST', '/api/listings', { ...draft, auction, ...more })
/** A live auction; answers with its path and UUID. */
async function open(auction: Record<string, unknown> = {}) {
  const { status, body, text } = await create({ start_price_cents: 100, ...auction })
  expect(status, text).toBe(201)
  const publicId = String(body['listing_id'])
  const hex = publicId.slice(4)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { id, path: `/api/listings/${publicId}`, bids: `/api/listings/${publicId}/bids` }
}
const bid = (who: Registered, path: string, cents: unknown, headers = {}) =>
  who.request('POST', path, { amount_cents: cents }, headers)
const auctionOf = async (path: string) => Object((await world.request('GET', path)).body['auction'])
const codeOf = ({ status, body }: Answer) => [status, body['code']]
/** Moves the end of an auction, as the passing of time would. */
const endsIn = (id: string, interval: string) =>
  world.sql(
    `update auction set starts_at = least(starts_at, now() - interval '1 hour'), ends_at = clock_timestamp() + $2::interval,
     latest_end_at = clock_timestamp() + $2::interval + interval '24 hours' where listing_id = $1`,
    [id, interval],
  )
const record = async (id: string) => Object((await world.sql(`select * from auction where listing_id = $1`, [id]))[0])
const bidsOf = (id: string) =>
  world.sql<{ nth: number; amount_cents: number; bidder_id: string; id: string }>(
    `select nth, amount_cents, bidder_id, id from bid where listing_id = $1 order by nth`,
    [id],
  )

describe('the terms of an auction', () => {
  test('are stored with the listing, and its clock starts when it goes live', async () => {
    const { body } = await create(
      { start_price_cents: 250, reserve_cents: 900, duration_hours: 2 },
      { status: 'draft' },
    )
    expect(body).toMatchObject({
      price_cents: 250,
      auction: { state: 'draft', start_price_cents: 250, starts_at: null, ends_at: null, reserve_met: false },
    })
    const path = `/api/listings/${String(body['listing_id'])}`
    const live = await seller.request('PATCH', path, { status: 'live' })
    const auction = Object(live.body['auction'])
    expect(auction).toMatchObject({ state: 'open', bid_count: 0, minimum_next_bid_cents: 250, current_bid_cents: null })
    expect(Date.parse(auction.ends_at) - Date.parse(auction.starts_at)).toBe(2 * 3_600_000)
    expect(JSON.stringify(live.body)).not.toContain('900')
  })

  test.each([
    ['a reserve below the start', { reserve_cents: 50 }],
    ['a buy-now price at the start price', { buy_now_cents: 100 }],
    ['a buy-now price below the reserve', { reserve_cents: 500, buy_now_cents: 400 }],
    ['an end in the past', { ends_at: '2020-01-01T00:00:00Z' }],
    ['an end before its start', { starts_at: '2027-01-02T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' }],
    ['an end and a length', { ends_at: '2027-01-01T00:00:00Z', duration_hours: 3 }],
    ['a start in years', { starts_at: '2036-01-01T00:00:00Z' }],
    ['no start price', { start_price_cents: 0 }],
    ['half a cent', { start_price_cents: 100.5 }],
    ['more than there is', { start_price_cents: 1e21 }],
    ['an unknown field', { winner_id: 'me' }],
  ])('%s is 422 and leaves nothing', async (_, auction) => {
    const before = await world.sql(`select count(*)::int as count from listing`)
    expect((await create({ start_price_cents: 100, ...auction })).status).toBe(422)
    expect(await world.sql(`select count(*)::int as count from listing`)).toEqual(before)
  })

  test('can be changed until somebody bids, and the listing withdrawn and offered again', async () => {
    const { path, bids, id } = await open()
    const patched = await seller.request('PATCH', path, { auction: { start_price_cents: 300, duration_hours: 5 } })
    expect(patched.body).toMatchObject({ price_cents: 300, auction: { minimum_next_bid_cents: 300, state: 'open' } })
    expect((await seller.request('PATCH', path, { status: 'draft' })).status).toBe(200)
    expect(codeOf(await bid(bidder(0), bids, 300))).toEqual([404, 'not_found'])
    expect((await seller.request('PATCH', path, { status: 'live' })).status).toBe(200)
    expect((await bid(bidder(0), bids, 300)).status).toBe(201)
    for (const change of [{ auction: { start_price_cents: 100 } }, { status: 'draft' }])
      expect(codeOf(await seller.request('PATCH', path, change))).toEqual([409, 'conflict'])
    expect(codeOf(await seller.request('DELETE', path))).toEqual([409, 'conflict'])
    expect(await record(id)).toMatchObject({ round: 2, bid_count: 1, state: 'open' })
  })

  test('hold what a winner is promised: it is versioned before the first bid, and stays after it', async () => {
    const { path, bids, id } = await open()
    const { body } = await seller.request('PATCH', path, { royalty_bps: 300, license_id: 'mit', title: 'Renamed' })
    expect(body).toMatchObject({ version: 2, royalty_bps: 300, license_id: 'mit', price_cents: 100 })
    await bid(bidder(0), bids, 150)
    for (const change of [{ license_id: 'personal' }, { refund_days: 7 }, { royalty_bps: 0 }, { resale_allowed: true }])
      expect(codeOf(await seller.request('PATCH', path, change)), JSON.stringify(change)).toEqual([409, 'conflict'])
    const kept = await seller.request('PATCH', path, { license_id: 'mit', summary: 'It reads them all.' })
    expect(kept.body).toMatchObject({ version: 2, summary: 'It reads them all.', price_cents: 150 })
    await endsIn(id, '-1 seconds')
    expect(codeOf(await seller.request('PATCH', path, { royalty_bps: 0 }))).toEqual([409, 'conflict'])

    const unsold = await open({ reserve_cents: 900 })
    await bid(bidder(0), unsold.bids, 150)
    await endsIn(unsold.id, '-1 seconds')
    expect((await seller.request('PATCH', unsold.path, { refund_days: 7 })).status).toBe(409)
    const offered = await seller.request('PATCH', unsold.path, { status: 'draft', license_id: 'mit' })
    expect(offered.status).toBe(409)
    expect((await seller.request('PATCH', unsold.path, { status: 'draft' })).status).toBe(200)
    expect((await seller.request('PATCH', unsold.path, { license_id: 'mit' })).body).toMatchObject({
      license_id: 'mit',
    })
  })

  test('may open it later: until then nobody bids', async () => {
    const { bids, path } = await open({ starts_at: new Date(Date.now() + 3_600_000).toISOString() })
    expect(await auctionOf(path)).toMatchObject({ state: 'scheduled' })
    expect(codeOf(await bid(bidder(0), bids, 100))).toEqual([409, 'auction_not_open'])
  })
})

describe('a bid', () => {
  test('is taken, binding, and shown to everybody without a name', async () => {
    const { bids, path } = await open()
    const first = await bid(bidder(0), bids, 100)
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      amount_cents: 100,
      bidder: 'Bidder 1',
      binding: true,
      is_leading: true,
      minimum_next_bid_cents: 125,
      auction: { bid_count: 1, current_bid_cents: 100, state: 'open' },
    })
    expect((await bid(bidder(1), bids, 130)).body).toMatchObject({ bidder: 'Bidder 2' })
    expect((await bid(bidder(0), bids, 200)).body).toMatchObject({ bidder: 'Bidder 1' })
    const { body, text } = await world.request('GET', bids)
    expect(body).toMatchObject({ total: 3, has_more: false, auction: { current_bid_cents: 200 } })
    expect(Object(body['items']).map((one: Record<string, unknown>) => [one['bidder'], one['amount_cents']])).toEqual([
      ['Bidder 1', 200],
      ['Bidder 2', 130],
      ['Bidder 1', 100],
    ])
    for (const one of [bidder(0), bidder(1)]) {
      expect(text).not.toContain(one.username)
      expect(text).not.toContain(one.userId)
    }
    const own = await bidder(1).request('GET', `${bids}?limit=2`)
    expect(own.body).toMatchObject({
      items: [
        { is_yours: false, is_leading: true },
        { is_yours: true, is_leading: false },
      ],
      next_offset: 2,
    })
    expect((await world.request('GET', path)).body).toMatchObject({ price_cents: 200 })
    const activity = await world.request('GET', '/api/listings/activity?limit=30')
    expect(activity.text).toContain('bid_placed')
    expect(activity.text).not.toContain(bidder(0).username)
  })

  test('has to be the next step at least', async () => {
    const { bids } = await open()
    expect((await bid(bidder(0), bids, 99)).body).toMatchObject({ code: 'bid_too_low', minimum_next_bid_cents: 100 })
    await bid(bidder(0), bids, 5_000)
    const low = await bid(bidder(1), bids, 5_099)
    expect(low).toMatchObject({ status: 409, body: { code: 'bid_too_low', minimum_next_bid_cents: 5_100 } })
    expect((await bid(bidder(1), bids, 5_100)).status).toBe(201)
  })

  test('meets the increments that are published', async () => {
    const amounts = [1, 99, 100, 499, 500, 2_499, 2_500, 9_999, 10_000, 49_999, 50_000, 99_999, 100_000, 9_000_000]
    for (const cents of amounts) {
      const step =
        BID_INCREMENTS.find(({ below_cents }) => below_cents === null || cents < below_cents)?.step_cents ?? 0
      expect(await world.sql(`select next_bid_cents(1, $1) as next`, [cents])).toEqual([{ next: cents + step }])
    }
    expect(await world.sql(`select next_bid_cents(70, null) as next`)).toEqual([{ next: 70 }])
  })

  test.each([['NaN'], [1.5], [1e21], [0], [-100], ['100'], [null], [true], [100_000_001]])(
    'of %j cents is 422 and places nothing',
    async (cents) => {
      const { bids, id } = await open()
      expect((await bid(bidder(0), bids, cents)).status).toBe(422)
      expect(await bidsOf(id)).toEqual([])
    },
  )

  test('with a limit beyond it is refused: nobody bids for anybody', async () => {
    const { bids, id } = await open()
    const sent = { amount_cents: 100, max_amount_cents: 5_000 }
    expect(await bidder(0).request('POST', bids, sent)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'max_amount_cents'] }] },
    })
    expect(await bidsOf(id)).toEqual([])
    expect((await bidder(0).request('POST', bids, { ...sent, max_amount_cents: 100 })).status).toBe(201)
  })

  test('of NaN as JSON does not know it is no JSON', async () => {
    const { bids } = await open()
    const headers = { ...bidder(0).bearer }
    expect((await world.request('POST', bids, { headers, body: '{"amount_cents": NaN}' })).status).toBe(400)
  })

  test('on what is the seller’s own, fixed, a draft, deleted or not there is refused', async () => {
    const { bids } = await open()
    expect(codeOf(await bid(seller, bids, 100))).toEqual([403, 'forbidden'])
    const made = async (body: Record<string, unknown>) =>
      `/api/listings/${String((await seller.request('POST', '/api/listings', { title: 'x', ...body })).body['listing_id'])}`
    const fixed = await made({ price_cents: 500, status: 'live', delivery_url: 'https://seller.example/x' })
    expect(codeOf(await bid(bidder(0), `${fixed}/bids`, 600))).toEqual([404, 'not_found'])
    expect((await world.request('GET', `${fixed}/bids`)).body).toMatchObject({ items: [], total: 0, auction: null })
    const hidden = await made({ listing_type: 'auction', auction: { start_price_cents: 5 } })
    expect((await bid(bidder(0), `${hidden}/bids`, 600)).status).toBe(404)
    const gone = await open()
    await seller.request('DELETE', gone.path)
    expect(codeOf(await bid(bidder(0), gone.bids, 100))).toEqual([410, 'gone'])
    expect((await world.request('POST', bids, { body: { amount_cents: 100 } })).status).toBe(401)
  })

  test('that is repeated under its Idempotency-Key is one bid', async () => {
    const { bids, id } = await open()
    const once = { 'idempotency-key': 'bid-1' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => bid(bidder(0), bids, 100, once)))
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body['bid_id'])).size).toBe(1)
    expect(await bidsOf(id)).toHaveLength(1)
    expect((await bid(bidder(0), bids, 900, once)).status).toBe(422)
  })
})

describe('bids at once', () => {
  test('of 100 that are equal one is taken: the first', async () => {
    const { bids, id } = await open()
    const answers = await Promise.all(Array.from({ length: 100 }, (_, nth) => bid(bidder(nth % 20), bids, 500)))
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 99 }, () => 409)])
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body).toMatchObject({ code: 'bid_too_low', minimum_next_bid_cents: 550 })
    expect(await bidsOf(id)).toMatchObject([{ nth: 1, amount_cents: 500 }])
  })

  test('of 20 bidders are all ordered, and none that was taken is lost', async () => {
    const { bids, id, path } = await open()
    const taken: { amount: number; id: string }[] = []
    const refused: unknown[] = []
    const climb = async (who: Registered, nth: number) => {
      for (let round = 1; round <= 5; round += 1) {
        const amount = round * 1_000 + nth * 37
        const answer = await bid(who, bids, amount)
        if (answer.status === 201) taken.push({ amount, id: String(answer.body['bid_id']) })
        else refused.push(codeOf(answer))
      }
    }
    await Promise.all(bidders.map(climb))
    expect(refused).toEqual(refused.map(() => [409, 'bid_too_low']))
    const rows = await bidsOf(id)
    expect(rows.map(({ nth }) => nth)).toEqual(rows.map((_, nth) => nth + 1))
    const amounts = rows.map((row) => row.amount_cents)
    expect(amounts).toEqual([...new Set(amounts)].toSorted((one, other) => one - other))
    expect(taken.map(({ id: one }) => one.slice(4)).toSorted()).toEqual(
      rows.map((row) => row.id.replaceAll('-', '')).toSorted(),
    )
    expect(await auctionOf(path)).toMatchObject({
      bid_count: rows.length,
      current_bid_cents: Math.max(...taken.map(({ amount }) => amount)),
    })
  })
})

describe('the end of an auction', () => {
  test('moves to ten minutes after a late bid, for 24 hours at most', async () => {
    const { bids, id, path } = await open()
    await bid(bidder(0), bids, 100)
    expect(await auctionOf(path)).toMatchObject({ extended_count: 0 })
    await endsIn(id, '3 minutes')
    const { body } = await bid(bidder(1), bids, 200)
    const auction = Object(body['auction'])
    expect(auction).toMatchObject({ extended_count: 1 })
    expect(Date.parse(auction.ends_at) - Date.parse(String(body['placed_at']))).toBe(600_000)
    await world.sql(
      `update auction set ends_at = clock_timestamp() + interval '1 minute', latest_end_at = clock_timestamp() + interval '2 minutes' where listing_id = $1`,
      [id],
    )
    await bid(bidder(0), bids, 300)
    await bid(bidder(1), bids, 400)
    const row = await record(id)
    expect([row.extended_count, row.ends_at]).toEqual([2, row.latest_end_at])
  })

  test('comes by the database’s clock: a bid after it is 409, and reading closes it', async () => {
    const { bids, id, path } = await open({ reserve_cents: 300 })
    await bid(bidder(0), bids, 200)
    await bid(bidder(1), bids, 350)
    await bid(bidder(2), bids, 400)
    await bid(bidder(2), bids, 500)
    await endsIn(id, '-1 milliseconds')
    expect(codeOf(await bid(bidder(3), bids, 900))).toEqual([409, 'auction_ended'])
    expect(await auctionOf(path)).toMatchObject({ state: 'sold', current_bid_cents: 500, reserve_met: true })
    const rows = await bidsOf(id)
    expect(await record(id)).toMatchObject({
      state: 'sold',
      winner_id: rows[3]?.bidder_id,
      winning_bid_id: rows[3]?.id,
      second_id: rows[1]?.bidder_id,
      second_bid_id: rows[1]?.id,
    })
    const hours = await world.sql(
      `select extract(epoch from pay_until - closed_at) / 3600 as hours from auction where listing_id = $1`,
      [id],
    )
    expect(Number(hours[0]?.['hours'])).toBe(48)
    expect(codeOf(await bid(bidder(3), bids, 900))).toEqual([409, 'auction_ended'])
    expect(codeOf(await seller.request('DELETE', path))).toEqual([409, 'conflict'])
  })

  test('without a bid, or below the reserve, sells nothing, and the seller may offer it again', async () => {
    for (const [cents, state] of [
      [null, 'no_bids'],
      [150, 'reserve_not_met'],
    ] as const) {
      const { bids, id, path } = await open({ reserve_cents: 300 })
      const actions = async () => (await seller.request('GET', path)).body['allowed_actions']
      if (cents !== null) await bid(bidder(0), bids, cents)
      const offered: unknown[] = Object(await actions())
      const isAnyOffered = ['unpublish', 'delete', 'accept_bid'].some((action) => offered.includes(action))
      expect(cents !== null && isAnyOffered).toBe(false)
      await endsIn(id, '-1 seconds')
      expect(await actions()).toEqual(expect.arrayContaining(['unpublish', 'delete']))
      expect(Object(await actions()).includes('accept_bid')).toBe(cents !== null)
      expect(await auctionOf(path)).toMatchObject({ state })
      expect(await record(id)).toMatchObject({ winner_id: null, second_id: null, pay_until: null })
      expect((await seller.request('PATCH', path, { status: 'draft' })).status).toBe(200)
      const again = await seller.request('PATCH', path, { status: 'live' })
      expect(again.body).toMatchObject({ price_cents: 100, auction: { state: 'open', bid_count: 0 } })
      expect((await world.request('GET', bids)).body).toMatchObject({ items: [], total: 0 })
      expect((await bid(bidder(1), bids, 100)).status).toBe(201)
    }
  })

  test('below the reserve may still be accepted by its seller, once, within 48 hours', async () => {
    const { bids, id, path } = await open({ reserve_cents: 300 })
    await bid(bidder(0), bids, 150)
    const accept = (who = seller) => who.request('POST', `${path}/accept-bid`)
    expect(codeOf(await accept())).toEqual([409, 'conflict'])
    await endsIn(id, '-1 seconds')
    expect(codeOf(await accept(bidder(0)))).toEqual([403, 'forbidden'])
    await world.sql(`select close_auction($1, $1)`, [id])
    await world.sql(`update auction set accept_until = now() - interval '1 second' where listing_id = $1`, [id])
    expect(codeOf(await accept())).toEqual([409, 'conflict'])
    await world.sql(`update auction set accept_until = now() + interval '1 hour' where listing_id = $1`, [id])
    const answers = await Promise.all([accept(), accept(), accept()])
    expect(statusesOf(answers)).toEqual([200, 409, 409])
    const [row] = await bidsOf(id)
    expect(await record(id)).toMatchObject({ state: 'sold', winner_id: row?.bidder_id, winning_bid_id: row?.id })
    expect(await auctionOf(path)).toMatchObject({ state: 'sold', reserve_met: false, accept_until: null })
  })

  test('is found by three closers at once and happens once, while bids arrive', async () => {
    const { bids, id } = await open()
    await bid(bidder(0), bids, 1_000)
    await endsIn(id, '150 milliseconds')
    // Of this auction a late bid moves nothing: its last moment is fixed.
    await world.sql(`update auction set latest_end_at = ends_at where listing_id = $1`, [id])
    let over = false
    let amount = 1_000
    const placed: number[] = []
    const refused: unknown[] = []
    const bidding = Array.from({ length: 4 }, async (_, nth) => {
      while (!over) {
        const cents = (amount += 100)
        const answer = await bid(bidder(nth + 1), bids, cents)
        if (answer.status === 201) placed.push(cents)
        else if (answer.body['code'] === 'auction_ended') over = true
        else refused.push(codeOf(answer))
      }
    })
    const closing = Array.from({ length: 3 }, async () => {
      const closed: string[] = []
      while (!over) closed.push(...(await closeAuctions(world.db.pg, [id])))
      return [...closed, ...(await closeAuctions(world.db.pg, [id]))]
    })
    await Promise.all(bidding)
    expect(refused).toEqual(refused.map(() => [409, 'bid_too_low']))
    expect((await Promise.all(closing)).flat()).toEqual([id])
    const rows = await bidsOf(id)
    expect(
      rows
        .slice(1)
        .map(({ amount_cents }) => amount_cents)
        .toSorted((a, b) => a - b),
    ).toEqual(placed.toSorted((a, b) => a - b))
    expect(await record(id)).toMatchObject({
      state: 'sold',
      winning_bid_id: rows.at(-1)?.id,
      current_bid_cents: rows.at(-1)?.amount_cents,
    })
    const late = await world.sql(
      `select 1 as one from bid b join auction a using (listing_id) where b.listing_id = $1 and b.placed_at >= a.ends_at`,
      [id],
    )
    expect(late).toEqual([])
    expect(
      await world.sql(`select kind from listing_event where listing_id = $1 and kind = 'auction_ended'`, [id]),
    ).toHaveLength(1)
  })

  test('waits for no lock, and a bid that holds it decides by the clock', async () => {
    const { id } = await open()
    const holder = await world.db.pg.connect()
    try {
      await holder.query('begin')
      await holder.query(`select from listing where id = $1 for no key update`, [id])
      await endsIn(id, '-1 milliseconds')
      expect(await closeAuctions(world.db.pg, [id])).toEqual([])
      const late = { listingId: id, bidderId: await bidderUuid(), cents: 500, key: null }
      const rails = { onSolana: true, byCard: false }
      await expect(placeBid(holder, { ...late, rails })).rejects.toMatchObject({ code: 'auction_ended' })
      await holder.query('commit')
    } finally {
      holder.release()
    }
    expect(await closeAuctions(world.db.pg, [id])).toEqual([id])
  })

  const bidderUuid = async () =>
    String((await world.sql(`select id from market_user where username = $1`, [bidder(0).username]))[0]?.['id'])
})

describe('with workers', () => {
  test('a delayed job alone closes it when its time has come', async () => {
    const { bids, id } = await open()
    await bid(bidder(0), bids, 100)
    await endsIn(id, '400 milliseconds')
    // The sweeper has just been here, and comes again in an hour.
    await world.sql(
      `insert into housekeeping (task, ran_at) values ('sweep-auctions', now() + interval '1 hour')
       on conflict (task) do update set ran_at = excluded.ran_at`,
    )
    const queues = openQueues({ redisUrl: world.redisUrl, databaseUrl: world.database.url, log: createLog('silent') })
    const running = world.startPools(['settlement-watch'])
    try {
      await sendClosing(queues, { listingId: id, inMs: 600, turn: 'first' })
      await sendClosing(queues, { listingId: id, inMs: 600, turn: 'first' })
      await eventually(async () => (await record(id)).state === 'sold')
      expect(await record(id)).toMatchObject({ bid_count: 1 })
    } finally {
      await running.workers.stop()
      await queues.close()
      await world.sql(`delete from housekeeping where task = 'sweep-auctions'`)
    }
  })

  test('a job closes it on time, the sweeper whatever the queue lost, and neither one that goes on', async () => {
    const [jobbed, lost, longer] = [await open(), await open(), await open()]
    for (const { bids } of [jobbed, lost, longer]) await bid(bidder(0), bids, 100)
    const queues = openQueues({ redisUrl: world.redisUrl, databaseUrl: world.database.url, log: createLog('silent') })
    try {
      await endsIn(jobbed.id, '1200 milliseconds')
      await endsIn(lost.id, '-1 seconds')
      // A job whose time has come for an auction that goes on, and one for what is no auction.
      await sendClosing(queues, { listingId: longer.id, inMs: 0, turn: 'early' })
      await sendClosing(queues, { listingId: '00000000-0000-0000-0000-000000000000', inMs: 0, turn: 'none' })
      const { workers } = world.startPools(['settlement-watch'])
      await eventually(async () => (await record(lost.id)).state === 'sold')
      await eventually(async () => (await record(jobbed.id)).state === 'sold')
      expect(workers.pools).toHaveLength(1)
      expect(await record(longer.id)).toMatchObject({ state: 'open' })
      // What ends within the hour has a job planned for the very end it has.
      await endsIn(longer.id, '30 minutes')
      await eventually(async () => {
        const { planned_for, ends_at } = await record(longer.id)
        return planned_for === ends_at
      })
    } finally {
      await queues.close()
    }
  })
})

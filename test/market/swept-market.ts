import { randomUUID } from 'node:crypto'

import { publicId } from '#shared/market/public-id.ts'

import { boughtBy, registerAccount, type Registered } from '../support/world/market.ts'
import type { World } from '../support/world/world.ts'
import { changedBy, MARK, privateTo, type SweptRoute } from './sweep.ts'

/** Every `{id}` route of bids, pictures, reports, feedback and boosted places; each asker gets a listing of its own. */
export function sweptMarket(world: () => World, owner: () => Registered): readonly SweptRoute[] {
  const listing =
    (
      status: 'draft' | 'live',
      after = '',
      more: Record<string, unknown> = { price_cents: 500, delivery_url: 'https://seller.example/x' },
    ) =>
    async (deleted: boolean) => {
      const made = await owner().request('POST', '/api/listings', { title: `Swept ${MARK}`, status, ...more })
      const path = `/api/listings/${String(made.body['listing_id'])}`
      if (deleted) await owner().request('DELETE', path)
      return path + after
    }
  const auction = { listing_type: 'auction', auction: { start_price_cents: 100 } }
  const screenshot = (status: 'draft' | 'live') => async (deleted: boolean) => {
    const path = await listing(status)(false)
    const mediaId = randomUUID()
    const listingId = path.slice(path.lastIndexOf('_') + 1)
    await world().sql(
      `insert into media (id, owner, kind, source_key, source_type) values ($1, 'listing:swept', 'image', 'x', 'image/png')`,
      [mediaId],
    )
    await world().sql(`insert into listing_media (media_id, listing_id, kind) values ($1, $2, 'image')`, [
      mediaId,
      listingId,
    ])
    if (deleted) await owner().request('DELETE', path)
    return `${path}/screenshots/${publicId('shot', mediaId)}`
  }
  const ID = '/api/listings/:listing_id'
  const bid = { amount_cents: 100 }
  const win = (rail: string, path: string) =>
    `${path.replace('/api/listings/', `/api/purchases/${rail}auction-win/`)}/intent`
  const tier = { tier_id: 'day', currency: 'usdc', payer: 'So11111111111111111111111111111111111111112' }
  const paid = { intent_id: 'intent', signature: '1'.repeat(64) }
  /** For everybody but its owner. */
  const notOwn = { ...changedBy(403, 410), 'other user': 201 }
  // Uploads come without a file here: whoever may upload is told so.
  const both = (route: SweptRoute['route'], after: string, owned: number, body?: unknown): SweptRoute[] => [
    { route, path: listing('live', after), body, expected: changedBy(owned, 410) },
    { route, path: listing('draft', after), body, expected: privateTo(owned === 503 ? 409 : owned, 410) },
  ]
  const purchase =
    (after = '') =>
    async (deleted: boolean) => {
      const path = await boughtBy(world(), owner())
      // A purchase is never gone: its listing may be.
      if (deleted) await world().sql(`update listing set deleted_at = now() where title = 'Bought'`)
      return path + after
    }
  return [
    { route: 'GET /api/purchases/:purchase_id', path: purchase(), expected: privateTo(200, 200) },
    { route: 'GET /api/purchases/:purchase_id/delivery', path: purchase('/delivery'), expected: privateTo(200, 200) },
    { route: 'GET /api/purchases/:purchase_id/license', path: purchase('/license'), expected: privateTo(200, 200) },
    { route: 'GET /api/purchases/:purchase_id/resale', path: purchase('/resale'), expected: privateTo(200, 200) },
    // What was free is not sold on, and was never offered; whoever may is told so.
    {
      route: 'POST /api/purchases/:purchase_id/resale/list',
      path: purchase('/resale/list'),
      body: { price_cents: 50 },
      expected: privateTo(409, 409),
    },
    {
      route: 'POST /api/purchases/:purchase_id/resale/cancel',
      path: purchase('/resale/cancel'),
      expected: privateTo(404, 404),
    },
    { route: 'GET /api/purchases/:purchase_id/wrap', path: purchase('/wrap'), expected: privateTo(200, 200) },
    // No settlement process asks Solana here; whoever may wrap is told so.
    {
      route: 'POST /api/purchases/:purchase_id/wrap/request',
      path: purchase('/wrap/request'),
      body: { owner_wallet: tier.payer, confirm_lock: true },
      expected: privateTo(503, 503),
    },
    // What was never wrapped has no token to claim, for anybody, and none to burn.
    {
      route: 'POST /api/purchases/:purchase_id/wrap/claim',
      path: purchase('/wrap/claim'),
      expected: privateTo(404, 404),
    },
    {
      route: 'POST /api/purchases/:purchase_id/wrap/unwrap',
      path: purchase('/wrap/unwrap'),
      expected: privateTo(409, 409),
    },
    {
      route: 'POST /api/purchases/:purchase_id/license/rotate',
      path: purchase('/license/rotate'),
      expected: privateTo(200, 200),
    },
    // What is free has nothing to give back; whoever may ask is told so.
    {
      route: 'POST /api/purchases/:purchase_id/refund',
      path: purchase('/refund'),
      body: {},
      expected: privateTo(409, 409),
    },
    // What is paid cannot be given up; whoever may is told so.
    {
      route: 'POST /api/purchases/:purchase_id/cancel',
      path: purchase('/cancel'),
      expected: privateTo(409, 409),
    },
    {
      route: 'POST /api/purchases/:purchase_id/refund/solana',
      path: purchase('/refund/solana'),
      body: { payer: tier.payer },
      expected: privateTo(403, 403),
    },
    {
      route: 'POST /api/purchases/:purchase_id/claim',
      path: purchase('/claim'),
      body: {},
      expected: privateTo(200, 200),
    },
    {
      route: 'POST /api/purchases/:purchase_id/confirm-delivery',
      path: purchase('/confirm-delivery'),
      expected: privateTo(403, 403),
    },
    {
      route: 'POST /api/purchases/free/:listing_id',
      path: async (deleted) =>
        (await listing('live', '', { price_cents: 0, delivery_markdown: '# Free' })(deleted)).replace(
          '/api/listings/',
          '/api/purchases/free/',
        ),
      expected: { ...changedBy(403, 410), 'other user': 201 },
    },
    {
      route: `GET ${ID}/bids`,
      path: listing('live', '/bids', auction),
      expected: { ...changedBy(200, 410), nobody: 200, 'other user': 200 },
    },
    {
      route: `GET ${ID}/bids`,
      path: listing('draft', '/bids', auction),
      expected: { ...privateTo(200, 410), nobody: 404 },
    },
    { route: `POST ${ID}/bids`, path: listing('live', '/bids', auction), body: bid, expected: notOwn },
    {
      route: `POST ${ID}/bids`,
      path: listing('draft', '/bids', auction),
      body: bid,
      expected: privateTo(404, 410),
    },
    // There is nothing to accept here; whoever may is told so.
    { route: `POST ${ID}/accept-bid`, path: listing('live', '/accept-bid', auction), expected: changedBy(409, 410) },
    { route: `POST ${ID}/accept-bid`, path: listing('draft', '/accept-bid', auction), expected: privateTo(409, 410) },
    {
      route: 'POST /api/purchases/solana/auction-win/:listing_id/intent',
      path: async (deleted) => win('solana/', await listing('live', '', auction)(deleted)),
      body: {},
      expected: { ...changedBy(403, 410), 'other user': 403 },
    },
    {
      route: 'POST /api/purchases/auction-win/:listing_id/intent',
      path: async (deleted) => win('', await listing('live', '', auction)(deleted)),
      body: {},
      expected: { ...changedBy(403, 410), 'other user': 403 },
    },
    ...both(`POST ${ID}/screenshots`, '/screenshots', 422),
    ...both(`POST ${ID}/video`, '/video', 422),
    { route: `DELETE ${ID}/screenshots/:screenshot_id`, path: screenshot('live'), expected: changedBy(200, 410) },
    { route: `DELETE ${ID}/screenshots/:screenshot_id`, path: screenshot('draft'), expected: privateTo(200, 410) },
    { route: `POST ${ID}/report`, path: listing('live', '/report'), body: {}, expected: notOwn },
    { route: `POST ${ID}/report`, path: listing('draft', '/report'), body: {}, expected: privateTo(403, 410) },
    ...both(`POST ${ID}/priority/solana/intent`, '/priority/solana/intent', 503, tier),
    ...both(`POST ${ID}/priority/solana/confirm`, '/priority/solana/confirm', 404, paid),
    {
      route: 'POST /api/purchases/:purchase_id/feedback',
      path: purchase('/feedback'),
      body: { rating: 5 },
      expected: privateTo(201, 201),
    },
    {
      route: 'PATCH /api/purchases/:purchase_id/feedback',
      path: async (deleted) => {
        const path = await purchase('/feedback')(deleted)
        await owner().request('POST', path, { rating: 5, comment: MARK })
        return path
      },
      body: { rating: 4 },
      expected: privateTo(200, 200),
    },
    // Everybody reads feedback, and its seller alone replies.
    {
      route: 'POST /api/feedback/:feedback_id/reply',
      path: async () => {
        const buyer = await registerAccount(world())
        const { body } = await buyer.request('POST', `${await boughtBy(world(), buyer, owner())}/feedback`, {
          rating: 5,
        })
        return `/api/feedback/${String(body['feedback_id'])}/reply`
      },
      body: { reply: 'Thank you.' },
      expected: changedBy(200, 200),
    },
  ]
}

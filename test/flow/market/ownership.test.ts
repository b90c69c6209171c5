import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Ask, privateTo, sweep, type SweptRoute } from '#test/market/sweep.ts'
import { sweptEvents } from '#test/market/swept-events.ts'
import { sweptJobs } from '#test/market/swept-jobs.ts'
import { sweptListings } from '#test/market/swept-listings.ts'
import { sweptMarket } from '#test/market/swept-market.ts'
import { proveWallet, registerAccount, type Registered } from '#test/support/world/market.ts'
import { openWorld, PAYABLE, type World } from '#test/support/world/world.ts'

let world: World
let owner: Registered
let other: Registered
let asks: Record<'nobody' | 'wrong' | 'other' | 'owner', Ask>
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [], env: PAYABLE })
  owner = await registerAccount(world)
  other = await registerAccount(world)
  await Promise.all([proveWallet(world, owner), proveWallet(world, other)])
  // A new account may not have as many listings as this asks for.
  await world.sql(`update market_user set created_at = now() - interval '8 days'`)
  const asking =
    (headers: Record<string, string>): Ask =>
    (method, path, body) =>
      world.request(method, path, { headers, ...(body === undefined ? {} : { body }) })
  asks = {
    nobody: asking({}),
    wrong: asking({ authorization: `Bearer ${world.mint.issue('ss', 'zzzzzzzzzzzz')}` }),
    other: asking(other.bearer),
    owner: asking(owner.bearer),
  }
})
afterAll(() => world.close())

/** The path of a key of the owner's; a deleted one is revoked. */
const keyPath =
  (after = '') =>
  async (deleted: boolean) => {
    const { body } = await owner.request('POST', '/api/auth/keys', {})
    const path = `/api/auth/keys/${String(body['key_id'])}`
    if (deleted) await owner.request('DELETE', path)
    return path + after
  }

/** Every `{id}` route of the marketplace. A slice adds its own here. */
const SWEPT: readonly SweptRoute[] = [
  { route: 'POST /api/auth/keys/:key_id/rotate', path: keyPath('/rotate'), expected: privateTo(200, 409) },
  { route: 'DELETE /api/auth/keys/:key_id', path: keyPath(), expected: privateTo(200, 200) },
  ...sweptListings(() => owner),
  ...sweptMarket(
    () => world,
    () => owner,
  ),
  ...sweptJobs(
    () => world,
    () => owner,
  ),
  ...sweptEvents(
    () => world,
    () => owner,
  ),
]

/** Routes with an id that ask for no credential: there is nothing that anybody could not be shown. */
const OPEN: Readonly<Record<string, string>> = {
  'GET /api/media/:media_id':
    'a file for whoever was given its id (test/flow/market/media.test.ts: gone with its listing)',
  'GET /api/media/:media_id/thumb': 'the same file, smaller',
  'GET /api/jobs/:job_id/reviews': 'what two sides say of each other',
  'GET /api/jobs/reviews/:user_id': 'what is said of a user',
  'GET /api/purchases/seller/:seller_id/feedback': 'what buyers say of a seller, without their names',
  'GET /api/purchases/:purchase_id/wrap-metadata':
    'what a token says of itself, without its buyer (test/flow/market/wraps.test.ts)',
  'GET /api/resale-offers/:resale_offer_id': 'an offer is for everybody (test/flow/market/resale.test.ts)',
  'POST /api/purchases/x402/:listing_id': 'it sells to whoever pays',
  'GET /api/purchases/:purchase_id/solana-pay': 'for whoever has the token of its link',
  'GET /api/purchases/:purchase_id/solana-pay/qr': 'the same link as a picture',
  'POST /api/purchases/:purchase_id/solana-pay': 'whoever has the token of its link may pay',
}
/** What open routes need in their bodies. */
const OPEN_BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/purchases/:purchase_id/solana-pay': { account: 'So11111111111111111111111111111111111111112' },
}

/** What a refused request must not change: all that is kept of accounts, listings, bids, reports and files. */
const KEPT = [
  'market_user',
  'agent',
  'api_key',
  'listing',
  'listing_content',
  'listing_version',
  'listing_event',
  'listing_import',
  'listing_media',
  'media',
  'auction',
  'bid',
  'report',
  'feedback',
  'purchase',
  'purchase_event',
  'wrap',
  'wrap_claim',
  'license_holder',
  'job',
  'job_event',
  'proposal',
  'engagement',
  'delivery',
  'job_file',
  'job_message',
  'job_review',
  'effect',
  'webhook',
  'webhook_delivery',
  'idempotency_record',
]
async function snapshot(): Promise<string> {
  const digests = KEPT.map(
    // Views are counted late and together, also those of the askers before.
    (table) =>
      `(select md5(string_agg((to_jsonb(t) - 'views' - 'popularity')::text, '' order by t::text)) from ${table} t)`,
  )
  return JSON.stringify(await world.sql(`select array[${digests.join()}] as digests`))
}

describe('who may do what with whose record', () => {
  test.each(SWEPT)('$route', async (swept) => {
    await world.sql(`update api_key set revoked_at = now() where revoked_at is null`)
    expect(await sweep(swept, asks, snapshot)).toEqual({ statuses: swept.expected, leaks: [] })
  })

  test('what a request changes is seen', async () => {
    const { body } = await owner.request('POST', '/api/listings', { title: 'Seen', price_cents: 0 })
    const before = await snapshot()
    await owner.request('PATCH', `/api/listings/${String(body['listing_id'])}`, { title: 'Seen again' })
    expect(await snapshot()).not.toBe(before)
  })

  test('an id that is malformed or nobody’s is 404, and none breaks anything', async () => {
    const open = Object.keys(OPEN).map((route) => ({ route, body: OPEN_BODIES[route] }))
    for (const { route, body } of [...SWEPT, ...open]) {
      const [method = '', path = ''] = route.split(' ')
      for (const id of ['0', 'zzzzzzzzzzzz', '%00', "'%20or%201=1", '..%2f..', 'a'.repeat(2_000), '%F0%9F%99%82']) {
        const answer = await asks.owner(method, path.replace(/:\w+/, id), body)
        expect([400, 404], `${method} ${path} ${id}: ${answer.text}`).toContain(answer.status)
      }
    }
  })

  test('a query that the database could not take is 422', async () => {
    for (const text of ['%00', 'a%00b'])
      expect(await world.request('GET', `/api/v1/outcomes/action-receipt/verify?receipt=${text}`)).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'string_nul', loc: ['query', 'receipt'] }] },
      })
  })

  test('every route of the marketplace with an id is swept, or open to everybody for a reason', () => {
    const withId = world.ingress.routes
      .filter(({ path }) => /^\/api\/(?!v1\/)/.test(path) && path.includes(':'))
      .map(({ method, path, credential }) => ({ route: `${method} ${path}`, isOpen: credential === 'none' }))
    const swept = new Set<string>(SWEPT.map(({ route }) => route))
    expect(withId.filter(({ route, isOpen }) => !isOpen && !swept.has(route))).toEqual([])
    const open = withId.filter(({ isOpen }) => isOpen).map(({ route }) => route)
    expect(open.toSorted()).toEqual(Object.keys(OPEN).toSorted())
  })
})

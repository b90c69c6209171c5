import { afterAll, beforeAll, expect, test } from 'vitest'

import { countSales } from '#shared/market/purchases/count-sales.ts'
import { uuidOf } from '#shared/market/public-id.ts'

import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { boughtListing } from '#test/support/world/purchases.ts'
import { openWorld, randomId, type World } from '#test/support/world/world.ts'

let world: World
let seller: Registered
let buyer: Registered
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [] })
})
afterAll(() => world.close())

/** A sale that can no longer be refunded, changed by `set` before it is judged. */
async function sale(set = 'refundable_until = delivered_at'): Promise<string> {
  seller = await registerAccount(world)
  buyer = await registerAccount(world)
  const { id, listingId } = await boughtListing(world, { seller, buyer })
  await world.sql(`update purchase set ${set} where id = $1`, [id])
  return listingId
}
const setUser = (user: Registered, set: string) =>
  world.sql(`update market_user set ${set} where id = $1`, [uuidOf('usr', user.userId)])
const salesOf = async (listingId: string) => {
  const { body } = await world.request('GET', `/api/listings/${listingId}`)
  return [body['sales_count'], Object(body['seller'])['sales_count']]
}

test('a sale counts once for its listing and its seller, however many count, and is an event', async () => {
  const listingId = await sale()
  await Promise.all([1, 2, 3].map(() => countSales(world.db.pg, 10)))
  expect(await salesOf(listingId)).toEqual([1, 1])
  const { body } = await world.request('GET', `/api/listings/activity?listing_id=${listingId}`)
  // Safe: the activity of our own server.
  const items = body['items'] as { kind: string; facts: unknown }[]
  expect(items.filter(({ kind }) => kind === 'sold').map(({ facts }) => facts)).toEqual([{ price_cents: 500 }])
})

test('a sale that may still be refunded waits, and one that was refunded never counts', async () => {
  const open = await sale(`refundable_until = now() + interval '1 day'`)
  const refunded = await sale(`refundable_until = delivered_at, status = 'refunded', refunded_cents = price_cents`)
  await countSales(world.db.pg, 10)
  expect([await salesOf(open), await salesOf(refunded)]).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('a sale that counted and is refunded after all counts no longer', async () => {
  const listingId = await sale()
  await countSales(world.db.pg, 10)
  await world.sql(`update purchase set status = 'refunded', refunded_cents = price_cents where listing_id = $1`, [
    uuidOf('lst', listingId),
  ])
  expect(await salesOf(listingId)).toEqual([0, 0])
  const [stat] = await world.sql('select sales_cents from seller_stat where user_id = $1', [
    uuidOf('usr', seller.userId),
  ])
  expect(Number(stat?.['sales_cents'])).toBe(0)
})

test.each<[string, () => Promise<unknown>]>([
  ['the same owner', () => setUser(buyer, `account_id = '${uuidOf('usr', seller.userId)}'`)],
  [
    'one proved wallet',
    async () => {
      const wallet = randomId().padEnd(40, 'w')
      const proved = `solana_wallet = '${wallet}', proved_wallet = '${wallet}', wallet_proved_at = now()`
      await setUser(seller, proved)
      await setUser(buyer, proved)
    },
  ],
  [
    'a wallet of the seller',
    async () => {
      const wallet = randomId().padEnd(40, 'x')
      await setUser(seller, `solana_wallet = '${wallet}'`)
      await world.sql(`update purchase set payer_wallet = '${wallet}' where buyer_id = $1`, [
        uuidOf('usr', buyer.userId),
      ])
    },
  ],
])('a sale counts for nothing when buyer and seller have %s', async (_, link) => {
  const listingId = await sale()
  await link()
  await countSales(world.db.pg, 10)
  expect(await salesOf(listingId)).toEqual([0, 0])
  const [judged] = await world.sql<{ is_counted: boolean }>('select is_counted from purchase where buyer_id = $1', [
    uuidOf('usr', buyer.userId),
  ])
  expect(judged?.is_counted).toBe(false)
})

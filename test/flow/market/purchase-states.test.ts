import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { DELIVERY_STATES, PURCHASE_STATES } from '#shared/market/purchases/purchase.entity.ts'
import { TRANSITIONS, transitionFor } from '#shared/market/purchases/transitions.rules.ts'

import { openWorld, type World } from '#test/support/world/world.ts'
import { boughtBy, registerAccount } from '#test/support/world/market.ts'

let world: World
let purchaseId: string
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [] })
  const path = await boughtBy(world, await registerAccount(world))
  purchaseId = path.slice(-32)
  // Checks of amounts stand in the way of states that a free purchase never has.
  await world.sql(`alter table purchase drop constraint purchase_refunded`)
})
afterAll(() => world.close())

/** The moves between states that the database allows. */
async function allowed(column: 'status' | 'delivery_status', states: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const from of states)
    for (const to of states.filter((state) => state !== from)) {
      await world.sql(`alter table purchase disable trigger purchase_states`)
      await world.sql(`update purchase set ${column} = $2 where id = $1`, [purchaseId, from])
      await world.sql(`alter table purchase enable trigger purchase_states`)
      const moved = await world.sql(`update purchase set ${column} = $2 where id = $1`, [purchaseId, to]).then(
        () => true,
        () => false,
      )
      if (moved) found.push(`${from} → ${to}`)
    }
  return found.toSorted()
}
const declared = (of: 'status' | 'delivery') =>
  [
    ...new Set(
      TRANSITIONS.filter((row) => row.of === of).flatMap(({ from, to }) =>
        from.filter((state) => state !== to).map((state) => `${state} → ${to}`),
      ),
    ),
  ].toSorted()

test('the database allows the changes of state that the table has, and no other', async () => {
  expect(await allowed('status', PURCHASE_STATES)).toEqual(declared('status'))
  expect(await allowed('delivery_status', DELIVERY_STATES)).toEqual(declared('delivery'))
})

test('the terms of a purchase and its timeline cannot be changed, and neither can be deleted', async () => {
  for (const statement of [
    `update purchase set price_cents = price_cents + 1`,
    `update purchase set content_sha256 = 'other'`,
    `update purchase set fee_bps = 0`,
    `update purchase set seller_id = '${randomUUID()}'`,
    `delete from purchase_event`,
    `update purchase_event set reason = 'other'`,
    `delete from purchase`,
  ])
    await expect(world.sql(statement), statement).rejects.toMatchObject({ code: '23514' })
})

test('a transition is for its parties alone, and waits for its guard', () => {
  const now = new Date()
  const purchase = { status: 'pending', deliveryStatus: 'none', expiresAt: new Date(now.getTime() + 1_000) } as const
  expect(transitionFor(purchase, 'paid', 'buyer', now)).toBeNull()
  expect(transitionFor(purchase, 'paid', 'platform', now)).toMatchObject({ to: 'paid' })
  expect(transitionFor(purchase, 'expired', 'platform', now)).toBeNull()
  expect(transitionFor(purchase, 'expired', 'platform', purchase.expiresAt)).toMatchObject({ to: 'expired' })
  expect(transitionFor(purchase, 'delivered', 'platform', now)).toBeNull()
})

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { proofOf } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'
import { eventually } from '#test/support/world/world.ts'

let world: PaidWorld
beforeAll(async () => {
  world = await openPaidWorld({ backend: 'redis' })
})
afterEach(() => world.chain.heal())
afterAll(async () => {
  await world.settled()
  await world.balanced()
  await world.close()
})

test('a verify that hangs is 503 with the payment untouched', async () => {
  const payload = await world.payment('hash-text')
  world.chain.set('verify', 'hang')
  const answer = await world.send('hash-text', { text: 'hello' }, payload)
  expect(answer).toMatchObject({ status: 503, body: { code: 'payments_not_ready', charged_cents: 0 } })
  expect(await world.stateOf(payload)).toBeNull()
  world.chain.heal()
  expect((await world.send('hash-text', { text: 'hello' }, payload)).status).toBe(200)
})

/** A cheap outcome and a dear one, with their inputs. */
const OUTCOMES = [
  ['hash-text', { text: 'hello' }],
  ['test-dear', {}],
] as const

test.each(OUTCOMES)(
  'X12: %s: a settle that hangs and lands is found by settlement-watch, and the caller who waits gets the result',
  async (slug, body) => {
    const payload = await world.payment(slug)
    world.chain.set('settle', 'hang', { lands: true })
    const answer = await world.send(slug, body, payload)
    expect(answer.status, answer.text).toBe(200)
    expect(world.chain.transfers.filter(({ proof }) => proof === proofOf(payload))).toHaveLength(1)
  },
)

test.each(OUTCOMES)(
  'X13: %s: a settle that hangs and never lands is 202 for as long as it could, then nothing was charged',
  async (slug, body) => {
    const payload = await world.payment(slug)
    world.chain.set('settle', 'hang')
    const answer = await world.send(slug, body, payload, { prefer: 'wait=2' })
    expect(answer).toMatchObject({ status: 202, body: { charge: { state: 'held', payment: { state: 'settling' } } } })
    world.chain.end(proofOf(payload))
    await eventually(async () => (await world.stateOf(payload))?.state === 'unpaid', 30_000)
    const after = await world.send(slug, body, payload)
    expect(after).toMatchObject({ status: 402, body: { code: 'invalid_payment', charged_cents: 0 } })
  },
)

test('a process that cannot ask the chain either says so, and loses nothing', async () => {
  const payload = await world.payment('hash-text')
  world.chain.set('settle', 'reset', { lands: true })
  world.chain.set('lookup', 'html')
  const answer = await world.send('hash-text', { text: 'hello' }, payload, { prefer: 'wait=1' })
  expect(answer).toMatchObject({ status: 202, body: { charge: { payment: { state: 'settling' } } } })
  world.chain.heal()
  await eventually(async () => (await world.stateOf(payload))?.state === 'settled', 30_000)
  const again = await world.send('hash-text', { text: 'hello' }, payload)
  expect(again).toMatchObject({ status: 200, body: { call_id: answer.body['call_id'] } })
})

import { afterAll, beforeAll, expect, test } from 'vitest'

import { proofOf, randomPayer } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'
import { eventually } from '#test/support/world/world.ts'

const HELLO = { text: 'hello' }

let world: PaidWorld
/** No worker runs an outcome until a test starts one. */
beforeAll(async () => {
  world = await openPaidWorld({ backend: 'postgres', pools: ['settlement-watch'], idle: ['outcome'] })
})
afterAll(async () => {
  await world.settled()
  await world.balanced()
  await world.close()
})

const from = (address: string) => ({ 'x-forwarded-for': address })

/** Pays one call from an address, and answers with when its payment settles. */
async function modeOf(address: string, payer = randomPayer()): Promise<string | undefined> {
  const payment = await world.payment('hash-text', { payer })
  await world.send('hash-text', HELLO, payment, from(address))
  return (await world.stateOf(payment))?.mode ?? undefined
}

test('of one address four calls of wallets that never paid run before they settle, more settle first; who has paid runs first', async () => {
  const payers = Array.from({ length: 9 }, randomPayer)
  const payments = await Promise.all(payers.map((payer) => world.payment('hash-text', { payer })))
  const elsewhere = await world.payment('hash-text')
  const asking = [...payments, elsewhere].map((payment) =>
    world.send('hash-text', HELLO, payment, from(payment === elsewhere ? '198.51.100.8' : '198.51.100.7')),
  )
  await eventually(async () => (await world.sql(`select from payment_proof where mode is not null`)).length === 10)
  const modes = await Promise.all(payments.map(async (payment) => (await world.stateOf(payment))?.mode))
  expect(modes.filter((mode) => mode === 'after')).toHaveLength(4)
  expect(modes.filter((mode) => mode === 'before')).toHaveLength(5)
  expect((await world.stateOf(elsewhere))?.mode).toBe('after')
  world.startPools(['outcome'])
  expect((await Promise.all(asking)).map(({ status }) => status)).toEqual(Array(10).fill(200))
  const again = await Promise.all(payers.map((payer) => modeOf('198.51.100.7', payer)))
  expect(again).toEqual(Array(9).fill('after'))
})

test('once such a call was not paid in the end, those of its address settle first, and those of others do not', async () => {
  const regular = randomPayer()
  expect(await modeOf('198.51.100.9', regular)).toBe('after')
  world.chain.set('settle', 'refuses', { times: 1 })
  const unpaid = await world.payment('hash-text')
  expect(await world.send('hash-text', HELLO, unpaid, from('198.51.100.9'))).toMatchObject({
    status: 402,
    body: { code: 'invalid_payment', charged_cents: 0 },
  })
  expect(world.chain.transfers.some(({ proof }) => proof === proofOf(unpaid))).toBe(false)
  expect(await modeOf('198.51.100.9')).toBe('before')
  expect(await modeOf('198.51.100.9', regular)).toBe('after')
  expect(await modeOf('198.51.100.10')).toBe('after')
})

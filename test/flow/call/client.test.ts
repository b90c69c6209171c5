import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openClient } from '#shared/client/client.ts'

import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

let world: PaidWorld
beforeAll(async () => {
  world = await openPaidWorld({ backend: 'redis' })
})
afterAll(async () => {
  await world.settled()
  await world.balanced()
  await world.close()
})

test('calls with a key, and gets the same answer under the same Idempotency-Key', async () => {
  const { key } = await world.key(10)
  const client = openClient({ url: world.baseUrl, key })
  const first = await client.call('hash-text', { text: 'hello' }, { idempotencyKey: 'a-key-of-mine' })
  expect(first).toMatchObject({ result: { hex: HELLO }, charge: { cents: 1, balance_cents: 9 } })
  expect(await client.call('hash-text', { text: 'hello' }, { idempotencyKey: 'a-key-of-mine' })).toMatchObject({
    call_id: first.call_id,
  })
})

test('pays by x402 with an account of viem, up to what one call may cost', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const client = openClient({ url: world.baseUrl, account })
  expect(await client.call('hash-text', { text: 'hello' })).toMatchObject({
    result: { hex: HELLO },
    charge: { paid_with: 'x402', payment: { payer: account.address.toLowerCase(), state: 'settled' } },
  })
  await expect(client.call('csv-clean', { csv: 'a\n1' }, { maxCents: 0 })).rejects.toMatchObject({ status: 402 })
})

test('starts a call, watches it and reads its answer', async () => {
  const { key } = await world.key(10)
  const client = openClient({ url: world.baseUrl, key })
  const started = await client.start('hash-text', { text: 'hello' })
  const events = []
  for await (const event of client.events(started)) events.push(event)
  expect(events.at(-1)).toMatchObject({ id: 'done', event: 'done', data: { ok: true, result: { hex: HELLO } } })
  expect(await client.wait(started)).toMatchObject({ ok: true, result: { hex: HELLO } })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { randomPayer } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

let world: PaidWorld
beforeAll(async () => {
  world = await openPaidWorld({ backend: 'postgres' })
})
afterAll(() => world.close())

describe('what a wallet stores by x402', () => {
  test('is its own at every payment, and of no other wallet, key or pass', async () => {
    const [owner, stranger] = [`0x${randomPayer().slice(2).toUpperCase()}`, randomPayer()]
    const as = (payer: string) => ({ payer })
    const saved = await world.pay('notepad-save', { content: 'of a wallet', key: 'w' }, as(owner))
    expect(saved).toMatchObject({ status: 200, body: { charge: { paid_with: 'x402' }, result: { version: 1 } } })
    expect(
      await world.pay('notepad-save', { content: 'again', key: 'w', expected_version: 1 }, as(owner)),
    ).toMatchObject({ status: 200, body: { result: { version: 2, created: false } } })
    const inLowerCase = owner.toLowerCase()
    expect(await world.pay('notepad-read', { key: 'w' }, as(inLowerCase))).toMatchObject({
      status: 200,
      body: { result: { content: 'again', access: 'owner', trust: 'own' } },
    })
    const { key } = await world.key(50)
    const { passToken } = await world.pass('week')
    const { note_id } = Object(saved.body['result'])
    for (const wish of [{ key: 'w' }, { note_id }]) {
      const refused = [
        await world.pay('notepad-read', wish, as(stranger)),
        await world.call('notepad-read', wish, { 'x-service-key': key }),
        await world.call('notepad-read', wish, { 'x-day-pass': passToken }),
      ]
      for (const answer of refused)
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', charged_cents: 0 } })
    }
    await world.settled()
    await world.balanced()
  })

  test('is read by a stranger only as long as a share lasts', async () => {
    const [owner, stranger] = [randomPayer(), randomPayer()]
    await world.pay('notepad-save', { content: 'shared', key: 's' }, { payer: owner })
    const given = await world.pay('notepad-share', { key: 's' }, { payer: owner })
    const { share_id, share_token } = Object(Object(given.body['result']).share)
    expect(await world.pay('notepad-read', { share_token }, { payer: stranger })).toMatchObject({
      status: 200,
      body: { result: { access: 'shared', trust: 'foreign', content: 'shared' } },
    })
    await world.pay('notepad-share', { key: 's', action: 'revoke', share_id }, { payer: owner })
    expect(await world.pay('notepad-read', { share_token }, { payer: stranger })).toMatchObject({
      status: 404,
      body: { charged_cents: 0 },
    })
    await world.settled()
    await world.balanced()
  })
})

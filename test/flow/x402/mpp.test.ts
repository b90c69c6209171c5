import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { asHeader, challengesOf, type MppCredential, payByMpp } from '#test/support/world/mpp-payment.ts'
import { decoded, payOnBase } from '#test/support/world/x402-payment.ts'
import { openPaidWorld, type PaidWorld } from '#test/support/world/x402-world.ts'

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const PROBLEMS = 'https://paymentauth.org/problems'

let world: PaidWorld
beforeAll(async () => {
  world = await openPaidWorld({ backend: 'redis' })
})
afterAll(async () => {
  await world.settled()
  await world.balanced()
  await world.close()
})

const BODY = { text: 'hello' }
const send = (credential: unknown, body: unknown = BODY, slug = 'hash-text', headers: Record<string, string> = {}) =>
  world.call(slug, body, { authorization: asHeader(credential), ...headers })
const sign = async (changes: Record<string, string> = {}, slug = 'hash-text') =>
  payByMpp(await world.call(slug, BODY), changes)
const countOf = async (table: 'call' | 'payment_proof') =>
  Number((await world.sql<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n)

describe('a call paid by MPP', () => {
  test('is answered with its receipt; sent again it is the same call', async () => {
    const credential = await sign()
    const first = await send(credential)
    expect(first.status, first.text).toBe(200)
    expect(first.body).toMatchObject({ result: { hex: HELLO }, charge: { cents: 1, payment: { state: 'settled' } } })
    const receipt = first.headers.get('payment-receipt') ?? ''
    expect(decoded(receipt)).toMatchObject({
      status: 'success',
      method: 'evm',
      reference: Object(first.body['charge']).payment.transaction,
      timestamp: expect.stringMatching(/Z$/),
    })
    expect(first.headers.get('payment-response')).toBeNull()
    const calls = await countOf('call')
    const again = await send(credential)
    expect(again).toMatchObject({ status: 200, body: { call_id: first.body['call_id'] } })
    expect(again.headers.get('payment-receipt')).toBe(receipt)
    expect(await countOf('call')).toBe(calls)
  })

  test('goes beside x402 of both versions on one route, and every way settles once', async () => {
    const settles = world.chain.times('settle')
    const answers = [
      await send(await sign()),
      await world.pay('hash-text', BODY),
      await world.sendV1('hash-text', BODY, payOnBase(await world.call('hash-text', BODY))),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(world.chain.times('settle')).toBe(settles + 3)
  })

  test('is one call when four copies race', async () => {
    const credential = await sign()
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(credential)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body['call_id'])}`)).size).toBe(1)
  })

  test('is bound to its first path and body', async () => {
    const credential = await sign()
    expect((await send(credential)).status).toBe(200)
    expect(await send(credential, { text: 'changed' })).toMatchObject({
      status: 409,
      body: { code: 'payment_already_used', charged_cents: 0 },
    })
    expect(await send(credential, {}, 'test-slow')).toMatchObject({ status: 409 })
    // What the chain shows is the authorization, and not the challenge it answers.
    const other = payByMpp(await world.call('hash-text', BODY), credential.payload)
    expect(await send(other)).toMatchObject({ status: 409 })
  })

  const forged: [string, (credential: MppCredential) => unknown, string][] = [
    ['a forged id', (one) => ({ ...one, challenge: { ...one.challenge, id: 'a'.repeat(43) } }), 'invalid-challenge'],
    [
      'a later expiry',
      (one) => ({ ...one, challenge: { ...one.challenge, expires: '2031-01-01T00:00:00Z' } }),
      'invalid-challenge',
    ],
    [
      'an older expiry',
      (one) => ({ ...one, challenge: { ...one.challenge, expires: '2020-01-01T00:00:00Z' } }),
      'invalid-challenge',
    ],
    [
      'another nonce',
      (one) => ({ ...one, payload: { ...one.payload, nonce: `0x${'1'.repeat(64)}` } }),
      'verification-failed',
    ],
    ['another amount', (one) => ({ ...one, payload: { ...one.payload, value: '1' } }), 'verification-failed'],
  ]
  test.each(forged)(
    'with %s is 402 with fresh challenges and the problem of MPP, and nothing is charged',
    async (_, change, problem) => {
      const proofs = await countOf('payment_proof')
      const answer = await send(change(await sign()))
      expect(answer).toMatchObject({
        status: 402,
        body: { code: 'invalid_payment', charged_cents: 0, type: `${PROBLEMS}/${problem}`, accepts: expect.any(Array) },
      })
      expect(challengesOf(answer)).toHaveLength(2)
      expect(await countOf('payment_proof')).toBe(proofs)
    },
  )

  test('with the challenge of another price is refused', async () => {
    const cheap = await sign()
    expect(await send(cheap, { ms: 1 }, 'test-dear')).toMatchObject({ status: 402, body: { charged_cents: 0 } })
  })

  test('beside another payment is 400; in two schemes or unreadable it is 402 with challenges', async () => {
    const credential = await sign()
    const payment = Buffer.from(JSON.stringify(payOnBase(await world.call('hash-text', BODY)))).toString('base64')
    const { key } = await world.key(10)
    const answers = [
      await send(credential, BODY, 'hash-text', { 'payment-signature': payment }),
      await send(credential, BODY, 'hash-text', { authorization: `${asHeader(credential)}, Bearer ${key}` }),
      await send(credential, BODY, 'hash-text', { authorization: 'Payment !' }),
    ]
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [400, 'malformed_payment'],
      [402, 'invalid_payment'],
      [402, 'invalid_payment'],
    ])
    expect(
      (await world.request('GET', '/api/v1/outcomes/balance/status', { headers: { 'x-service-key': key } })).body,
    ).toMatchObject({ balance_cents: 10 })
  })

  test('that costs more than the wallet holds is 402, and the next payment pays', async () => {
    world.chain.set('verify', 'refuses')
    const answer = await send(await sign())
    expect(answer).toMatchObject({ status: 402, body: { type: `${PROBLEMS}/payment-insufficient` } })
    world.chain.heal()
    expect((await send(await sign())).status).toBe(200)
  })
})

test('a pass is bought by MPP', async () => {
  const credential = payByMpp(await world.call('day-pass'))
  const answer = await world.call('day-pass', {}, { authorization: asHeader(credential) })
  expect(answer).toMatchObject({
    status: 200,
    body: { day_pass: { pass_token: expect.stringMatching(/^fb_test_dp_/) } },
  })
  expect(decoded(answer.headers.get('payment-receipt'))).toMatchObject({ method: 'evm' })
})

test('the header block of a 402 stays under 4,000 bytes with them', async () => {
  const { headers } = await world.call('hash-text', BODY)
  const bytes = [...headers].reduce((sum, [name, value]) => sum + Buffer.byteLength(`${name}: ${value}\r\n`), 40)
  expect(bytes).toBeLessThan(4_000)
})

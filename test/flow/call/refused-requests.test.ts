import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { FORM_PAYMENT } from '#test/support/files/form-payment.ts'
import { type Answer, openWorld, randomId, type World } from '#test/support/world/world.ts'

/** Points of an address a minute: a small request that is refused takes one, one of 256 KB or more takes 17. */
const POINTS = 40

let world: World
beforeAll(async () => {
  world = await openWorld({
    backend: 'redis',
    env: { UNPAID_CALLS_PER_MINUTE: String(POINTS), TRUST_PROXY_HOPS: '1' },
  })
  await world.ready()
})
afterAll(() => world.close())

let addresses = 0
/** An address nobody used before. */
const newAddress = () => {
  addresses += 1
  return { 'x-forwarded-for': `198.51.100.${addresses}` }
}
const LIMITED = { code: 'rate_limited', charged_cents: 0, retryable: true, limit: { name: 'refused', points: POINTS } }

/** Sends the same until it is limited, and says how many got through, what they got and what ended them. */
async function untilLimited(
  send: () => Promise<Answer>,
): Promise<{ statuses: Set<number>; through: number; last: Answer }> {
  const statuses = new Set<number>()
  for (let through = 0; ; through += 1) {
    const last = await send()
    if (last.status === 429 || through > 3 * POINTS) return { statuses, through, last }
    statuses.add(last.status)
  }
}

const WEIGHTS = Object.fromEntries(Array.from({ length: 28_000 }, (_, nth) => [`a${nth}`, -1]))

test('wrong entries by the ten thousand are refused briefly, then not read at all, while others are served', async () => {
  const { key } = await world.key(10)
  const paid = () => world.call('hash-text', { text: 'a' }, { 'x-service-key': key, ...attacker })
  const attacker = newAddress()
  expect((await paid()).status).toBe(200)
  const attack = () => world.call('identity-drift-check', { weights: WEIGHTS }, { 'x-service-key': 'x', ...attacker })
  const first = await attack()
  expect(first).toMatchObject({ status: 422, body: { code: 'validation_error', charged_cents: 0 } })
  expect(first.body['detail']).toHaveProperty('length', expect.any(Number))
  expect(first.text.length).toBeLessThan(50_000)
  const { through, last } = await untilLimited(attack)
  expect(through).toBe(1)
  expect(last).toMatchObject({ status: 429, body: LIMITED })
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  // A key that paid before is not held to its address, and another address is not held to this one.
  expect((await paid()).status).toBe(200)
  const other = await world.call('hash-text', { text: 7 }, { 'x-service-key': 'x', ...newAddress() })
  expect(other.status).toBe(422)
})

test('of more wrong fields than fifty the first are named and all are counted', async () => {
  const events = Array.from({ length: 60 }, () => 7)
  const answer = await world.call('retry-storm-guard', { events }, { 'x-service-key': 'x', ...newAddress() })
  expect(answer).toMatchObject({ status: 422, body: { code: 'validation_error', errors_total: 60 } })
  expect(answer.body['detail']).toHaveLength(50)
  expect(answer.body['error']).toBe('60 fields are wrong. The first 50 are in detail[].')
})

describe('every way to be refused counts against the address', () => {
  const call = (body: unknown, headers: Record<string, string>) => world.call('hash-text', body, headers)
  const typed = { 'content-type': 'text/plain' }
  test.each<[string, number, number, (address: Record<string, string>) => Promise<Answer>]>([
    ['400', 400, POINTS, (address) => call('{"text":', { 'x-service-key': 'x', ...address })],
    ['413', 413, 2, (address) => call({ text: 'x'.repeat(9_000_000) }, { 'x-service-key': 'x', ...address })],
    ['415', 415, POINTS, (address) => call('text', { 'x-service-key': 'x', ...typed, ...address })],
    ['422', 422, POINTS, (address) => call({ text: 7 }, { 'x-service-key': 'x', ...address })],
    ['400 of a payment that is none', 400, POINTS, (address) => call({}, { 'payment-signature': '!!!', ...address })],
    [
      '422 without a key on a free call',
      422,
      POINTS,
      (address) => world.call('reliability-scorecard', { events: 7 }, address),
    ],
    [
      '422 of a payment nobody looked at',
      422,
      POINTS,
      (address) => call({ text: 7 }, { 'payment-signature': FORM_PAYMENT, ...address }),
    ],
    [
      '422 of keys nobody has',
      422,
      POINTS,
      (address) => call({ text: 7 }, { 'x-service-key': world.mint.issue('sk', randomId().slice(0, 12)), ...address }),
    ],
    ['a malformed key', 402, POINTS, (address) => call({ text: 'a' }, { 'x-service-key': 'x', ...address })],
    [
      '422 of an account route',
      422,
      POINTS,
      (address) => world.request('POST', '/api/auth/login', { body: { username: 7 }, headers: address }),
    ],
    [
      '400 of an account route',
      400,
      POINTS,
      (address) => world.request('POST', '/api/auth/register', { body: '{', headers: address }),
    ],
    [
      '401 of a market route',
      401,
      POINTS,
      (address) => world.request('POST', '/api/listings', { body: {}, headers: address }),
    ],
  ])('%s', async (_, status, most, send) => {
    const address = newAddress()
    const { statuses, through, last } = await untilLimited(() => send(address))
    expect([...statuses]).toEqual([status])
    expect(through).toBe(most)
    expect(last).toMatchObject({ status: 429, body: LIMITED })
  })
})

test('a key that paid before has a limit of its own for what is refused', async () => {
  const { key } = await world.key(100)
  const address = newAddress()
  const send = (text: unknown) => world.call('hash-text', { text }, { 'x-service-key': key, ...address })
  expect((await send('a')).status).toBe(200)
  const { statuses, through } = await untilLimited(() => send(7))
  expect([...statuses]).toEqual([422])
  expect(through).toBe(2 * POINTS)
  // From elsewhere too: it is the key that is limited, and whoever comes from its address is not.
  expect((await world.call('hash-text', { text: 'a' }, { 'x-service-key': key, ...newAddress() })).status).toBe(429)
  expect((await world.call('hash-text', { text: 7 }, { 'x-service-key': 'x', ...address })).status).toBe(422)
})

test('calls that are paid, and answers that are no fault of their sender, count for nothing', async () => {
  const address = newAddress()
  const keys = await Promise.all(Array.from({ length: POINTS + 10 }, () => world.key(10)))
  const statuses = new Set<number>()
  for (const { key } of keys)
    statuses.add((await world.call('hash-text', { text: 'a' }, { 'x-service-key': key, ...address })).status)
  expect([...statuses]).toEqual([200])
})

test('where the limit is reached, a body is not waited for', async () => {
  const address = newAddress()
  await untilLimited(() => world.call('hash-text', { text: 7 }, { 'x-service-key': 'x', ...address }))
  const answer = await new Promise<string>((done) => {
    const socket = connect(Number(new URL(world.baseUrl).port), '127.0.0.1', () =>
      socket.write(
        `POST /api/v1/outcomes/hash-text HTTP/1.1\r\nHost: x\r\nX-Service-Key: x\r\nX-Forwarded-For: ${address['x-forwarded-for']}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
      ),
    )
    socket.once('data', (chunk) => {
      done(chunk.toString())
      socket.destroy()
    })
  })
  expect(answer).toMatch(/^HTTP\/1\.1 429 /)
})

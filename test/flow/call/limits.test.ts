import { once } from 'node:events'
import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { forgedCredential } from '#test/support/files/forged-credential.ts'
import { BACKENDS, eventually, openWorld, type World } from '#test/support/world/world.ts'

const BODY = { text: 'hello' }

describe.each(BACKENDS)('limits, counted with the %s queue', (backend) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      backend,
      env: {
        KEY_CALLS_PER_MINUTE: '3',
        FREE_CALLS_PER_MINUTE: '2',
        UNPAID_CALLS_PER_MINUTE: '40',
        LARGE_BODY_MB: '32',
      },
      limits: { 'key-in-flight': 2, bytes: 1_000_000, account: 2, 'failed-payment': 5, 'unknown-credential': 5 },
    })
    await world.ready()
  })
  afterAll(() => world.close())

  test('a key’s calls a minute: every answer says what is left, then 429 with Retry-After, uncharged', async () => {
    const { key } = await world.key(10)
    const answers = []
    for (let nth = 0; nth < 4; nth += 1) answers.push(await world.call('hash-text', BODY, { 'x-service-key': key }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60')
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"key";r=2;t=\d+$/)
    const refused = answers[3]
    expect(refused?.body).toMatchObject({
      code: 'rate_limited',
      charged_cents: 0,
      retryable: true,
      limit: { name: 'key', points: 3 },
    })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    // Another key has its own allowance, and a wrong secret cannot spend this one's.
    const other = await world.key(10)
    expect((await world.call('hash-text', BODY, { 'x-service-key': other.key })).status).toBe(200)
  })

  test('a key’s calls at once', async () => {
    const { key } = await world.key(10)
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => world.call('test-slow', { ms: 400 }, { 'x-service-key': key })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
      code: 'too_many_in_flight',
      charged_cents: 0,
    })
  })

  test('a key’s bytes a minute, for bodies over the usual limit', async () => {
    const { key } = await world.key(10)
    const text = 'x'.repeat(600_000)
    expect((await world.call('hash-text', { text }, { 'x-service-key': key })).status).toBe(200)
    expect(await world.call('hash-text', { text }, { 'x-service-key': key })).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', limit: { name: 'bytes' } },
    })
  })

  test('large bodies of one address that are under way; who leaves makes room', async () => {
    const { key } = await world.key(10)
    // A key that paid before is not held to what its address has under way.
    expect((await world.call('hash-text', BODY, { 'x-service-key': key })).status).toBe(200)
    const url = new URL(world.baseUrl)
    const slow = connect({ host: url.hostname, port: Number(url.port) })
    // Six of the eight megabytes an address may have under way, announced and never sent.
    slow.write(
      `POST /api/v1/outcomes/hash-text HTTP/1.1\r\nHost: x\r\nX-Service-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 6291456\r\nExpect: 100-continue\r\n\r\n`,
    )
    expect(String(await once(slow, 'data'))).toContain('100 Continue')
    const large = () => world.call('hash-text', { text: 'x'.repeat(3_000_000) }, { 'x-service-key': key })
    try {
      expect(await large()).toMatchObject({ status: 503, body: { code: 'overloaded', charged_cents: 0 } })
      expect((await world.call('drift-guard', {}, { 'x-service-key': key })).status).toBe(422)
    } finally {
      slow.destroy()
    }
    await eventually(async () => (await large()).status !== 503)
  })

  test('a call that is asked for every second, as its 202 says, is none of the account routes', async () => {
    const { key } = await world.key(10)
    const { headers } = await world.call('hash-text', BODY, { 'x-service-key': key, prefer: 'respond-async' })
    const reads = []
    for (let nth = 0; nth < 5; nth += 1) {
      const read = await world.request('GET', headers.get('location') ?? '', { headers: { 'x-service-key': key } })
      reads.push(read.status)
    }
    expect(reads).toEqual([200, 200, 200, 200, 200])
  })

  test('keys that nobody has, of one address; keys that have paid are not held to it', async () => {
    const [known, unknown] = [await world.key(10), await world.key(10)]
    const call = (key: string) => world.call('hash-text', BODY, { 'x-service-key': key })
    expect((await call(known.key)).status).toBe(200)
    const guesses = []
    for (let nth = 0; nth < 7; nth += 1) {
      guesses.push((await call(forgedCredential(known.key, String(nth).padStart(32, 'x')))).status)
    }
    expect(guesses).toEqual([402, 402, 402, 402, 402, 429, 429])
    expect((await call(known.key)).status).toBe(200)
    expect(await call(unknown.key)).toMatchObject({ status: 429, body: { code: 'rate_limited', charged_cents: 0 } })
  })

  test('free calls and 402s of one address', async () => {
    const free = []
    for (let nth = 0; nth < 3; nth += 1) free.push((await world.call('reliability-scorecard')).status)
    expect(free).toEqual([200, 200, 429])
    const unpaid = await Promise.all(Array.from({ length: 45 }, () => world.call('hash-text')))
    expect(new Set(unpaid.map(({ status }) => status))).toEqual(new Set([402, 429]))
  })
})

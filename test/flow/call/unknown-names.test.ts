import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openWorld, type World } from '#test/support/world/world.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres' })
  await world.ready()
  key = (await world.key(20)).key
})
afterAll(() => world.close())

const call = (slug: string, body: unknown) => world.call(slug, body, { 'x-service-key': key })
const balance = async () =>
  (await world.request('GET', '/api/v1/outcomes/balance/status', { headers: { 'x-service-key': key } })).body[
    'balance_cents'
  ]

describe('an unknown field of a call', () => {
  test('is 422 with the nearest name beside what else is wrong, and costs nothing', async () => {
    const before = await balance()
    expect(await call('hash-text', { text: 'hello', algoritm: 'md5' })).toMatchObject({
      status: 422,
      body: {
        code: 'validation_error',
        charged_cents: 0,
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'algoritm'],
            msg: 'Extra inputs are not permitted: did you mean `algorithm`?',
          },
        ],
        fix: { action: expect.stringContaining('did you mean `algorithm`?') },
      },
    })
    expect((await call('hash-text', { txt: 'hello' })).body['detail']).toMatchObject([
      { type: 'missing', loc: ['body', 'text'] },
      { type: 'extra_forbidden', loc: ['body', 'txt'], msg: expect.stringContaining('`text`') },
    ])
    expect(await balance()).toBe(before)
  })

  test('is found inside of others, and in a large body', async () => {
    const csv = await call('csv-clean', { csv: 'a,b\n1,2\n', options: { trimm: true } })
    expect(csv).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'options', 'trimm'] }] } })
    const large = await call('hash-text', { text: 'x'.repeat(100_000), algoritm: 'md5' })
    expect(large).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'algoritm'] }] } })
  })

  test('passes where it is a label', async () => {
    const answer = await call('hash-text', { text: 'hello', agent_id: 'me', metadata: { run: 7 } })
    expect(answer).toMatchObject({ status: 200, body: { charge: { cents: 1 } } })
  })
})

describe('an unknown query parameter', () => {
  test('is refused where it is a slip of a known one', async () => {
    expect(await world.request('GET', '/api/listings?categori=tools')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'categori'], msg: expect.stringContaining('`category`') }] },
    })
    expect(await world.request('POST', '/api/v1/outcomes/hash-text?x402version=1')).toMatchObject({
      status: 422,
      body: { detail: [{ msg: expect.stringContaining('`x402Version`') }] },
    })
  })

  test('is ignored with a warning otherwise', async () => {
    for (const [method, path] of [
      ['GET', '/api/listings?utm_source=x'],
      ['GET', '/livez?utm_source=x'],
      ['POST', '/api/v1/outcomes/hash-text?utm_source=x'],
      ['GET', '/api/v1/outcomes/endpoint-match?q=repair+json&utm_source=x'],
    ] as const) {
      const { status, headers } = await world.request(method, path)
      expect([path, status < 300 || status === 402, headers.get('x-warning')]).toEqual([
        path,
        true,
        'ignored unknown query parameters: utm_source',
      ])
    }
    expect((await world.request('GET', '/api/listings?limit=1')).headers.get('x-warning')).toBeNull()
  })

  test('of a paid GET is no input', async () => {
    const answer = await world.request('GET', '/api/v1/outcomes/endpoint-match?q=repair+json&utm_source=x', {
      headers: { 'x-service-key': key },
    })
    expect(answer).toMatchObject({ status: 200, body: { charge: { cents: 2 } } })
  })
})

test.each([
  ['hash-txt', 'hash-text'],
  ['Hash-Text', 'hash-text'],
  ['hash_text', 'hash-text'],
  ['bundles/data-hygien-kit', 'bundles/data-hygiene-kit'],
])('the 404 of %s names %s', async (slug, meant) => {
  expect(await call(slug, {})).toMatchObject({
    status: 404,
    body: {
      error: expect.stringContaining(`did you mean ${meant}?`),
      fix: { method: 'GET', path: `/api/v1/outcomes/pay-probe/${meant}` },
    },
  })
})

test('the 404 of something far from all points to the catalog', async () => {
  for (const slug of ['no-such-thing-at-all', 'x'.repeat(3_000)])
    expect((await call(slug, {})).body).toMatchObject({ error: 'There is no such outcome.', fix: { method: 'GET' } })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getCalls } from '#ingress/call/input/get-calls.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import { openWorld, type World } from '../support/world/world.ts'

const OWN = '/api/v1/outcomes/endpoint-match'
const ALIAS = '/api/x402/endpoints/match'

let world: World
let key: string
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres' })
  await world.ready()
  key = (await world.key(500)).key
})
afterAll(() => world.close())

describe.each(getCalls(catalog))('GET $alias', ({ slug, alias }) => {
  test.each([`/api/v1/outcomes/${slug}`, alias])('is free help at %s without parameters', async (path) => {
    const { status, body, headers } = await world.request('GET', path)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, slug, price_cents: 2, sample_answer: { ok: true } })
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(body['parameters']).not.toEqual([])
  })

  test('is the 402 of the outcome with them, and by POST', async () => {
    const own = await world.call(slug)
    expect(own.status).toBe(402)
    for (const [method, path] of [
      ['GET', `${alias}?wait_s=1`],
      ['GET', `/api/v1/outcomes/${slug}?wait_s=1`],
      ['POST', alias],
    ] as const) {
      const { status, body } = await world.request(method, path)
      expect([status, body['code'], body['resource'], body['accepts']]).toEqual([
        402,
        'payment_required',
        own.body['resource'],
        own.body['accepts'],
      ])
    }
  })
})

describe('a GET with parameters', () => {
  const paid = (path: string, method = 'GET') => world.request(method, path, { headers: { 'x-service-key': key } })

  test.each([OWN, ALIAS])('is the call itself at %s, its parameters typed as the input takes them', async (path) => {
    const { status, body, headers } = await paid(`${path}?q=repair+broken+json+from+an+llm&limit=1&max_cents=5`)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      resource: OWN,
      charge: { cents: 2, paid_with: 'prepaid_key' },
      result: { best: { slug: 'json-repair' } },
    })
    expect(headers.get('cache-control')).toBe('no-store')
    const posted = await world.call(
      'endpoint-match',
      { need: 'repair broken json from an llm', limit: 1, max_cents: 5 },
      { 'x-service-key': key },
    )
    expect(posted.body['result']).toEqual(body['result'])
  })

  test('is refused with wrong ones, and costs nothing', async () => {
    const wrong = await paid(`${ALIAS}?q=repair+json&limit=many`)
    expect(wrong).toMatchObject({
      status: 422,
      body: { code: 'validation_error', charged_cents: 0, detail: [{ loc: ['query', 'limit'] }] },
    })
    expect((await paid(`${ALIAS}?limit=1`)).body['detail']).toMatchObject([{ type: 'missing', loc: ['query', 'q'] }])
    expect((await paid(`${ALIAS}?q=one+thing&q=another`)).status).toBe(400)
    expect((await paid(`${ALIAS}?q=one+thing&need=another`)).status).toBe(400)
    expect((await paid(`${ALIAS}?__proto__=x&q=repair+json`)).status).toBe(200)
  })

  test('is a v1 402 where asked so', async () => {
    // The document describes v2 only, so this one is not held against it.
    const v1 = await fetch(`${world.baseUrl}${ALIAS}?q=repair+json&x402Version=1`)
    expect([v1.status, await v1.json()]).toMatchObject([402, { x402Version: 1 }])
    expect((await world.request('GET', `${ALIAS}?x402Version=1`)).body).toHaveProperty('help')
  })

  test('is never paid by a HEAD', async () => {
    const [before] = await world.sql<{ calls: string }>(`select count(*)::text as calls from call`)
    const head = await fetch(`${world.baseUrl}${ALIAS}?q=repair+json`, {
      method: 'HEAD',
      headers: { 'x-service-key': key },
    })
    expect(head.status).toBe(405)
    expect((await fetch(world.baseUrl + ALIAS, { method: 'HEAD' })).status).toBe(200)
    expect(await world.sql(`select count(*)::text as calls from call`)).toEqual([before])
  })
})

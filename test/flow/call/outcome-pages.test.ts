import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { POOLS } from '#shared/calls/pools.ts'
import { testCatalog } from '#test/support/world/test-outcomes.ts'
import { forSale } from '#shared/catalog/for-sale.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [], idle: POOLS })
})
afterAll(async () => {
  expect(await world.sql('select id from call')).toEqual([])
  await world.close()
})

const get = (slug: string, headers: Record<string, string> = {}) =>
  world.request('GET', `/api/v1/outcomes/${slug}`, { headers })

describe('GET on an outcome', () => {
  test('says what it is, its price, schema and sample, and how to pay, and runs nothing', async () => {
    const { key } = await world.key(5)
    const answer = await get('hash-text', { 'x-service-key': key })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ok: true,
        slug: 'hash-text',
        method: 'POST',
        price_cents: 1,
        input_schema: { properties: { text: {} } },
        sample_input: { text: expect.any(String) },
        output_schema: { output: { example: { ok: true } } },
        payment: expect.arrayContaining([expect.objectContaining({ kind: 'trial' })]),
      },
    })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    expect(answer.text.length).toBeLessThan(16_000)
  })

  test('leads browsers to its page, kept apart from the JSON by caches', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const moved = await fetch(`${world.baseUrl}/api/v1/outcomes/hash-text`, { headers: { accept }, redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([303, '/o/hash-text'])
    expect(moved.headers.get('vary')).toMatch(/, Accept$/)
    const json = await get('hash-text', { accept: 'application/json, text/html' })
    expect(json.headers.get('content-type')).toContain('json')
  })

  test('of everything for sale, under both paths and as a page', async () => {
    const sold = forSale(testCatalog)
    for (const slug of sold.keys()) {
      expect((await get(slug)).status, slug).toBe(200)
      expect((await world.request('GET', `/v1/outcomes/${slug}`)).status, slug).toBe(200)
    }
    // What has a GET form answers its help there, as JSON.
    for (const { outcome } of [...sold.values()].filter((entry) => entry.outcome.get === null))
      expect((await fetch(`${world.baseUrl}/o/${outcome.slug}`)).status, outcome.slug).toBe(200)
  })

  test('that nobody sells is 404 with the nearest one', async () => {
    expect(await get('hash-txt')).toMatchObject({
      status: 404,
      body: { error: 'There is no such outcome: did you mean hash-text?' },
    })
    expect((await get('bundles/no-such-bundle')).status).toBe(404)
  })

  test('leaves what has another method alone: 405 with its own', async () => {
    const answer = await get('day-pass')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { registerAccount } from '../support/world/market.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'redis' })
  await world.ready()
})
afterAll(() => world.close())

const pathOf = (path: string) => path.replaceAll(/:[a-z_]+/g, 'something')
const routesNow = () => world.ingress.routes

describe('the refusals every route shares', () => {
  test('routes about a key answer 401 without one, with a malformed one and with one nobody has', async () => {
    const keyed = routesNow().filter((route) => route.credential === 'service-key')
    expect(keyed.length).toBeGreaterThan(3)
    for (const route of keyed) {
      for (const headers of [
        {},
        { 'x-service-key': '' },
        { 'x-service-key': 'nonsense' },
        { 'x-service-key': world.mint.issue('sk', 'zzzzzzzzzzzz') },
      ]) {
        const answer = await world.request(route.method, route.path, {
          headers,
          ...(route.method === 'POST' ? { body: {} } : {}),
        })
        // What is for sale asks for money before it asks who pays.
        expect([401, 402], `${route.method} ${route.path} ${JSON.stringify(headers)}`).toContain(answer.status)
        expect(answer.body).toMatchObject({ ok: false, charged_cents: 0 })
      }
    }
  })

  test('no POST route stands at the path of something for sale, which is answered before the table of routes', () => {
    const sold = new Set([...catalog.values()].map(({ publicPath }) => publicPath))
    expect(routesNow().filter(({ method, path }) => method === 'POST' && sold.has(path))).toEqual([])
  })

  test('routes of the marketplace that need an account answer 401 without one and with a wrong one, whatever the body', async () => {
    const needed = routesNow().filter(({ credential }) => credential === 'key' || credential === 'bearer')
    expect(needed.length).toBeGreaterThan(8)
    for (const { method, path, credential } of needed) {
      for (const [headers, code] of [
        [{}, 'unauthorized'],
        [{ authorization: 'Bearer nonsense' }, 'invalid_credential'],
        [
          { 'x-api-key': world.mint.issue('ak', 'zzzzzzzzzzzz') },
          credential === 'key' ? 'invalid_credential' : 'unauthorized',
        ],
      ] as const) {
        const answer = await world.request(method, pathOf(path), { headers: { ...headers } })
        expect([answer.status, answer.body['code']], `${method} ${path} ${JSON.stringify(headers)}`).toEqual([
          401,
          code,
        ])
      }
    }
  })

  test('every route refuses another method with 405 and says which it takes', async () => {
    for (const route of routesNow()) {
      const answer = await world.request('PUT', pathOf(route.path))
      expect(answer.status, route.path).toBe(405)
      expect(answer.headers.get('allow'), route.path).toContain(route.method)
    }
  })

  test('every route that reads a body refuses one that is not JSON', async () => {
    const { bearer } = await registerAccount(world)
    const reading = routesNow().filter(
      ({ body, paymentFirst, accepts }) =>
        body !== undefined && paymentFirst !== true && accepts !== 'multipart' && accepts !== 'raw',
    )
    for (const route of reading) {
      const { key } = await world.key(1)
      const answer = await world.request(route.method, pathOf(route.path), {
        body: '{"a":',
        headers: { 'x-service-key': key, ...bearer },
      })
      expect(answer.status, route.path).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_json', charged_cents: 0 })
    }
  })

  test('every answer carries a request id and the security headers', async () => {
    for (const path of ['/', '/docs', '/openapi.json', '/llms.txt', '/nowhere', '/livez']) {
      const { headers } = await world.request('GET', path)
      expect(headers.get('x-request-id'), path).toMatch(/^req_[0-9a-f]{24}$/)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none'/)
      expect(headers.get('server'), path).toBeNull()
    }
  })
})

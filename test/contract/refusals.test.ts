import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openWorld, type World } from '../support/world.ts'

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

  test('every route refuses another method with 405 and says which it takes', async () => {
    for (const route of routesNow()) {
      const answer = await world.request('DELETE', pathOf(route.path))
      expect(answer.status, route.path).toBe(405)
      expect(answer.headers.get('allow'), route.path).toContain(route.method)
    }
  })

  test('every route that reads a body refuses one that is not JSON', async () => {
    for (const route of routesNow().filter(({ body, paymentFirst }) => body !== undefined && paymentFirst !== true)) {
      const { key } = await world.key(1)
      const answer = await world.request('POST', pathOf(route.path), {
        body: '{"a":',
        headers: { 'x-service-key': key },
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

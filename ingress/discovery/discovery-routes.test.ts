import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

import { gunzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { parseConfig } from '#shared/config.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import type { Route } from '../http/route.ts'
import { discoveryRoutes } from './discovery-routes.ts'
import { BASE_URL, discoveryDeps, discoverySite, textOf } from '#test/support/fakes/discovery-site.ts'

const site = discoverySite()
const DOCUMENTS = [
  '/api/v1/outcomes/meta',
  '/api/v1/outcomes/meta?pack=builder-pack',
  '/api/v1/outcomes/meta?fields=price_cents',
  '/api/v1/outcomes/featured',
  '/api/v1/outcomes/hash-text',
  '/api/v1/outcomes/hash-text.md',
  '/api/v1/outcomes/bundles/security-kit.md',
  '/api/v1/outcomes/hash-text/openapi.json',
  '/api/v1/outcomes/bundles/security-kit/openapi.json',
  '/api/v1/packs/base-pack/openapi.json',
  '/llms-full.txt',
  '/api/v1/catalog/search?q=json',
  '/api/v1/agent-feed',
  '/.well-known/x402.json',
  '/.well-known/x402-impulse.json',
  '/.well-known/x402-featured.json',
  '/.well-known/x402-marketplace.json',
  '/openapi.json',
  '/llms.txt',
  '/favicon.svg',
  '/robots.txt',
]

describe.each(DOCUMENTS)('GET %s', (path) => {
  test('may be kept for a minute and is not sent twice', async () => {
    const first = await site.get(path)
    expect(first.headers).toMatchObject({
      'Cache-Control': 'public, max-age=60',
      ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    })
    expect(await site.get(path, { 'if-none-match': first.headers?.['ETag'] ?? '' })).toMatchObject({
      status: 304,
      body: '',
    })
  })

  test('is the same compressed as plain', async () => {
    const plain = textOf(await site.get(path))
    const { headers, body } = await site.get(path, { 'accept-encoding': 'gzip, br' })
    const sent =
      Buffer.isBuffer(body) && headers?.['Content-Encoding'] === 'gzip'
        ? gunzipSync(body).toString('utf8')
        : String(body)
    expect(sent).toBe(plain)
  })
})

test('llms.txt and llms-full.txt name every outcome with its price', async () => {
  const llms = textOf(await site.get('/llms.txt'))
  const full = textOf(await site.get('/llms-full.txt'))
  for (const { outcome } of catalog.values()) {
    const price = outcome.cents === 0 ? 'free' : `$${(outcome.cents / 100).toFixed(2)}`
    expect(llms).toContain(`${outcome.slug} ${price}`)
    expect(full).toContain(`[${outcome.slug}](${BASE_URL}/api/v1/outcomes/${outcome.slug}.md): ${price}.`)
  }
})

test('an empty catalog still has its documents', async () => {
  const config = parseConfig({ DATABASE_URL: 'postgres://localhost/x', SERVER_SECRET: 's'.repeat(32) })
  const empty = discoverySite({ catalog: new Map(), config })
  const general = DOCUMENTS.filter((path) => !/hash-text|bundles|pack/.test(path))
  for (const path of general) expect(textOf(await empty.get(path)).length).toBeGreaterThan(10)
})

test('the OpenAPI document is built once, when it is first asked for, from the whole tables', async () => {
  let asked = 0
  const routes: Route[] = []
  const site = discoveryRoutes(discoveryDeps(), () => {
    asked += 1
    return routes
  })
  routes.push(...site)
  await Promise.resolve()
  expect(asked).toBe(0)
  const document = site.find(({ path }) => path === '/openapi.json')
  const request = {
    method: 'GET',
    path: '/openapi.json',
    params: {},
    query: {},
    body: {},
    header: () => undefined,
    ip: '::1',
    requestId: 'r',
    actor: null,
    freshActor: () => Promise.resolve(null),
    incoming: new IncomingMessage(new Socket()),
  }
  expect((await document?.handle(request))?.body).toBe((await document?.handle(request))?.body)
  expect(textOf((await document?.handle(request)) ?? { body: '' })).toContain('/api/v1/outcomes/pay-probe/{slug}')
  expect(asked).toBe(1)
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { UPSTREAM_IDS } from '#shared/upstreams/registry.ts'

import { openSite } from '#test/support/labs/browser-lab.ts'
import { startDnsServer } from '#test/support/fakes/dns-server.ts'
import { scenarios, startUpstreamFixtures, type UpstreamFixtures } from '#test/support/files/upstream-fixtures.ts'
import { searchSamples } from '#test/support/upstream-samples/search.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

const OURS = Object.keys(searchSamples).filter((id) => id !== 'rdap')

describe('outcomes that search and look up, by paid calls', () => {
  let world: World
  let fixtures: UpstreamFixtures
  let dns: Awaited<ReturnType<typeof startDnsServer>>
  let site: Awaited<ReturnType<typeof openSite>>
  let key: string
  let keyId: string
  beforeAll(async () => {
    fixtures = await startUpstreamFixtures()
    dns = await startDnsServer({
      'acme.com A': { answers: [{ name: 'acme.com', type: 'A', ttl: 60, data: '192.0.2.1' }] },
      'acme.com MX': {
        answers: [{ name: 'acme.com', type: 'MX', ttl: 60, data: { preference: 1, exchange: 'aspmx.l.google.com' } }],
      },
    })
    site = await openSite({
      '/one': '<h1>One</h1><p>The alpha of widgets stands in this paragraph, and says how they turn.</p>',
      '/two': '<h1>Two</h1><p>Another page about alpha and what came of it in the end.</p>',
    })
    const names = ['one.test', 'two.test'].map((name) => `${name}:${site.port}=127.0.0.1`)
    const others = UPSTREAM_IDS.filter((id) => OURS.includes(id))
    world = await openWorld({
      backend: 'postgres',
      env: {
        ...fixtures.env(...others),
        UPSTREAM_MEMORY_MB: '0',
        DNS_RESOLVERS: dns.setting(),
        WHOIS_SERVER: 'off',
        EGRESS_ALLOW: names.join(','),
      },
    })
    await world.ready()
    ;({ key, keyId } = await world.key(100))
  })
  afterEach(() => fixtures.reset())
  afterAll(async () => {
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await world.close()
    await Promise.all([fixtures.close(), dns.close(), site.close()])
  })

  const call = (slug: string, body: object) => world.call(slug, body, { 'x-service-key': key })
  const balance = async () => {
    const [row] = await world.sql<{ posted: string; held: string }>(
      `select a.posted, a.held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return { cents: Number(row?.posted) / 10_000, held: Number(row?.held) / 10_000 }
  }
  const url = (name: string, path: string) => `http://${name}.test:${site.port}${path}`

  test('a search is followed by its pages, side by side', async () => {
    const results = [url('one', '/one?utm_source=x'), url('two', '/two'), url('gone', '/')].map((one) => ({
      url: one,
      title: one,
      content: 'x',
    }))
    fixtures.on('/searxng/search', scenarios.ok({ query: 'alpha', results }))
    const before = await balance()
    const answer = await call('search-scrape', { query: 'alpha widgets', limit: 2 })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      charge: { cents: 2 },
      result: {
        fetched: 2,
        failed: [],
        pages: [
          { rank: 1, status: 'ok', url: url('one', '/one') },
          { rank: 2, status: 'ok', url: url('two', '/two') },
        ],
        source: { name: 'SearXNG', url: null },
      },
    })
    expect(answer.text).toContain('The alpha of widgets stands')
    // Safe: the steps of our own answer.
    const steps = (answer.body['steps'] ?? []) as { step: string }[]
    // Pages are begun together, so their order is nobody's.
    expect(new Set(steps.map(({ step }) => step))).toEqual(new Set(['web-search', 'page 1', 'page 2']))
    expect(await balance()).toEqual({ cents: before.cents - 2, held: 0 })
  })

  test('a registration is found by way of IANA’s list, and comes from the cache the second time', async () => {
    fixtures.on(
      '/rdap-bootstrap/rdap/dns.json',
      scenarios.ok({ version: '1.0', services: [[['com'], [`${fixtures.url}/registry/v1/`]]] }),
    )
    const domain = {
      objectClassName: 'domain',
      ldhName: 'ACME.COM',
      events: [{ eventAction: 'registration', eventDate: '2001-02-03T00:00:00Z' }],
    }
    fixtures.on('/registry/v1/domain/acme.com', scenarios.reply(200, domain, 'application/rdap+json'))
    const answer = await call('rdap-whois', { domain: 'shop.acme.com' })
    expect(answer.body).toMatchObject({
      result: {
        domain: 'acme.com',
        registered: true,
        created_at: '2001-02-03T00:00:00.000Z',
        protocol: 'rdap',
        source: { url: `${fixtures.url}/registry/v1/domain/acme.com`, cached: false },
      },
    })
    fixtures.on('/registry/v1/domain/acme.com', scenarios.error500())
    expect((await call('rdap-whois', { domain: 'acme.com' })).body).toMatchObject({
      result: { registered: true, source: { cached: true } },
    })
    fixtures.on('/registry/v1/domain/nobody.com', scenarios.reply(404, '<h1>Not Found</h1>', 'text/html'))
    expect((await call('rdap-whois', { domain: 'nobody.com' })).body).toMatchObject({
      result: { registered: false, registrar: null },
    })
  })

  test('DNS is asked at the configured resolver, by three outcomes', async () => {
    expect((await call('dns-records', { domain: 'acme.com' })).body).toMatchObject({
      result: {
        exists: true,
        records: { A: [{ value: '192.0.2.1', ttl: 60 }] },
        mail: { provider: 'google', mx_count: 1 },
        resolver: `dns://127.0.0.1:${dns.port}`,
      },
    })
    expect((await call('dns-lookup', { name: 'acme.com' })).body).toMatchObject({
      result: { rcode: 'NOERROR', by_resolver: [{ resolver: 'local', values: ['192.0.2.1'] }] },
    })
    expect((await call('email-verify-lite', { email: 'jo@acme.com' })).body).toMatchObject({
      result: { mx: ['aspmx.l.google.com'], provider: 'google', verdict: expect.any(String) },
    })
  })

  test('names of this installation and of private networks are refused, and cost nothing', async () => {
    const before = await balance()
    for (const name of ['printer.local', 'one.test', '10.0.0.1', 'localhost']) {
      const { status, body } = await call('dns-lookup', { name })
      expect({ name, status, code: body['code'] }).toEqual({ name, status: 422, code: 'url_not_allowed' })
    }
    expect(await balance()).toEqual(before)
    expect(dns.asked.filter((line) => /printer|one\.test|10\.in-addr/.test(line))).toEqual([])
  })

  test('technologies are read off a site', async () => {
    const answer = await call('tech-fingerprint', { url: url('one', '/one') })
    expect(answer.body).toMatchObject({
      result: { status: 200, url: url('one', '/one'), ruleset: expect.stringContaining('farebox-technologies') },
    })
  })

  test.each([
    ['web-search', { query: 'alpha' }],
    ['search-scrape', { query: 'alpha' }],
    ['news-headlines', { query: 'alpha' }],
    ['hn-headlines', {}],
    ['wayback-snapshot', { url: 'example.com' }],
    ['rdap-whois', { domain: 'acme.org' }],
  ])('with every upstream down %s is 502, says what was tried, and costs nothing', async (slug, body) => {
    for (const id of OURS) fixtures.on(`/${id}/*`, scenarios.error500())
    fixtures.on('/wikipedia-api/*', scenarios.error500())
    const before = await balance()
    const answer = await call(slug, body)
    expect(answer.status).toBe(502)
    expect(answer.body).toMatchObject({ code: 'upstream_unavailable', charged_cents: 0, tried: expect.any(Array) })
    expect(await balance()).toEqual(before)
  })

  test('with every upstream down what needs none still answers', async () => {
    for (const id of OURS) fixtures.on(`/${id}/*`, scenarios.error500())
    for (const type of ['MX', 'A', 'AAAA']) dns.zone[`nodns.com ${type}`] = { rcode: 2 }
    expect((await call('email-verify-lite', { email: 'info@mailinator.com' })).body).toMatchObject({
      result: { disposable: true, role_account: true },
    })
    expect((await call('email-verify-lite', { email: 'jo@nodns.com' })).body).toMatchObject({
      result: { verdict: 'unknown', decision: 'review' },
    })
  })
})

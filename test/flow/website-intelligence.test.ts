import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { goodPage } from '#shared/engines/site/testing.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { openSite, type Routes } from '../support/browser-lab.ts'
import { type Cluster, type Member, openCluster } from '../support/cluster.ts'
import { openWorld, type World } from '../support/world.ts'

type Site = Awaited<ReturnType<typeof openSite>>

const SLUG = 'website-intelligence'
/** Nobody knows who holds page.test, and nobody outside is asked. */
const NO_REGISTRIES = { UPSTREAM_RDAP_BOOTSTRAP_URL: 'off', UPSTREAM_RDAP_ORG_URL: 'off', WHOIS_SERVER: 'off' }
const text = (type: string, body: string, headers: Record<string, string> = {}): Routes[string] => {
  return (_, response) => response.writeHead(200, { 'content-type': type, ...headers }).end(body)
}

/** A small site on this machine: unencrypted and without a single security header, but well kept. */
const routes = (): Routes => ({
  '/': text('text/html; charset=utf-8', goodPage('Acme Widgets of Steel')),
  '/about': text('text/html; charset=utf-8', goodPage('About Acme and its Forge')),
  '/contact': text('text/html; charset=utf-8', goodPage('Contact the Acme Forge')),
  '/robots.txt': text('text/plain', 'User-agent: *\nDisallow: /privacy\nSitemap: /sitemap.xml\n'),
  '/sitemap.xml': (request, response) => {
    const origin = `http://${request.headers.host}`
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<urlset><url><loc>${origin}/about</loc><priority>0.9</priority></url></urlset>`)
  },
  '/.well-known/security.txt': text(
    'text/plain',
    'Contact: mailto:security@acme.example\nExpires: 2001-01-01T00:00:00Z\n',
  ),
  '/inside': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/llms.txt': text('text/markdown', '# Acme\n\n- [About](/about): who we are\n'),
})

/** What each step asks of the site, as `hits` counts it. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  vet: [],
  'http-headers': ['/'],
  'redirect-resolve': ['/'],
  'page-markdown': ['/'],
  'tech-fingerprint': ['/', '/robots.txt'],
  'rdap-whois': [],
  'dns-records': [],
  'page /': ['/'],
  'robots.txt': ['/robots.txt'],
  'sitemap.xml': ['/sitemap.xml'],
  'security.txt': ['/.well-known/security.txt'],
  'llms.txt': ['/llms.txt'],
  'agent-files': [
    '/.well-known/x402',
    '/.well-known/x402.json',
    '/.well-known/mcp.json',
    '/.well-known/mcp/server-card.json',
    '/openapi.json',
  ],
  'page /about': ['/about'],
}
const STEPS = Object.keys(REQUESTS)
const requestsOf = (steps: readonly string[]) => steps.flatMap((step) => REQUESTS[step] ?? []).toSorted()

describe('a site is looked at', () => {
  let site: Site
  let world: World
  beforeAll(async () => {
    site = await openSite(routes())
    world = await openWorld({
      backend: 'postgres',
      pools: ['router-workflow', 'screenshot', 'settlement-watch'],
      env: { EGRESS_ALLOW: site.allow, ...NO_REGISTRIES },
    })
    await world.ready()
  })
  afterAll(async () => {
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await world.close()
    await site.close()
  })

  const look = async (url: string, more: Record<string, unknown> = {}) => {
    const { key, keyId } = await world.key(100)
    const answer = await world.call(SLUG, { url, ...more }, { 'x-service-key': key })
    const [wallet] = await world.sql<{ posted: number; held: number }>(
      `select a.posted::int as posted, a.held::int as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return { ...answer, wallet }
  }

  test('the report is whole, made by real parts, and costs 49 cents once', async () => {
    site.hits.length = 0
    const { status, body, wallet } = await look(site.url('/'), { max_pages: 3 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ resource: `/api/v1/outcomes/${SLUG}`, total_usdc: '0.49', charge: { cents: 49 } })
    expect(wallet).toEqual({ posted: 510_000, held: 0 })
    expect(body['result']).toMatchObject({
      source: { url: site.url('/'), cached: false },
      site: { final_url: site.url('/'), title: 'Acme Widgets of Steel', lang: 'en', ip: null },
      technologies: [expect.objectContaining({ name: 'Open Graph' })],
      security: {
        grade: 'F',
        headers: expect.arrayContaining([
          expect.objectContaining({ header: 'content-security-policy', present: false }),
        ]),
        tls: null,
        security_txt: { present: true, problems: ['it expired on 2001-01-01'] },
      },
      seo: { sitemap: { present: true, urls: 1, in_robots: true }, robots: { present: true, allows_all_here: true } },
      performance: { ttfb_ms: expect.any(Number), http_version: '1.1', compression: null },
      domain: { age_days: null, registrar: null },
      content: {
        pages: [{ url: site.url('/') }, { url: site.url('/about') }, { url: site.url('/contact') }],
        not_read: 1,
        topics: expect.arrayContaining(['widgets']),
        contact_points: expect.arrayContaining([{ kind: 'email', value: 'hello@acme.example', page: site.url('/') }]),
      },
      ai_readiness: { llms_txt: { present: true, title: 'Acme' }, openapi: null, injection_flags: [] },
      screenshot: { image_base64: expect.stringMatching(/^iVBORw0KGgo/), width: 1280, height: 800 },
    })
    expect(site.hits.filter((path) => path === '/privacy')).toEqual([])
  })

  test('missing HSTS is among the findings, with its fix, behind what is worse', async () => {
    const { body } = await look(site.url('/'), { screenshot: false, max_pages: 1 })
    // Safe: the answer was held against the OpenAPI document.
    const { findings, screenshot, unknowns } = body['result'] as {
      findings: { code: string; fix: string }[]
      screenshot: null
      unknowns: string[]
    }
    const codes = findings.map(({ code }) => code)
    expect(codes[0]).toBe('no_https')
    expect(codes).toContain('hsts_missing')
    expect(findings.find(({ code }) => code === 'hsts_missing')?.fix).toContain(
      'Strict-Transport-Security: max-age=31536000',
    )
    expect(screenshot).toBeNull()
    // Parts fail in their own time.
    expect(new Set(unknowns.map((line) => line.split(':')[0]))).toEqual(
      new Set(['rdap-whois', 'dns-records', 'site.country']),
    )
  })

  test.each(['http://127.0.0.1/', 'http://169.254.169.254/latest/', 'http://page.test:22/', 'ftp://page.test/'])(
    '%s is 422 and costs nothing',
    async (url) => {
      const { status, body, wallet } = await look(url)
      expect({ status, code: body['code'], wallet }).toEqual({
        status: 422,
        code: 'url_not_allowed',
        wallet: { posted: 1_000_000, held: 0 },
      })
    },
  )

  test('a site that leads to a private address is 422 and costs nothing', async () => {
    const { status, body, wallet } = await look(site.url('/inside'), { screenshot: false })
    expect({ status, code: body['code'] }).toEqual({ status: 422, code: 'url_not_allowed' })
    expect(wallet).toEqual({ posted: 1_000_000, held: 0 })
  })
})

test('with the screenshot pool down the rest is delivered and unknowns says so; a site that is down costs nothing', async () => {
  const site = await openSite(routes())
  const gone = await openSite({})
  await gone.close()
  const world = await openWorld({
    backend: 'redis',
    pools: ['router-workflow', 'settlement-watch'],
    env: { EGRESS_ALLOW: `${site.allow},${gone.allow}`, ...NO_REGISTRIES },
  })
  try {
    await world.ready()
    const { key } = await world.key(100)
    const answer = await world.call(SLUG, { url: site.url('/') }, { 'x-service-key': key })
    expect(answer).toMatchObject({
      status: 200,
      body: { result: { screenshot: null }, charge: { cents: 49, balance_cents: 51 } },
    })
    expect(answer.text).toContain('screenshot: nobody runs this part right now; screenshot is null')
    const down = await world.call(SLUG, { url: gone.url('/'), screenshot: false }, { 'x-service-key': key })
    expect(down).toMatchObject({ status: 502, body: { code: 'upstream_unavailable', charged_cents: 0 } })
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  } finally {
    await world.close()
    await site.close()
  }
})

describe('its worker is killed', () => {
  let site: Site
  let cluster: Cluster
  let ingress: Member
  beforeAll(async () => {
    site = await openSite({ ...routes(), '/ping': 'pong' })
    cluster = await openCluster('redis')
    ingress = await cluster.ingress()
    await cluster.worker(['settlement-watch'])
  })
  afterAll(async () => {
    await cluster.close()
    await site.close()
  })

  const workers: Member[] = []
  afterEach(async () => {
    for (const left of workers.splice(0)) await cluster.kill(left)
  })
  const worker = async (extra: Record<string, string> = {}) => {
    const started = await cluster.worker(['router-workflow'], { EGRESS_ALLOW: site.allow, ...NO_REGISTRIES, ...extra })
    workers.push(started)
    await cluster.ready(ingress, 'router-workflow')
    return started
  }
  const call = (key: string) =>
    cluster.call(ingress, SLUG, { url: site.url('/'), screenshot: false, max_pages: 2 }, { 'x-service-key': key })
  /** What the site was asked since the last time, once nothing sent before is still on its way. */
  const asked = async () => {
    await fetch(`http://127.0.0.1:${site.port}/ping`)
    return site.hits
      .splice(0)
      .filter((path) => path !== '/ping')
      .toSorted()
  }

  test('never, each step asks once', async () => {
    await worker()
    const { key } = await cluster.key(100)
    const answer = await call(key)
    expect(answer?.status).toBe(200)
    // Safe: the steps of our own answer.
    const steps = (answer?.body['steps'] ?? []) as { step: string }[]
    expect(steps.map(({ step }) => step).toSorted()).toEqual(STEPS.toSorted())
    expect(await asked()).toEqual(requestsOf(STEPS))
  })

  test.each(STEPS.map((_, end) => end + 1))(
    'after the end of step %i: another goes on, asks for nothing that is there, and it is charged once',
    async (end) => {
      const doomed = await worker({ CRASH_AT: `after:call-step-end#${end}` })
      const { key, keyId } = await cluster.key(100)
      const answer = call(key)
      await doomed.gone
      const { rows: ended } = await cluster.db.pg.query<{ step: string }>(
        `select s.step from call_step s join call c on c.id = s.call_id join service_key k on k.id = c.service_key_id
         where k.key_id = $1 and s.state <> 'running'`,
        [keyId],
      )
      expect(ended.length).toBeGreaterThanOrEqual(end)
      await asked()
      await worker()
      expect(await answer).toMatchObject({ status: 200, body: { charge: { cents: 49, balance_cents: 51 } } })
      const finished = new Set(ended.map(({ step }) => step))
      expect(await asked()).toEqual(requestsOf(STEPS.filter((step) => !finished.has(step))))
      const { rows } = await cluster.db.pg.query(
        `select a.posted::int as posted, a.held::int as held, c.attempt, c.state from account a
         join service_key k on k.account_id = a.id join call c on c.service_key_id = k.id where k.key_id = $1`,
        [keyId],
      )
      expect(rows).toEqual([{ posted: 510_000, held: 0, attempt: 2, state: 'captured' }])
      expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    },
  )
})

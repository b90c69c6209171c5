import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { openSite } from '#test/support/labs/browser-lab.ts'
import { NO_REGISTRIES, routes, SLUG } from '#test/support/labs/website-lab.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

type Site = Awaited<ReturnType<typeof openSite>>

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

import { describe, expect, test, vi } from 'vitest'

import { fakeSite, goodPage, goodSite, PARTS, siteContext } from '#test/support/fakes/fake-site.ts'
import {
  DnsPart,
  HeadersPart,
  MarkdownPart,
  RedirectsPart,
  ScreenshotPart,
  TechnologiesPart,
  WhoisPart,
} from './collect/parts.ts'
import { type SiteReport } from './site-report.ts'
import { Refusal } from '#shared/errors.ts'

import { catalog } from '#shared/catalog/catalog.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import { attempt } from '#test/support/attempt.ts'
import { websiteIntelligence } from './outcome.ts'

const INPUT = { url: 'https://acme.example/', max_pages: 4 }
const DOWN = new Refusal('upstream_unavailable', 'It did not answer; nothing was charged.')

// Safe: what was parsed by the outcome's own output schema.
const run = async (ctx: OutcomeContext, input: unknown = INPUT) =>
  (await websiteIntelligence.run(input, ctx)) as SiteReport

const refusalOf = (running: Promise<unknown>) =>
  running.then(
    () => expect.unreachable(),
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )

test('website-intelligence: a site that can be read gives a whole report, and every part is a step', async () => {
  const egress = fakeSite(goodSite())
  const report = await run(siteContext(egress, PARTS))
  expect(report.scores.overall).toBe(100)
  expect(report.screenshot).toEqual(PARTS.screenshot)
  expect(report.steps.map(({ step, status }) => `${step} ${status}`)).toEqual([
    'http-headers done',
    'redirect-resolve done',
    'page-markdown done',
    'screenshot done',
    'page / done',
    'tech-fingerprint not_offered',
    'rdap-whois not_offered',
    'dns-records not_offered',
    'robots.txt done',
    'security.txt done',
    'llms.txt done',
    'agent-files done',
    'plain-http done',
    'sitemap.xml done',
    'page /about done',
    'page /contact done',
    'page /privacy done',
  ])
  expect(report.unknowns).toEqual([
    'tech-fingerprint: not offered here yet; technologies is empty',
    'rdap-whois: not offered here yet; domain.age_days, domain.registrar and domain.expires_at are null',
    'dns-records: not offered here yet; site.ip, domain.dns_provider and domain.mail_auth are null',
    'site.country: no source for it yet',
  ])
})

describe('website-intelligence: URLs', () => {
  test.each(['', 'acme.example', 'ftp://acme.example/', 'https://user:secret@acme.example/'])(
    '%j is refused before any money moves',
    (url) => {
      const parsed = websiteIntelligence.input.safeParse({ url })
      const refusal = attempt(() => (parsed.success ? websiteIntelligence.check?.(parsed.data) : null))
      expect(refusal instanceof Refusal || parsed.error?.issues[0]?.path[0] === 'url').toBe(true)
    },
  )

  test('a body without a URL, and more pages than 20, are wrong fields', () => {
    expect(websiteIntelligence.input.safeParse({}).success).toBe(false)
    expect(websiteIntelligence.input.safeParse({ ...INPUT, max_pages: 21 }).success).toBe(false)
  })

  test('a private address is 422, and nothing is fetched', async () => {
    const egress = fakeSite(goodSite())
    expect(await refusalOf(run(siteContext(egress, PARTS), { url: 'http://127.0.0.1' }))).toMatchObject({
      code: 'url_not_allowed',
    })
    expect(egress.asked).toEqual([])
  })

  test('a site that redirects to a private address is 422 too', async () => {
    const egress = fakeSite({ '/': { status: 302, headers: { location: 'http://127.0.0.1/' } } })
    const parts = { ...PARTS, 'http-headers': DOWN, 'page-markdown': DOWN, 'redirect-resolve': DOWN, screenshot: DOWN }
    expect(await refusalOf(run(siteContext(egress, parts)))).toMatchObject({ code: 'url_not_allowed' })
  })
})

describe('website-intelligence: parts that fail', () => {
  test('a screenshot that cannot be had is null, and unknowns names it', async () => {
    const timeout = new Refusal('timeout', 'This call ran longer than its time limit; nothing was charged.')
    const report = await run(siteContext(fakeSite(goodSite()), { ...PARTS, screenshot: timeout }))
    expect(report.screenshot).toBeNull()
    expect(report.unknowns[0]).toBe('screenshot: not ready in time; screenshot is null')
    expect(report.steps.find(({ step }) => step === 'screenshot')?.status).toBe('failed')
  })

  test('a screenshot that nobody asked for is no unknown', async () => {
    const report = await run(siteContext(fakeSite(goodSite()), PARTS), { ...INPUT, screenshot: false })
    expect(report.screenshot).toBeNull()
    expect(report.unknowns.join()).not.toContain('screenshot')
  })

  test('three core parts of six are enough, two are not', async () => {
    const parts = { ...PARTS, 'http-headers': DOWN, 'page-markdown': DOWN, screenshot: DOWN }
    const report = await run(siteContext(fakeSite(goodSite()), parts))
    expect(report.unknowns.slice(0, 3).map((line) => line.split(':')[0])).toEqual([
      'http-headers',
      'page-markdown',
      'screenshot',
    ])
    const two = {
      ...parts,
      'redirect-resolve': { ...PARTS['redirect-resolve'], completed: false, stop_reason: 'error' },
    }
    expect(await refusalOf(run(siteContext(fakeSite(goodSite()), two)))).toMatchObject({
      code: 'upstream_unavailable',
      detail: { detail: expect.stringContaining('http-headers, redirect-resolve, page-markdown, screenshot') },
    })
  })

  test('a site that is down is 502', async () => {
    const parts = { 'http-headers': DOWN, 'redirect-resolve': DOWN, 'page-markdown': DOWN, screenshot: DOWN }
    const refusal = await refusalOf(run(siteContext(fakeSite({}, { isDown: true }), parts)))
    expect(refusal).toMatchObject({ code: 'upstream_unavailable', detail: { retryAfterS: 30 } })
  })

  test('a part that answers in another form costs that part only', async () => {
    const report = await run(siteContext(fakeSite(goodSite()), { ...PARTS, 'page-markdown': { surprise: true } }))
    expect(report.unknowns[0]).toMatch(/^page-markdown: failed on our side/)
  })

  test('a fault of ours is not sold as an unknown', async () => {
    const ctx = siteContext(fakeSite(goodSite()), { ...PARTS, 'page-markdown': new TypeError('a mistake') })
    await expect(run(ctx)).rejects.toThrow('a mistake')
  })

  test('a part that never ends is left behind when the budget is over', async () => {
    const stop = new AbortController()
    const ctx = siteContext(fakeSite(goodSite()), PARTS, { signal: stop.signal })
    const { call } = ctx
    const pending = run({
      ...ctx,
      call: (slug, input) => (slug === 'screenshot' ? new Promise(() => {}) : call(slug, input)),
      step: async (name, work) => {
        const answer = await work()
        if (name === 'page /privacy') setImmediate(() => stop.abort())
        return answer
      },
    })
    const report = await pending
    expect(report.unknowns[0]).toBe('screenshot: not ready in time; screenshot is null')
    expect(report.content.pages).toHaveLength(4)
  })
})

describe('website-intelligence: manners', () => {
  test('no more pages than asked for are read, and nothing but pages and well-known files is tried', async () => {
    const egress = fakeSite(goodSite())
    await run(siteContext(egress, PARTS), { ...INPUT, max_pages: 2 })
    const paths = egress.asked.map((url) => url.replace('https://acme.example', '')).toSorted()
    expect(paths).toEqual([
      '/',
      '/.well-known/mcp.json',
      '/.well-known/mcp/server-card.json',
      '/.well-known/security.txt',
      '/.well-known/x402',
      '/.well-known/x402.json',
      '/about',
      '/llms.txt',
      '/openapi.json',
      '/robots.txt',
      '/sitemap.xml',
      'http://acme.example/',
    ])
  })

  test('a site that asks for long pauses is left at its start page', async () => {
    const robots = { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 30' }
    const report = await run(siteContext(fakeSite({ ...goodSite(), '/robots.txt': robots }), PARTS))
    expect(report.content.pages).toHaveLength(1)
    expect(report.seo.robots?.crawl_delay_s).toBe(30)
  })

  test('a site that asks for short pauses gets them, one page at a time', async () => {
    const robots = { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 0.05' }
    const egress = fakeSite({ ...goodSite(), '/robots.txt': robots })
    const fetches = vi.spyOn(egress, 'fetch')
    let open = 0
    let most = 0
    const slow: OutcomeContext['step'] = async (name, work) => {
      if (!name.startsWith('page /')) return work()
      open += 1
      most = Math.max(most, open)
      return work().finally(() => (open -= 1))
    }
    const report = await run(siteContext(egress, PARTS, { step: slow }))
    expect(report.content.pages).toHaveLength(4)
    expect(most).toBe(1)
    expect(fetches).toHaveBeenCalled()
  })

  test('the crawl stays on the site', async () => {
    const away = goodPage(
      'Acme Widgets of Steel',
      '<a href="https://other.example/about">other</a><a href="//other.example/x">x</a>',
    )
    const egress = fakeSite({ ...goodSite(), '/': away })
    await run(siteContext(egress, PARTS), { ...INPUT, max_pages: 20 })
    expect(egress.asked.filter((url) => url.includes('other.example'))).toEqual([])
  })
})

test('website-intelligence: resumed, it asks for nothing that a finished step has', async () => {
  const stored = new Map<string, unknown>()
  const egress = fakeSite(goodSite())
  const dying =
    (after: number): OutcomeContext['step'] =>
    async (name, work) => {
      if (stored.has(name)) return structuredClone(stored.get(name)) as never
      if (stored.size >= after) throw new Error('killed')
      const answer = await work()
      stored.set(name, JSON.parse(JSON.stringify(answer)))
      return answer
    }
  await expect(run(siteContext(egress, PARTS, { step: dying(6) }))).rejects.toThrow('killed')
  const asked = egress.asked.length
  expect(asked).toBeGreaterThan(3)
  const report = await run(siteContext(egress, PARTS, { step: dying(Number.POSITIVE_INFINITY) }))
  expect(report.scores.overall).toBe(100)
  const again = egress.asked.slice(asked)
  expect(again).not.toContain('https://acme.example/')
  expect(new Set(egress.asked).size).toBe(14)
})

describe('website-intelligence: the parts it calls', () => {
  test.each([
    ['http-headers', HeadersPart],
    ['redirect-resolve', RedirectsPart],
    ['page-markdown', MarkdownPart],
    ['screenshot', ScreenshotPart],
    ['tech-fingerprint', TechnologiesPart],
    ['rdap-whois', WhoisPart],
    ['dns-records', DnsPart],
  ] as const)('%s answers in the form that is read here', (slug, shape) => {
    const entry = catalog.get(slug)
    expect(shape.safeParse(entry?.outcome.example.output).error).toBeUndefined()
    expect(entry?.outcome.timeoutMs).toBeLessThan(websiteIntelligence.timeoutMs)
  })
})

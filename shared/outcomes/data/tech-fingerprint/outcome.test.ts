import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'
import { fakeDns, type DnsSaid } from '#test/support/fakes/fake-dns.ts'
import { fakeEgress, type Told } from '#test/support/fakes/fake-egress.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { techFingerprint } from './outcome.ts'

const SITE = 'https://e.test/'
const NONE = { status: 404, headers: { 'content-type': 'text/html' } }

type Answer = {
  technologies: {
    name: string
    version: string | null
    implied_by: string | null
    confidence: number
    evidence: { kind: string }[]
  }[]
  hosting: unknown
  by_category: Record<string, string[]>
  count: number
  url: string
  notes: string[]
}

async function run(page: Told, more: Record<string, Told> = {}, zone: Record<string, DnsSaid> = {}, input = {}) {
  const egress = fakeEgress({ [SITE]: page, [`${SITE}robots.txt`]: NONE, ...more })
  const dns = fakeDns(zone)
  // Safe: the outcome's own schema made it.
  const answer = (await techFingerprint.run({ url: SITE, ...input }, fakeContext({ egress, dns }))) as Answer
  return { answer, asked: egress.asked.map(({ url }) => url), named: dns.asked }
}
const of = ({ technologies }: Answer, name: string) => technologies.find((one) => one.name === name)

describe('tech-fingerprint: the examples of the catalog', () => {
  test('a generator shows its version, and what it stands on is implied', async () => {
    const { answer } = await run('<meta name="generator" content="WordPress 6.5.2">')
    expect(of(answer, 'WordPress')).toMatchObject({
      version: '6.5.2',
      confidence: 100,
      implied_by: null,
      evidence: [{ kind: 'meta', match: 'WordPress 6.5.2' }],
    })
    for (const name of ['PHP', 'MySQL'])
      expect(of(answer, name)).toMatchObject({ version: null, implied_by: 'WordPress', evidence: [] })
  })

  test('a server header shows the server', async () => {
    const { answer } = await run({ body: 'x', headers: { server: 'nginx/1.25.3' } })
    expect(of(answer, 'nginx')).toMatchObject({
      version: '1.25.3',
      evidence: [{ kind: 'header', match: 'nginx/1.25.3' }],
    })
    expect(answer.hosting).toEqual({ provider: null, cdn: null, server: 'nginx' })
  })

  test('a plain text shows nothing, and that is a result', async () => {
    const { answer } = await run({ body: 'Hello, WordPress', headers: { 'content-type': 'text/plain' } })
    expect(answer).toMatchObject({ technologies: [], by_category: {}, count: 0 })
  })

  test('a private address is refused', async () => {
    await expect(run(urlNotAllowed())).rejects.toMatchObject({ code: 'url_not_allowed' })
    expect(() => techFingerprint.check?.({ url: 'ftp://e.test' })).toThrow('may not be fetched')
  })
})

test('tech-fingerprint: a site is looked at from every side at once', async () => {
  const { answer, asked, named } = await run(
    {
      body: '<div id="__nuxt"></div><script src="/_nuxt/a.js"></script><script src="https://js.stripe.com/v3/"></script>',
      headers: { server: 'cloudflare', 'cf-ray': 'x', 'set-cookie': ['__cf_bm=1; Path=/', 'intercom-id-abc=2'] },
      connection: { httpVersion: '2', tls: { issuer: "Let's Encrypt" } as never },
    },
    {
      'https://e.test/_nuxt/a.js': {
        body: '/*! jQuery v3.7.1 */ Sentry.init({})',
        headers: { 'content-type': 'text/javascript' },
      },
    },
    {
      'e.test MX': [{ value: 'e-test.mail.protection.outlook.com', priority: 0 }],
      'e.test NS': ['ada.ns.cloudflare.com'],
      'e.test TXT': ['stripe-verification=abc'],
    },
  )
  expect(answer.technologies.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'Nuxt',
      'Vue.js',
      'Cloudflare',
      'Intercom',
      'Stripe',
      'jQuery',
      'Sentry',
      'Microsoft 365',
      'Cloudflare DNS',
      "Let's Encrypt",
    ]),
  )
  expect(of(answer, 'jQuery')?.version).toBe('3.7.1')
  expect(of(answer, 'Stripe')?.evidence.map(({ kind }) => kind)).toEqual(['script', 'dns'])
  expect(answer.hosting).toMatchObject({ cdn: 'Cloudflare' })
  expect(answer.by_category['payment']).toEqual(['Stripe'])
  // Scripts of others are never fetched.
  expect(asked).toEqual([SITE, `${SITE}robots.txt`, 'https://e.test/_nuxt/a.js'])
  expect(named).toHaveLength(3)
})

test('tech-fingerprint: no more than five own scripts are read, and a page in place of one is none', async () => {
  const scripts = Array.from({ length: 9 }, (_, index) => `<script src="/${index}.js"></script>`).join('')
  const { asked } = await run(
    scripts,
    Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`https://e.test/${index}.js`, NONE])),
  )
  expect(asked.filter((url) => url.endsWith('.js'))).toHaveLength(5)
})

test('tech-fingerprint: files, and DNS, that cannot be had cost nothing of the rest', async () => {
  const down = new Refusal('upstream_unavailable', 'no')
  const { answer } = await run(
    '<script src="/a.js"></script><html ng-version="1.2">',
    { 'https://e.test/robots.txt': down, 'https://e.test/a.js': down },
    { 'e.test MX': 'timeout', 'e.test NS': 'timeout', 'e.test TXT': 'timeout' },
  )
  expect(of(answer, 'Angular')).toBeDefined()
  expect(answer.notes).toEqual([
    'DNS did not answer for MX.',
    'DNS did not answer for NS.',
    'DNS did not answer for TXT.',
  ])
})

test('tech-fingerprint: DNS is left alone where it is not wanted, and an error page is read like any other', async () => {
  const { answer, named } = await run(
    { status: 503, headers: { server: 'Apache/2.4.58 (Ubuntu)' } },
    {},
    {},
    { include_dns: false },
  )
  expect(named).toEqual([])
  expect(answer).toMatchObject({ status: 503 })
  expect(of(answer, 'Apache')?.version).toBe('2.4.58')
  expect(of(answer, 'Ubuntu')).toBeDefined()
})

test('tech-fingerprint: a page that redirects is judged where it ends', async () => {
  const { answer } = await run(
    { status: 301, headers: { location: 'https://www.e.test/' } },
    {
      'https://www.e.test/': 'x',
      'https://www.e.test/robots.txt': {
        body: '# we use Shopify as our ecommerce platform',
        headers: { 'content-type': 'text/plain' },
      },
    },
  )
  expect(answer.url).toBe('https://www.e.test/')
  expect(of(answer, 'Shopify')?.evidence[0]?.kind).toBe('robots')
})

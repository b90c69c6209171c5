import { Refusal } from '#shared/errors.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import type { EgressAnswer, EgressDoor, EgressRequest } from '#shared/doors/egress.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'

/** Answer of a page of the fake site. For tests only. */
export type Served = { status?: number; type?: string; body?: string; headers?: Record<string, string | string[]> }

const AT = new Date('2026-11-20T12:00:00.000Z')

/**
 * An egress door onto a site that exists in the test alone: paths (or whole URLs) to what they serve, 404 for others.
 * `private` hosts are refused as the real door does, `down` ones do not answer. `asked` lists every request.
 */
export function fakeSite(
  pages: Readonly<Record<string, Served | string>>,
  { origin = 'https://acme.example', isDown = false } = {},
): EgressDoor & { asked: string[] } {
  const asked: string[] = []
  const servedAt = (url: string): Served => {
    const { pathname, search, origin: from } = new URL(url)
    const served = pages[url] ?? (from === origin ? pages[pathname + search] : undefined) ?? { status: 404 }
    return typeof served === 'string' ? { body: served } : served
  }
  const fetch = async (url: string, request: EgressRequest = {}): Promise<EgressAnswer> => {
    if (new URL(url).hostname.startsWith('127.')) throw urlNotAllowed()
    if (isDown) throw new Refusal('upstream_unavailable', 'The URL could not be fetched; nothing was charged.')
    asked.push(url)
    const { status = 200, type = 'text/html', body = '', headers = {} } = servedAt(url)
    const location = [headers['location'] ?? []].flat()[0]
    const redirect = status >= 300 && status < 400 && location !== undefined ? new URL(location, url).href : null
    if (redirect !== null && request.maxRedirects !== 0) return fetch(redirect, request)
    const bytes = Buffer.from(body)
    return {
      url,
      status,
      headers: { 'content-type': type, ...headers },
      contentType: type,
      charset: null,
      body: bytes,
      wireBytes: bytes.length,
      truncated: false,
      hops: [],
      redirect,
      timings: { dns: null, connect: null, tls: null, firstByte: 20, total: 25 },
      connection: null,
      fetchedAt: AT,
    }
  }
  return {
    asked,
    fetch,
    vet: async (url) => {
      if (new URL(url).hostname.startsWith('127.')) throw urlNotAllowed()
      return new URL(url).href
    },
  }
}

/** Answers of the parts in tests, by slug; a Refusal is thrown. Parts not listed are not for sale. */
export function siteContext(
  egress: EgressDoor,
  parts: Readonly<Record<string, unknown>>,
  doors: Partial<OutcomeContext> = {},
): OutcomeContext {
  const offered = (slug: string) => Object.hasOwn(parts, slug)
  return fakeContext({
    egress,
    call: async (slug) => {
      if (!offered(slug)) throw new Error(`the workflow names ${slug}, which is no outcome`)
      const answer = parts[slug]
      if (answer instanceof Error) throw answer
      return answer
    },
    reliability: async (slug) =>
      offered(slug)
        ? { calls: 0, paid_calls: 0, success_rate_30d: null, p50_ms: null, p95_ms: null, last_called_label: null }
        : null,
    ...doors,
  })
}

/** An https site with every header in its place, as the parts see it. */
export const PARTS = {
  'http-headers': {
    final_url: 'https://acme.example/',
    status: 200,
    http_version: '2',
    headers: {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': "default-src 'self'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=()',
      'cache-control': 'max-age=600',
      server: 'cloudflare',
    },
    redirects: [],
    security: {
      grade: 'A',
      score: 100,
      checks: [
        {
          header: 'strict-transport-security',
          present: true,
          value: 'max-age=31536000; includeSubDomains',
          verdict: 'good',
          advice: null,
        },
      ],
    },
    cookies: [],
    caching: { cacheable: true, max_age_s: 600, validators: [] },
    tls: {
      protocol: 'TLSv1.3',
      issuer: 'Test CA',
      valid_to: '2027-02-01T00:00:00.000Z',
      days_left: 73,
      san_match: true,
      trusted: true,
      problem: null,
    },
    timing_ms: { dns: 5, connect: 10, tls: 15, ttfb: 40 },
  },
  'redirect-resolve': {
    final_url: 'https://acme.example/',
    hop_count: 0,
    completed: true,
    stop_reason: 'final',
    flags: [],
  },
  'page-markdown': {
    title: 'Acme Widgets',
    lang: 'en',
    word_count: 130,
    injection_flags: [],
    extraction: 'readability',
  },
  screenshot: { image_base64: 'iVBORw0KGgo=', width: 1280, height: 800, sha256: 'ab'.repeat(32) },
}

const TEXT = 'Industrial widgets made to last: we forge steel widgets for bridges and ships. '.repeat(10)

/** A whole page that no check complains of. */
export const goodPage = (title: string, more = '') => `<!doctype html><html lang="en"><head><title>${title}</title>
<meta name="description" content="${title}: everything about how Acme forges its steel widgets.">
<meta name="viewport" content="width=device-width"><meta property="og:title" content="${title}">
<link rel="canonical" href="https://acme.example/">
<script type="application/ld+json">{"@type":"Organization","name":"Acme","email":"hello@acme.example"}</script></head>
<body><nav><a href="/about">About us</a> <a href="/contact">Contact</a> <a href="/privacy">Privacy</a></nav>
<main><h1>${title}</h1><p>${TEXT}</p>${more}</main></body></html>`

/** A small site that does everything right. */
export const goodSite = (): Record<string, Served | string> => ({
  '/': { body: goodPage('Acme Widgets of Steel'), headers: { 'content-encoding': 'br' } },
  '/about': goodPage('About Acme and its Forge'),
  '/contact': goodPage('Contact the Acme Forge'),
  '/privacy': goodPage('Privacy at Acme Forge'),
  '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nAllow: /\nSitemap: https://acme.example/sitemap.xml\n' },
  '/sitemap.xml': {
    type: 'application/xml',
    body: `<urlset><url><loc>https://acme.example/</loc><priority>1.0</priority></url>
<url><loc>https://acme.example/contact</loc><priority>0.3</priority></url>
<url><loc>https://acme.example/about</loc><priority>0.8</priority></url></urlset>`,
  },
  '/.well-known/security.txt': {
    type: 'text/plain',
    body: 'Contact: mailto:security@acme.example\nExpires: 2027-05-01T00:00:00Z\n',
  },
  '/llms.txt': {
    type: 'text/plain',
    body: '# Acme\n\n> Widgets\n\n- [About](https://acme.example/about): who we are\n',
  },
  '/openapi.json': {
    type: 'application/json',
    body: '{"openapi":"3.1.0","info":{"title":"Acme API"},"paths":{"/widgets":{"get":{},"post":{}}}}',
  },
  'http://acme.example/': { status: 301, headers: { location: 'https://acme.example/' } },
})

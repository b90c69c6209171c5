import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'
import { fakeEgress, type Told } from '#test/support/fakes/fake-egress.ts'

import type { EgressTls } from '#shared/doors/egress.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { httpHeaders } from './outcome.ts'

const HOME = 'https://e.test/'
const TLS: EgressTls = {
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_256_GCM_SHA384',
  subject: 'e.test',
  issuer: 'Some CA',
  validFrom: '2026-09-01T00:00:00.000Z',
  validTo: '2026-12-30T11:00:00.000Z',
  names: ['e.test'],
  sanMatch: true,
  trusted: true,
  problem: null,
}
const DOWN = new Refusal('upstream_unavailable', 'no answer')

const run = async (pages: Record<string, Told>, input: Record<string, unknown> = {}) => {
  const egress = fakeEgress(pages)
  // Safe: the outcome's own schema made it.
  const answer = (await httpHeaders.run({ url: HOME, ...input }, fakeContext({ egress }))) as Record<
    string,
    Record<string, unknown>
  >
  return { answer, asked: egress.asked }
}
const headed = async (headers: Record<string, string | string[]>, url = HOME) =>
  (await run({ [url]: { headers } }, { url })).answer

describe('http-headers: what is asked', () => {
  test('is HEAD over a connection of its own, without the body', async () => {
    const { answer, asked } = await run({ [HOME]: 'body' })
    expect(answer).toMatchObject({ method: 'HEAD', status: 200, final_url: HOME })
    expect(asked.map(({ request }) => request)).toMatchObject([{ method: 'HEAD', inspect: true, maxWireBytes: 0 }])
  })

  test.each([403, 405, 501])('is GET after HEAD is answered with %i', async (status) => {
    const { answer } = await run({ [HOME]: ({ method }) => (method === 'HEAD' ? { status } : { status: 200 }) })
    expect(answer).toMatchObject({ status: 200, method: 'GET' })
  })

  test('is GET after HEAD is not answered', async () => {
    const { answer } = await run({ [HOME]: ({ method }) => (method === 'HEAD' ? DOWN : { status: 204 }) })
    expect(answer).toMatchObject({ status: 204, method: 'GET' })
  })

  test('is not asked twice of a server that says no to the URL', async () => {
    const { answer, asked } = await run({ [HOME]: { status: 404 } })
    expect([answer['status'], asked.length]).toEqual([404, 1])
  })

  test('is GET at once where that is wanted', async () => {
    expect((await run({ [HOME]: 'x' }, { method: 'GET' })).asked.map(({ request }) => request.method)).toEqual(['GET'])
  })

  test('is refused when neither is answered', async () => {
    await expect(run({ [HOME]: DOWN })).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

describe('http-headers: redirects', () => {
  const pages = { [HOME]: { status: 301, headers: { location: '/a' } }, 'https://e.test/a': { status: 200 } }

  test('are followed and told', async () => {
    const { answer } = await run(pages)
    expect(answer).toMatchObject({
      final_url: 'https://e.test/a',
      status: 200,
      redirects: [{ url: HOME, status: 301, location: 'https://e.test/a' }],
    })
  })

  test('are not followed where that is not wanted', async () => {
    const { answer } = await run(pages, { follow_redirects: false })
    expect(answer).toMatchObject({ final_url: HOME, status: 301, redirects: [], headers: { location: '/a' } })
  })

  test('to a place that is not allowed refuse the call', async () => {
    await expect(run({ [HOME]: { status: 302, headers: { location: 'http://10.0.0.1/' } } })).rejects.toEqual(
      urlNotAllowed(),
    )
  })
})

test.each(['http://10.0.0.1', 'http://127.0.0.1/'])('http-headers: %s is refused and costs nothing', async (url) => {
  await expect(run({}, { url })).rejects.toMatchObject({ code: 'url_not_allowed' })
})

test.each(['e.test', 'ftp://e.test/', 'http://user:secret@e.test/', 'javascript:1', 'x'])(
  'http-headers: %s is refused before any charge',
  (url) => {
    expect(() => httpHeaders.check?.({ url })).toThrow('may not be fetched')
  },
)

describe('http-headers: the grade', () => {
  test('of an https page without any security header is F with 30 points', async () => {
    const { security } = await headed({})
    expect(security).toMatchObject({ grade: 'F', score: 30 })
    expect(security).toMatchObject({ deductions: [{ points: 20 }, { points: 25 }, { points: 20 }, { points: 5 }] })
  })

  test('of a page with all of them is A with 100', async () => {
    const { security } = await headed({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(security).toMatchObject({ grade: 'A', score: 100, deductions: [] })
    // Safe: the outcome's own schema.
    const checks = security?.['checks'] as { header: string; verdict: string }[]
    expect(checks.map(({ header, verdict }) => `${header} ${verdict}`)).toEqual([
      'strict-transport-security good',
      'content-security-policy good',
      'x-frame-options good',
      'x-content-type-options good',
      'referrer-policy good',
      'permissions-policy good',
      'cross-origin-opener-policy good',
      'cross-origin-resource-policy good',
    ])
  })

  test('of plain HTTP can have no HSTS', async () => {
    const { security } = await headed({ 'strict-transport-security': 'max-age=31536000' }, 'http://e.test/')
    expect(security).toMatchObject({
      score: 30,
      deductions: [{ points: 20, reason: 'plain HTTP, so no HSTS' }, {}, {}, {}],
    })
  })

  test.each([
    ["script-src 'self' 'unsafe-inline'", 20],
    ["default-src 'self' 'unsafe-eval'", 20],
    ['default-src *', 20],
    ['upgrade-insecure-requests', 20],
    ["script-src 'nonce-abc' 'unsafe-inline'", 0],
    ["script-src 'self'; script-src 'unsafe-inline'", 0],
    ["default-src 'unsafe-inline'; script-src 'self'", 0],
    ["SCRIPT-SRC 'SELF'", 0],
  ])('takes for the CSP %s %i points', async (csp, points) => {
    const { security } = await headed({ 'content-security-policy': csp })
    expect(security).toMatchObject({ score: 55 - points })
  })

  test('counts the strictest of several policies, and none that only reports', async () => {
    const two = await headed({ 'content-security-policy': ["script-src 'unsafe-inline'", "script-src 'self'"] })
    expect(two['security']).toMatchObject({ score: 55 })
    const reported = await headed({ 'content-security-policy-report-only': "default-src 'self'" })
    expect(reported['security']).toMatchObject({ score: 30 })
  })

  test.each([
    [{ 'x-frame-options': 'SAMEORIGIN' }, 50],
    [{ 'x-frame-options': 'ALLOW-FROM https://a.test' }, 30],
    [{ 'content-security-policy': "script-src 'self'; frame-ancestors 'self'" }, 75],
    [{ 'content-security-policy': "script-src 'self'; frame-ancestors *" }, 55],
    [{ 'strict-transport-security': 'max-age=0' }, 30],
    [{ 'strict-transport-security': 'max-age=100' }, 50],
    [{ 'x-content-type-options': 'sniff' }, 30],
    [{ 'set-cookie': ['a=b'] }, 10],
    [{ 'set-cookie': ['a=b; Secure', 'c=d; secure'] }, 30],
    [{ 'set-cookie': ['a=b; Secure', 'c=d'] }, 10],
  ])('with %j is %i points', async (headers, score) => {
    // Safe: each of these is a table of header values.
    expect((await headed(headers as unknown as Record<string, string>))['security']).toMatchObject({ score })
  })
})

describe('http-headers: cookies', () => {
  test('are two of two, and show no value anywhere', async () => {
    const answer = await headed({
      'set-cookie': [
        'sid=verysecret; Path=/; HttpOnly; Secure; SameSite=lax; Max-Age=3600',
        'theme=alsosecret; Domain=e.test',
      ],
    })
    expect(answer['cookies']).toEqual([
      { name: 'sid', secure: true, http_only: true, same_site: 'Lax', path: '/', domain: null, max_age: 3600 },
      { name: 'theme', secure: false, http_only: false, same_site: null, path: null, domain: 'e.test', max_age: null },
    ])
    expect(answer['headers']).toMatchObject({
      'set-cookie': [
        'sid=[redacted]; Path=/; HttpOnly; Secure; SameSite=lax; Max-Age=3600',
        'theme=[redacted]; Domain=e.test',
      ],
    })
    expect(JSON.stringify(answer)).not.toContain('secret;')
    expect(JSON.stringify(answer)).not.toContain('verysecret')
    expect(JSON.stringify(answer)).not.toContain('alsosecret')
  })

  test.each(['', ';', '=', 'justavalue', 'a=b=c; samesite=what; max-age=soon', '__proto__=x; __proto__=y'])(
    'as odd as %j are read',
    async (cookie) => {
      const answer = await headed({ 'set-cookie': [cookie] })
      expect(answer['cookies']).toHaveLength(1)
      expect(JSON.stringify(answer)).not.toContain('justavalue')
    },
  )
})

describe('http-headers: headers', () => {
  test('that look like secrets are redacted', async () => {
    const { headers } = await headed({
      'x-api-key': 'abc',
      'x-csrf-token': 'abc',
      'x-session-id': 'abc',
      'x-debug': 'token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefgh and AKIAIOSFODNN7EXAMPLE',
      server: 'nginx',
      'www-authenticate': 'Bearer realm="x"',
      'x-twice': ['one', 'Bearer abcdefghijklmnop'],
    })
    expect(headers).toMatchObject({
      'x-api-key': '[redacted]',
      'x-csrf-token': '[redacted]',
      'x-session-id': '[redacted]',
      'x-debug': 'token [redacted] and [redacted]',
      server: 'nginx',
      'www-authenticate': 'Bearer realm="x"',
      'x-twice': ['one', '[redacted]'],
    })
  })
})

describe('http-headers: caching', () => {
  test.each([
    [{ 'cache-control': 'max-age=600, public' }, { cacheable: true, max_age_s: 600, shared_max_age_s: 600 }],
    [{ 'cache-control': 'private, max-age=60' }, { cacheable: true, max_age_s: 60, shared_max_age_s: null }],
    [{ 'cache-control': 's-maxage=9, max-age=3' }, { cacheable: true, max_age_s: 3, shared_max_age_s: 9 }],
    [{ 'cache-control': 'no-store' }, { cacheable: false, max_age_s: null }],
    [{ 'cache-control': 'no-cache' }, { cacheable: true, max_age_s: 0 }],
    [{ 'cache-control': 'max-age=abc' }, { cacheable: true, max_age_s: null }],
    [{ vary: '*' }, { cacheable: false }],
    [{ expires: '0' }, { cacheable: true, max_age_s: 0 }],
    [
      { expires: 'Fri, 20 Nov 2026 12:10:00 GMT', date: 'Fri, 20 Nov 2026 12:00:00 GMT' },
      { cacheable: true, max_age_s: 600 },
    ],
    [{ etag: '"x"', 'last-modified': 'y' }, { validators: ['etag', 'last-modified'] }],
    [{}, { cacheable: true, max_age_s: null, validators: [], directives: [], vary: [] }],
  ])('of %j is %j', async (headers, expected) => {
    // Safe: each of these is a table of header values.
    expect((await headed(headers as unknown as Record<string, string>))['caching']).toMatchObject(expected)
  })
})

describe('http-headers: the connection', () => {
  const over = async (tls: EgressTls) =>
    (
      await run({
        [HOME]: { headers: { date: 'Fri, 20 Nov 2026 11:59:59 GMT' }, connection: { httpVersion: '2', tls } },
      })
    ).answer

  test('is told: version, certificate, days left, times', async () => {
    expect(await over(TLS)).toMatchObject({
      http_version: '2',
      as_of: '2026-11-20T11:59:59.000Z',
      source: {
        name: 'e.test',
        url: HOME,
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
      },
      tls: { protocol: 'TLSv1.3', issuer: 'Some CA', days_left: 39, san_match: true, trusted: true, problem: null },
      timing_ms: { dns: 1.5, connect: 2.5, tls: 3.5, ttfb: 4.5 },
    })
  })

  test('with a certificate that does not verify is told as such', async () => {
    expect(
      await over({ ...TLS, trusted: false, problem: 'CERT_HAS_EXPIRED', validTo: '2026-11-19T00:00:00.000Z' }),
    ).toMatchObject({
      tls: { trusted: false, problem: 'CERT_HAS_EXPIRED', days_left: -2 },
    })
  })

  test('without TLS has none', async () => {
    expect(await headed({}, 'http://e.test/')).toMatchObject({ tls: null, http_version: '1.1', as_of: null })
  })
})

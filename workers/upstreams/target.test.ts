import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'
import { UPSTREAM_IDS } from '#shared/upstreams/registry.ts'
import { parseUpstreams } from '#shared/upstreams/settings.ts'

import { targetOf } from './target.ts'

const AGENT = { name: 'Farebox/1 (+https://farebox.example; ops@farebox.example)', hasContact: true }
const { settings: usual } = parseUpstreams({})

const question = (more: Partial<UpstreamQuestion<unknown>> = {}): UpstreamQuestion<unknown> => ({
  upstream: 'wikipedia',
  path: '/api/rest_v1/page/summary/{title}',
  fill: { lang: 'en', title: 'Ada_Lovelace' },
  ttlS: 60,
  read: (reply) => reply.json(),
  ...more,
})
const target = (more: Partial<UpstreamQuestion<unknown>> = {}, env: Record<string, string> = {}, agent = AGENT) =>
  targetOf(question(more), parseUpstreams(env).settings, agent)

describe('where a question goes', () => {
  test('the base URL, the path and the query, with every value encoded', () => {
    expect(target({ query: { a: 'b c&d', n: 1, none: undefined } }).url.href).toBe(
      'https://en.wikipedia.org/api/rest_v1/page/summary/Ada_Lovelace?a=b+c%26d&n=1',
    )
    expect(target({ fill: { lang: 'en', title: 'AC/DC?#"é' } }).url.pathname).toBe(
      '/api/rest_v1/page/summary/AC%2FDC%3F%23%22%C3%A9',
    )
  })

  test('a configured base URL may have a path, and placeholders in it', () => {
    const env = { UPSTREAM_WIKIPEDIA_URL: 'http://127.0.0.1:9/mirror/{lang}/' }
    expect(target({}, env).url.href).toBe('http://127.0.0.1:9/mirror/en/api/rest_v1/page/summary/Ada_Lovelace')
  })

  test('a family of servers is asked where another upstream says, each with a breaker of its own', () => {
    const asked = (base?: string, env: Record<string, string> = {}) =>
      target(
        { upstream: 'rdap', ...(base === undefined ? {} : { base }), path: '/domain/{name}', fill: { name: 'e.test' } },
        env,
      )
    expect(asked('https://rdap.nic.cz/v1')).toMatchObject({
      url: { href: 'https://rdap.nic.cz/v1/domain/e.test' },
      lane: 'rdap rdap.nic.cz',
    })
    expect(asked).toThrow(expect.objectContaining({ problem: 'not_configured' }))
    const mirror = asked('https://rdap.nic.cz', { UPSTREAM_RDAP_URL: 'http://127.0.0.1:9/rdap' })
    expect([mirror.url.href, mirror.lane]).toEqual(['http://127.0.0.1:9/rdap/domain/e.test', undefined])
  })

  test('no other upstream is sent anywhere by a question', () => {
    expect(target({ base: 'https://evil.test' }).url.host).toBe('en.wikipedia.org')
  })

  test.each(['..', '.', ''])('the value %j, which climbs out of its path, is refused', (title) => {
    const at = () => target({ fill: { lang: 'en', title } })
    expect(at).toThrow(expect.objectContaining({ code: 'unprocessable' }))
  })

  test('the value "%2e%2e" does not climb out of its path: it is encoded once more', () => {
    const { url } = target({ fill: { lang: 'en', title: '%2e%2e' } })
    expect(url.pathname).toBe('/api/rest_v1/page/summary/%252e%252e')
  })

  test.each(['en.evil.com/', 'en@evil', '', '-', 'x'.repeat(64), 'EN', 'e\nn'])(
    'the value %j is no part of a host',
    (lang) => {
      expect(() => target({ fill: { lang, title: 'x' } })).toThrow(expect.objectContaining({ code: 'unprocessable' }))
    },
  )

  test('whatever the values are, the origin and the number of segments stay', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('../..', '\\..\\', '//evil', '?', '\ud800', '\0'),
    )
    fc.assert(
      fc.property(anything, anything, (title, q) => {
        try {
          const { url } = targetOf(question({ fill: { lang: 'en', title }, query: { q } }), usual, AGENT)
          expect(url.origin).toBe('https://en.wikipedia.org')
          expect(url.pathname.split('/')).toHaveLength(6)
          expect(url.searchParams.get('q')).toBe(q.toWellFormed())
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }),
    )
  })

  test('a question that forgets a value is a fault, not a request', () => {
    expect(() => target({ fill: { lang: 'en' } })).toThrow(TypeError)
  })
})

describe('what is sent', () => {
  test('who asks, in every request; a browser where only browsers are answered', () => {
    expect(target().headers['user-agent']).toBe(AGENT.name)
    const yahoo = target({ upstream: 'yahoo-finance', path: '/v8', fill: {} })
    expect(yahoo.headers['user-agent']).toBe(`Mozilla/5.0 (compatible; ${AGENT.name})`)
  })

  test('a key goes on the wire and nowhere else', () => {
    const env = { UPSTREAM_GITHUB_KEY: 'hunter2', UPSTREAM_OPEN_METEO_KEY: 'hunter2' }
    const github = target({ upstream: 'github', path: '/repos', fill: {} }, env)
    expect(github.headers['authorization']).toBe('Bearer hunter2')
    expect(github.sourceUrl).toBe('https://api.github.com/repos')
    const meteo = target({ upstream: 'open-meteo', path: '/v1/forecast', fill: {}, query: { latitude: 1 } }, env)
    expect(meteo.url.search).toBe('?latitude=1&apikey=hunter2')
    expect(meteo.sourceUrl).toBe('https://api.open-meteo.com/v1/forecast?latitude=1')
    expect(meteo.cacheKey).toBe(
      target({ upstream: 'open-meteo', path: '/v1/forecast', fill: {}, query: { latitude: 1 } }).cacheKey,
    )
  })

  test('credentials in a base URL become a header and are not shown', () => {
    const { url, headers, sourceUrl } = target({}, { UPSTREAM_WIKIPEDIA_URL: 'https://u:p%40ss@mirror.example/{lang}' })
    expect(url.href).toBe('https://mirror.example/en/api/rest_v1/page/summary/Ada_Lovelace')
    expect(headers['authorization']).toBe(`Basic ${Buffer.from('u:p@ss').toString('base64')}`)
    expect(sourceUrl).toBe(url.href)
  })

  test('the address of a hidden upstream is not shown', () => {
    const env = { UPSTREAM_SEARXNG_URL: 'http://searxng.internal:8080' }
    expect(target({ upstream: 'searxng', path: '/search', fill: {} }, env)).toMatchObject({ sourceUrl: null })
  })

  test('other words, another language, another body: another cache key', () => {
    const keys = [
      target(),
      target({ fill: { lang: 'de', title: 'Ada_Lovelace' } }),
      target({ query: { a: 1 } }),
      target({ post: { a: 1 } }),
      target({ expects: 'html' }),
      target({}, { UPSTREAM_WIKIPEDIA_URL: 'https://mirror.example/{lang}' }),
    ].map(({ cacheKey }) => cacheKey)
    expect(new Set(keys).size).toBe(keys.length)
    expect(target().cacheKey).toBe(keys[0])
  })
})

test.each([
  ['switched off', 'wikipedia', { UPSTREAM_WIKIPEDIA_URL: 'off' }, AGENT],
  ['without an address', 'searxng', {}, AGENT],
  ['without the key it needs', 'finnhub', {}, AGENT],
  ['without a contact', 'nominatim', {}, { ...AGENT, hasContact: false }],
] as const)('an upstream %s is not configured', (_, upstream, env, agent) => {
  expect(() => target({ upstream, path: '/', fill: { lang: 'en' } }, env, agent)).toThrow(
    expect.objectContaining({ problem: 'not_configured' }),
  )
})

/** Every placeholder that a base URL has. */
const FILL = { lang: 'en', day: '2026-11-20', company: 'acme' }

test.each(UPSTREAM_IDS)('the upstream %s makes an address', (upstream) => {
  const { settings } = parseUpstreams({})
  // Some have an address only once an operator gives one.
  const set = { ...settings[upstream], url: settings[upstream].url ?? 'https://own.example', key: 'k' }
  const { url } = targetOf(question({ upstream, path: '/x', fill: FILL }), { ...settings, [upstream]: set }, AGENT)
  expect(url.href).toMatch(/^https:\/\/[a-z0-9.-]+\/x/)
})

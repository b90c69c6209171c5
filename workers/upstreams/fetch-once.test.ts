import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { UpstreamError } from '#shared/doors/upstreams.ts'
import { scenarios, startUpstreamFixtures, type UpstreamFixtures } from '#test/support/files/upstream-fixtures.ts'

import { Agents } from './agents.ts'
import { fetchOnce, type Validators } from './fetch-once.ts'
import { targetUnder } from '#test/support/fakes/fake-target.ts'

const agents = new Agents()
const PATH = '/kraken/q'
let fixtures: UpstreamFixtures
beforeAll(async () => {
  fixtures = await startUpstreamFixtures()
})
beforeEach(() => fixtures.reset())
afterAll(() => fixtures.close())

type More = { post?: unknown; answers?: number[]; validators?: Validators; signal?: AbortSignal }
const fetch = async ({ post, answers = [], validators, signal = AbortSignal.timeout(30_000) }: More = {}) =>
  fetchOnce(agents, targetUnder(fixtures.env('kraken'), { post }), { answers, validators: validators ?? null, signal })

describe('an answer', () => {
  test('comes with status, type, body and what it can be checked by', async () => {
    fixtures.on(PATH, scenarios.ok({ a: 1 }, { etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2026 12:00:00 GMT' }))
    expect(await fetch()).toEqual({
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: Buffer.from('{"a":1}'),
      etag: '"v1"',
      lastModified: 'Fri, 20 Nov 2026 12:00:00 GMT',
    })
    expect(fixtures.seen(PATH)[0]).toMatchObject({
      method: 'GET',
      headers: { 'user-agent': 'Farebox/1.0 (test)', accept: 'application/json', 'accept-encoding': 'gzip, br' },
    })
  })

  test('is decompressed', async () => {
    fixtures.on(PATH, scenarios.gzipped({ a: 1 }))
    expect((await fetch())?.body.toString()).toBe('{"a":1}')
  })

  test('may have a status that means there is none', async () => {
    fixtures.on(PATH, scenarios.notFound())
    expect(await fetch({ answers: [404] })).toMatchObject({ status: 404, contentType: 'application/problem+json' })
    await expect(fetch()).rejects.toMatchObject({ problem: 'refused', status: 404 })
  })

  test('to a POST goes with a JSON body', async () => {
    fixtures.on(PATH, scenarios.ok({}))
    await fetch({ post: { q: 'é' } })
    expect(fixtures.seen(PATH)[0]).toMatchObject({
      method: 'POST',
      body: '{"q":"é"}',
      headers: { 'content-type': 'application/json' },
    })
  })

  test('is nothing new when the copy still stands', async () => {
    fixtures.on(PATH, scenarios.reply(304, ''))
    expect(await fetch({ validators: { etag: '"v1"', lastModified: null } })).toBeNull()
    expect(fixtures.seen(PATH)[0]?.headers['if-none-match']).toBe('"v1"')
  })
})

describe('a redirect', () => {
  test('is followed inside the same origin', async () => {
    fixtures.on(PATH, scenarios.redirect('./r%2Fx', 301))
    fixtures.on('/kraken/r%2Fx', scenarios.ok({ moved: true }))
    expect((await fetch())?.body.toString()).toBe('{"moved":true}')
  })

  test('to anywhere else is no answer, and is not followed', async () => {
    const elsewhere = await startUpstreamFixtures()
    for (const location of [`${elsewhere.url}/kraken/q`, 'http://169.254.169.254/', 'file:///etc/passwd', '//evil']) {
      fixtures.on(PATH, scenarios.redirect(location))
      await expect(fetch()).rejects.toMatchObject({ problem: 'bad_response' })
    }
    expect(elsewhere.count('*')).toBe(0)
    await elsewhere.close()
  })

  test('of an upstream whose answers are redirects is the answer, and is not followed', async () => {
    fixtures.on('/rdap-org/q', scenarios.redirect('https://rdap.nic.test/domain/e.test'))
    const target = targetUnder(fixtures.env('rdap-org'), { upstream: 'rdap-org' })
    const reply = await fetchOnce(agents, target, {
      answers: [404],
      validators: null,
      signal: AbortSignal.timeout(30_000),
    })
    expect(reply).toMatchObject({ status: 200, contentType: 'application/json' })
    expect(JSON.parse(reply?.body.toString() ?? '')).toEqual({ location: 'https://rdap.nic.test/domain/e.test' })
  })

  test('in a circle ends', async () => {
    fixtures.on(PATH, scenarios.redirect('q'))
    await expect(fetch()).rejects.toMatchObject({ problem: 'bad_response' })
    expect(fixtures.count(PATH)).toBe(4)
  })
})

describe('what is no answer', () => {
  test.each([
    ['429 with a time', scenarios.rateLimited(2), { problem: 'rate_limited', retryAfterMs: 2_000 }],
    ['429 without', scenarios.rateLimited(), { problem: 'rate_limited', retryAfterMs: undefined }],
    ['500', scenarios.error500(), { problem: 'server_error', status: 500 }],
    ['503 with a time', scenarios.unavailable(1), { problem: 'server_error', status: 503, retryAfterMs: 1_000 }],
    ['403', scenarios.reply(403, {}), { problem: 'refused', status: 403 }],
    ['30 MB', scenarios.huge(), { problem: 'too_large' }],
    ['a bomb', scenarios.bomb(), { problem: 'too_large' }],
    ['a length that is never reached', scenarios.lengthTooLong(), { problem: 'unreachable' }],
    ['a connection that breaks', scenarios.reset(), { problem: 'unreachable' }],
    [
      'an unknown encoding',
      scenarios.reply(200, 'x', 'text/plain', { 'content-encoding': 'rot13' }),
      { problem: 'bad_response' },
    ],
    [
      'damaged gzip',
      scenarios.reply(200, 'x', 'text/plain', { 'content-encoding': 'gzip' }),
      { problem: 'bad_response' },
    ],
  ])('%s', async (_, scenario, problem) => {
    fixtures.on(PATH, scenario)
    await expect(fetch()).rejects.toMatchObject({ name: 'UpstreamError', ...problem })
    // Whatever was left of it does not disturb the next request.
    fixtures.on(PATH, scenarios.ok({ next: 1 }))
    expect((await fetch())?.body.toString()).toBe('{"next":1}')
  })

  test('a body that is longer than it says is cut where it said', async () => {
    fixtures.on(PATH, scenarios.lengthTooShort())
    expect((await fetch())?.body.toString()).toBe('{"whole":')
  })

  test('whatever bytes come, it is an answer or a problem', async () => {
    const head = fc.constantFrom('', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    const tail = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.string({ maxLength: 60 }).map((text) => Buffer.from(text)),
    )
    await fc.assert(
      fc.asyncProperty(head, tail, async (head, tail) => {
        fixtures.on(PATH, scenarios.raw(Buffer.concat([Buffer.from(head), tail])))
        const reply = await fetch().catch((error: unknown) => error)
        expect(reply instanceof UpstreamError || Object(reply).status === 200, String(reply)).toBe(true)
      }),
    )
  })

  test.each([
    ['no answer at all', scenarios.slow()],
    ['headers and nothing more', scenarios.stuck()],
    ['a body that never ends', scenarios.endless()],
  ])('%s, in time', async (_, scenario) => {
    fixtures.on(PATH, scenario)
    await expect(fetch({ signal: AbortSignal.timeout(150) })).rejects.toMatchObject({ problem: 'timeout' })
  })

  test('a request whose caller left rejects with the reason of the caller', async () => {
    fixtures.on(PATH, scenarios.slow())
    const left = new Error('the caller left')
    const stop = new AbortController()
    const asked = fetch({ signal: stop.signal })
    await expect.poll(() => fixtures.count(PATH)).toBe(1)
    stop.abort(left)
    await expect(asked).rejects.toBe(left)
  })

  test('a name that leads nowhere', async () => {
    const target = targetUnder({ UPSTREAM_KRAKEN_URL: 'http://kraken.invalid' })
    const asked = fetchOnce(agents, target, { answers: [], validators: null, signal: AbortSignal.timeout(3_000) })
    // Without any name server it takes until the deadline.
    await expect(asked).rejects.toMatchObject({ problem: expect.stringMatching(/^(?:unreachable|timeout)$/) })
  })

  test('a server that is not there', async () => {
    const gone = await startUpstreamFixtures()
    const target = targetUnder(gone.env('kraken'))
    await gone.close()
    const asked = fetchOnce(agents, target, { answers: [], validators: null, signal: AbortSignal.timeout(30_000) })
    await expect(asked).rejects.toMatchObject({
      problem: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })
})

import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { fakeEgress, type Told } from '#test/support/fakes/fake-egress.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { redirectResolve } from './outcome.ts'

type Answer = {
  hops: { type: string; location: string }[]
  flags: { code: string; hop: number; detail: string }[]
} & Record<string, unknown>

const A = 'https://a.test/'
const to = (location: string, status = 302): Told => ({ status, headers: { location } })
const DOWN = new Refusal('upstream_unavailable', 'no answer')

async function run(pages: Record<string, Told>, input: Record<string, unknown> = {}) {
  // Safe: the outcome's own schema made it.
  return (await redirectResolve.run({ url: A, ...input }, fakeContext({ egress: fakeEgress(pages) }))) as Answer
}
const codes = ({ flags }: Answer) => flags.map(({ code, hop }) => `${code}@${hop}`)

describe('redirect-resolve: a chain', () => {
  test('of a to b to c ends at c after two hops', async () => {
    const answer = await run({
      [A]: to('https://b.test/x', 301),
      'https://b.test/x': to('/c', 308),
      'https://b.test/c': 'end',
    })
    expect(answer).toMatchObject({
      final_url: 'https://b.test/c',
      final_status: 200,
      hop_count: 2,
      completed: true,
      stop_reason: 'final',
      hops: [
        { n: 1, url: A, status: 301, type: 'http', location: 'https://b.test/x', latency_ms: 9 },
        { n: 2, url: 'https://b.test/x', status: 308, type: 'http', location: 'https://b.test/c' },
      ],
      registrable_domains: ['a.test', 'b.test'],
      source: { name: 'b.test', url: 'https://b.test/c', cached: false },
    })
  })

  test('without a redirect ends where it began', async () => {
    expect(await run({ [A]: { status: 404 } })).toMatchObject({
      final_url: A,
      final_status: 404,
      hops: [],
      hop_count: 0,
      completed: true,
      flags: [],
      clean_url: A,
    })
  })

  test('back to itself is a loop', async () => {
    expect(await run({ [A]: to(A) })).toMatchObject({
      completed: false,
      stop_reason: 'loop',
      hop_count: 0,
      final_status: 302,
    })
    expect(await run({ [A]: to('/#again') })).toMatchObject({ stop_reason: 'loop' })
    expect(await run({ [A]: to('/b'), 'https://a.test/b': to('/c'), 'https://a.test/c': to('/b') })).toMatchObject({
      stop_reason: 'loop',
      hop_count: 2,
      final_url: 'https://a.test/c',
    })
  })

  test('longer than asked for stops at the limit', async () => {
    const pages = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`https://a.test/${n}`, to(`/${n + 1}`)]))
    expect(await run(pages, { url: 'https://a.test/0', max_hops: 15 })).toMatchObject({
      stop_reason: 'max_hops',
      completed: false,
      hop_count: 15,
      final_url: 'https://a.test/15',
    })
    expect(await run({ [A]: to('/b'), 'https://a.test/b': 'end' }, { max_hops: 1 })).toMatchObject({
      stop_reason: 'final',
      hop_count: 1,
    })
  })

  test('to a place that is not allowed is a result, and ends before it', async () => {
    expect(await run({ [A]: to('http://127.0.0.1/') })).toMatchObject({
      stop_reason: 'blocked_target',
      completed: false,
      final_url: A,
      final_status: 302,
      hop_count: 0,
      hops: [{ location: 'http://127.0.0.1/' }],
      registrable_domains: ['a.test'],
    })
  })

  test('to a dead link is a result that names it', async () => {
    expect(await run({ [A]: to('https://dead.test/'), 'https://dead.test/': DOWN })).toMatchObject({
      stop_reason: 'error',
      completed: false,
      final_url: 'https://dead.test/',
      final_status: null,
      hop_count: 1,
      as_of: null,
    })
  })

  test('that cannot begin is refused and costs nothing', async () => {
    await expect(run({ [A]: DOWN })).rejects.toMatchObject({ code: 'upstream_unavailable' })
    await expect(run({}, { url: 'http://127.0.0.1/' })).rejects.toMatchObject({ code: 'url_not_allowed' })
  })
})

test('redirect-resolve: more than fifteen hops cannot be asked for', () => {
  expect(redirectResolve.input.safeParse({ url: A, max_hops: 16 }).success).toBe(false)
  expect(redirectResolve.input.safeParse({ url: A, max_hops: 0 }).success).toBe(false)
  expect(redirectResolve.input.parse({ url: A })).toEqual({ url: A, max_hops: 10 })
})

describe('redirect-resolve: a page that sends on', () => {
  const page = (body: string, headers: Record<string, string> = {}) => ({
    [A]: { body, headers },
    'https://b.test/': 'end',
    'https://b.test/?a=1&b=2': 'end',
  })
  const typeOf = async (body: string, headers?: Record<string, string>) => {
    const { hops, final_url: final } = await run(page(body, headers))
    return [hops[0]?.type ?? null, final]
  }

  test.each([
    '<meta http-equiv="refresh" content="0; url=https://b.test/">',
    '<META content=\'5;URL="https://b.test/"\' HTTP-EQUIV=Refresh>',
    '<meta http-equiv=refresh content=0;https://b.test/>',
    '<meta http-equiv="refresh" content="0.5, https://b.test/">',
    '<meta http-equiv="refresh" content="  3 ;  url = \'https://b.test/\' ">',
  ])('by %s is followed', async (body) => {
    expect(await typeOf(body)).toEqual(['meta_refresh', 'https://b.test/'])
  })

  test('by a Refresh header is followed', async () => {
    expect(await typeOf('x', { refresh: '0; url=https://b.test/' })).toEqual(['meta_refresh', 'https://b.test/'])
  })

  test('with entities in its URL is read', async () => {
    expect(await typeOf('<meta http-equiv=refresh content="0; url=https://b.test/?a=1&amp;b=2">')).toEqual([
      'meta_refresh',
      'https://b.test/?a=1&b=2',
    ])
  })

  test.each([
    '<meta http-equiv="refresh" content="6; url=https://b.test/">',
    '<meta http-equiv="refresh" content="30">',
    '<!-- <meta http-equiv="refresh" content="0; url=https://b.test/"> -->',
    '<noscript><meta http-equiv="refresh" content="0; url=https://b.test/"></noscript>',
    '<meta http-equiv="refresh" content="0; url=javascript:alert(1)">',
    '<meta name="refresh" content="0; url=https://b.test/">',
    '<!-- never closed <meta http-equiv="refresh" content="0; url=https://b.test/">',
  ])('by %s is not followed', async (body) => {
    expect(await typeOf(body)).toEqual([null, A])
  })

  test.each(['text/plain', 'application/json', 'image/png'])('as %s is no page', async (type) => {
    expect(
      await typeOf('<meta http-equiv="refresh" content="0; url=https://b.test/">', { 'content-type': type }),
    ).toEqual([null, A])
  })

  test('and is an error page is left alone', async () => {
    const body = '<meta http-equiv="refresh" content="0; url=https://b.test/">'
    expect(await run({ [A]: { status: 500, body } })).toMatchObject({ hops: [], final_status: 500 })
  })

  test.each([
    '<script>location.href = "https://b.test/"</script>',
    "<script>window.location='https://b.test/'</script>",
    "<script>top.location.replace('https://b.test/')</script>",
    '<script>document.location.assign( "https://b.test/" )</script>',
  ])('by %s is hinted at, not followed', async (body) => {
    expect(await run(page(body))).toMatchObject({
      hops: [{ type: 'js_hint', location: 'https://b.test/' }],
      hop_count: 0,
      completed: true,
      stop_reason: 'final',
      final_url: A,
    })
  })

  test('by a script is no hint where there is much to read', async () => {
    const body = `<script>location.href = "https://b.test/"</script>${'<p>Words to read.</p>'.repeat(100)}`
    expect((await run(page(body))).hops).toEqual([])
  })

  test.each([
    '<meta '.repeat(20_000),
    '<script>'.repeat(20_000),
    '<!--'.repeat(30_000),
    'location.href='.repeat(9_000),
    '<noscript'.repeat(15_000),
    `<meta http-equiv=${' '.repeat(60_000)}`,
    `<meta http-equiv=refresh content="${' '.repeat(60_000)}x">`,
    '<'.repeat(200_000),
    `<meta http-equiv=refresh content="0${' ;'.repeat(30_000)}">`,
  ])('or %.10s a thousand times is read in time', async (body) => {
    expect(await run(page(body))).toHaveProperty('stop_reason')
  })
})

describe('redirect-resolve: flags', () => {
  test('tell of a fall from https', async () => {
    const answer = await run({ [A]: to('http://a.test/'), 'http://a.test/': 'end' })
    expect(answer.flags).toEqual([{ code: 'https_downgrade', hop: 1, detail: 'https to http at a.test' }])
  })

  test('tell of another domain by the public suffix list, not of another host', async () => {
    expect(
      codes(
        await run(
          { 'https://www.a.co.uk/': to('https://shop.a.co.uk/'), 'https://shop.a.co.uk/': 'end' },
          { url: 'https://www.a.co.uk/' },
        ),
      ),
    ).toEqual([])
    const other = await run(
      { 'https://a.co.uk/': to('https://b.co.uk/'), 'https://b.co.uk/': 'end' },
      { url: 'https://a.co.uk/' },
    )
    expect(other.flags).toEqual([{ code: 'cross_domain', hop: 1, detail: 'a.co.uk to b.co.uk' }])
    expect(other['registrable_domains']).toEqual(['a.co.uk', 'b.co.uk'])
  })

  test('tell of users of one host as of different owners', async () => {
    expect(
      codes(
        await run(
          { 'https://x.github.io/': to('https://y.github.io/'), 'https://y.github.io/': 'end' },
          { url: 'https://x.github.io/' },
        ),
      ),
    ).toEqual(['cross_domain@1'])
  })

  test('tell of shorteners, punycode, IP addresses and parameters', async () => {
    const next = 'http://xn--e1awd7f.test/?utm_source=x&gclid=1&q=2'
    const answer = await run(
      {
        'https://bit.ly/x': to(next),
        [next]: to('http://93.184.216.34/?next=https%3A%2F%2Fevil.test%2F'),
        'http://93.184.216.34/?next=https%3A%2F%2Fevil.test%2F': 'end',
      },
      { url: 'https://bit.ly/x' },
    )
    expect(codes(answer)).toEqual([
      'shortener@1',
      'https_downgrade@1',
      'cross_domain@1',
      'punycode@2',
      'tracking_params@2',
      'cross_domain@2',
      'ip_literal@3',
      'open_redirect_param@3',
    ])
    expect(answer.flags.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining(['bit.ly', 'utm_source, gclid', 'next holds a URL of evil.test']),
    )
  })

  test('say nothing of parameters that stay at home', async () => {
    const url = 'https://a.test/?next=https://www.a.test/x&r=/y'
    expect(codes(await run({ [url]: 'end' }, { url }))).toEqual([])
  })
})

describe('redirect-resolve: the clean URL', () => {
  test.each([
    ['https://a.test/?utm_source=x&a=1&fbclid=2', 'https://a.test/?a=1'],
    ['https://a.test/?utm_medium=x', 'https://a.test/'],
    ['https://a.test/p?b=%7Ex&a=1+2#frag', 'https://a.test/p?b=%7Ex&a=1+2#frag'],
    ['https://a.test/?UTM_Source=x&%75tm_term=y&k', 'https://a.test/?k'],
    ['https://a.test/?%zz=1&gclid', 'https://a.test/?%zz=1'],
  ])('of %s is %s', async (url, clean) => {
    expect(await run({ [url]: 'end' }, { url })).toMatchObject({ final_url: url, clean_url: clean })
  })
})

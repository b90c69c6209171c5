import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'
import { redirectResolve } from '#shared/outcomes/data/redirect-resolve/outcome.ts'
import { httpHeaders } from '#shared/outcomes/data/http-headers/outcome.ts'
import { pageMarkdown } from '#shared/outcomes/search/page-markdown/outcome.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { type Lab, openLab } from '#test/support/labs/egress-lab.ts'
import { forbiddenUrls } from '#test/support/hostile/ssrf-urls.ts'

let lab: Lab
let site: string
let sendOnTo = ''
let how: 'location' | 'meta' | 'script' | 'header' = 'location'
beforeAll(async () => {
  lab = await openLab()
  site = await lab.site((_request, response) => {
    if (how === 'location') response.writeHead(302, { location: Buffer.from(sendOnTo, 'utf8').toString('latin1') })
    else
      response.writeHead(200, {
        'content-type': 'text/html',
        ...(how === 'header' ? { refresh: Buffer.from(`0; url=${sendOnTo}`, 'utf8').toString('latin1') } : {}),
      })
    if (how === 'meta') response.end(`<meta http-equiv="refresh" content="0; url='${sendOnTo}'">`)
    else response.end(how === 'script' ? `<script>location.href = ${JSON.stringify(sendOnTo)}</script>` : '')
  })
})
afterAll(() => lab.close())

const list = () => forbiddenUrls(lab.canaryPort).map(({ url }) => url)
/** What a header or an attribute can carry as it is. */
const carried = () => list().filter((url) => /^[^\p{Cc}'<>]+$/u.test(url) && url.trim() === url)
const wireOf = (error: unknown) => (error instanceof Refusal ? error.toWire() : error)
/** A Location that is no URL of its own is a path on the site, which answers with the same again. */
const stayed = (error: unknown) => error instanceof Refusal && error.message.includes('redirects more than')

test('the canary of the forbidden URLs hears who comes', async () => {
  const other = await openLab()
  other.open('canary.test', lab.canaryPort)
  expect((await other.egress.fetch(`http://canary.test:${lab.canaryPort}/`)).body.toString()).toBe('secret')
  expect(lab.canary.hits).toBe(1)
  lab.canary.hits = 0
  await other.close()
})

describe('no forbidden URL is reached', () => {
  test('direct, each with the same refusal', async () => {
    for (const url of list()) {
      const told = await lab.egress.fetch(url).catch(wireOf)
      expect([url, told]).toEqual([url, urlNotAllowed().toWire()])
    }
    expect(lab.canary.hits).toBe(0)
  })

  test('by redirect, each with the same refusal', async () => {
    how = 'location'
    const told: [string, unknown][] = []
    for (const url of carried()) {
      sendOnTo = url
      const error = await lab.egress.fetch(site, { maxRedirects: 3 }).catch((thrown: unknown) => thrown)
      if (!stayed(error)) told.push([url, wireOf(error)])
    }
    expect(told.length).toBeGreaterThan(180)
    expect(told).toEqual(told.map(([url]) => [url, urlNotAllowed().toWire()]))
    expect(lab.canary.hits).toBe(0)
  })

  test('by a relative redirect', async () => {
    how = 'location'
    for (const url of [
      '//10.0.0.1',
      `//127.0.0.1:${lab.canaryPort}/`,
      `///127.0.0.1:${lab.canaryPort}/`,
      String.raw`\\127.0.0.1:8080\x`,
      String.raw`/\127.0.0.1:8080/`,
      `//[::1]:${lab.canaryPort}/`,
      `//user@${new URL(site).host}/`,
      `http://user:secret@${new URL(site).host}/`,
      'file:///etc/passwd',
      `//LOCALHOST:${lab.canaryPort}`,
    ]) {
      sendOnTo = url
      expect([url, await lab.egress.fetch(site).catch(wireOf)]).toEqual([url, urlNotAllowed().toWire()])
    }
    expect(lab.canary.hits).toBe(0)
  })

  test.each(['page-markdown', 'http-headers', 'redirect-resolve'])('through %s, direct', async (slug) => {
    const outcome = [pageMarkdown, httpHeaders, redirectResolve].find((one) => one.slug === slug)
    for (const url of list().filter((text) => text !== '')) {
      const told = await outcome?.run({ url }, fakeContext({ egress: lab.egress })).catch(wireOf)
      expect([url, told]).toEqual([url, urlNotAllowed().toWire()])
    }
    expect(lab.canary.hits).toBe(0)
  })

  test.each(['location', 'meta', 'header', 'script'] as const)('through redirect-resolve, by %s', async (way) => {
    how = way
    let blocked = 0
    for (const url of carried()) {
      sendOnTo = url
      const answer = await redirectResolve.run({ url: site, max_hops: 2 }, fakeContext({ egress: lab.egress }))
      // Safe: the outcome's own schema.
      const { stop_reason: reason, final_url: final } = answer as { stop_reason: string; final_url: string }
      expect([url, new URL(final).hostname]).toEqual([url, 'site.test'])
      if (reason === 'blocked_target') blocked++
    }
    expect(lab.canary.hits).toBe(0)
    // A script is shown, never followed.
    expect(way === 'script' ? blocked === 0 : blocked > 180).toBe(true)
  })
})

test('every denial of a URL takes as long as every other', () => {
  expect(lab.pauses.length).toBeGreaterThan(500)
  expect(lab.pauses.filter((ms) => ms <= 0 || ms > 300)).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { POOLS } from '#shared/calls/pools.ts'
import { openWorld, type World } from '#test/support/world/world.ts'
import { openBrowsing } from '#test/support/world/browsing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: ['outcome'], idle: POOLS })
  await world.ready()
})
afterAll(async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
})

const PAGES = [
  '/',
  '/?q=hash+a+text',
  '/?pack=builder-pack&max=1',
  '/o/hash-text',
  '/o/bundles/security-kit',
  '/docs',
  '/docs?q=idempotency',
  '/docs/payments',
  '/docs/errors',
  '/docs/api',
  '/status',
]

describe.each(PAGES)('the page at %s', (path) => {
  test('holds and loads nothing inline and nothing from elsewhere', async () => {
    const { status, headers, text } = await openBrowsing(world).get(path)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|<[^>]+\sstyle=|<[^>]+\son\w+=/i)
    for (const [, source = ''] of text.matchAll(/<(?:script|img|link)[^>]*\s(?:src|href)="([^"]+)"/g))
      expect(source.replace(world.config.publicBaseUrl, '')).toMatch(/^\/(?!\/)/)
  })

  test('has one h1, a title, a language, and a twin in Markdown', async () => {
    const browsing = openBrowsing(world)
    const { text } = await browsing.get(path)
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(text).toMatch(/<html lang="en">[^]*<title>[^<]+<\/title>/)
    const [name = '', query = ''] = path.split('?')
    const twin = await browsing.get(`${name === '/' ? '/index' : name}.md${query === '' ? '' : `?${query}`}`)
    expect([twin.status, twin.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(twin.text).toMatch(/^# /m)
    expect(twin.text).not.toMatch(/<(?:div|script|form)/)
  })
})

test('a page with its stylesheet and scripts is under 60 KB, and its files may be kept for a year', async () => {
  const sizeOf = async (path: string) => {
    const response = await fetch(world.baseUrl + path, { headers: { accept: 'text/html', 'accept-encoding': 'gzip' } })
    const bytes = Number(response.headers.get('content-length'))
    return { bytes, text: await response.text(), cache: response.headers.get('cache-control') }
  }
  for (const path of PAGES.filter((one) => one !== '/docs/api')) {
    const page = await sizeOf(path)
    let bytes = page.bytes
    for (const [, asset = ''] of page.text.matchAll(/"(\/assets\/[\w.-]+\.(?:css|js))"/g)) {
      const file = await sizeOf(asset)
      expect(file.cache).toBe('public, max-age=31536000, immutable')
      bytes += file.bytes
    }
    expect(bytes, path).toBeGreaterThan(10_000)
    expect(bytes, path).toBeLessThan(60_000)
  }
  const [, css = ''] = /"(\/assets\/site-[^"]+\.css)"/.exec((await sizeOf('/')).text) ?? []
  expect((await sizeOf(css)).text.length).toBeLessThan(15_000)
})

describe('running an outcome by its form, without a script', () => {
  test('claims a trial, shows the answer with what it cost, and the browser keeps the key', async () => {
    const browsing = openBrowsing(world)
    const form = { ...(await browsing.form('/o/hash-text')), 'in.text': 'hello', pay: 'trial' }
    const answer = await browsing.post('/o/hash-text', form)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824')
    expect(answer.text).toMatch(/charged <b class="price">\$0\.01<\/b>/)
    expect(browsing.cookies.get('fb_key')).toMatch(/^fb_test_tk_/)
    expect(answer.text).not.toContain(browsing.cookies.get('fb_key'))

    const again = await browsing.post('/o/hash-text', { ...form, pay: 'kept' })
    expect(again.text).toContain('2cf24dba')
    const charged = `select count(*)::int as n from call where slug = 'hash-text' and state = 'captured'`
    expect(await world.sql(charged)).toEqual([{ n: 1 }])
  })

  test('is paid by a key that is typed, and a refusal says what to do and costs nothing', async () => {
    const browsing = openBrowsing(world)
    const { key } = await world.key(1)
    const form = { ...(await browsing.form('/o/hash-text')), 'in.text': 'paid', pay: 'key' }
    expect((await browsing.post('/o/hash-text', { ...form, key: 'fb_test_sk_nothing' })).text).toContain(
      'Nothing was charged',
    )
    expect((await browsing.post('/o/hash-text', { ...form, key })).text).toContain('charged <b class="price">$0.01</b>')
    const empty = await browsing.post('/o/hash-text', {
      ...(await browsing.form('/o/hash-text')),
      'in.text': 'more',
      key,
      pay: 'key',
    })
    expect(empty.text).toMatch(/insufficient_balance/)
  })

  test('gives a script the answer alone', async () => {
    const browsing = openBrowsing(world)
    const { key } = await world.key(1)
    const form = { ...(await browsing.form('/o/hash-text')), 'in.text': '<script>alert(1)</script>', pay: 'key', key }
    const { text } = await browsing.post('/o/hash-text', form, { 'hx-request': 'true' })
    expect(text).toMatch(/^<section id="answer"/)
  })

  test.each([
    ['no token', { _token: '' }, {}],
    ["another browser's token", { _token: 'A'.repeat(43) }, {}],
    ['another site', {}, { origin: 'https://evil.example' }],
    ['a frame of another site', {}, { 'sec-fetch-site': 'cross-site' }],
  ])('is refused with %s, and nothing is called', async (_, change, headers) => {
    const browsing = openBrowsing(world)
    const form = { ...(await browsing.form('/o/hash-text')), 'in.text': 'forged', pay: 'trial', ...change }
    const answer = await browsing.post('/o/hash-text', form, headers)
    expect([answer.status, browsing.cookies.has('fb_key')]).toEqual([403, false])
  })

  test('shows what was sent again, escaped, beside what is wrong with it', async () => {
    const browsing = openBrowsing(world)
    const form = {
      ...(await browsing.form('/o/json-repair')),
      'in.text': '"></textarea><script>alert(1)</script>',
      'in.schema': 'no json',
      pay: 'trial',
    }
    const { text } = await browsing.post('/o/json-repair', form)
    expect(text).toContain('this is no JSON')
    expect(text).toContain('&#60;script&#62;alert(1)')
    expect(text).not.toContain('<script>alert')
  })
})

test('a page that is kept for strangers has each visitor’s own token, and nobody with a key or an account gets it', async () => {
  const [first, second] = [openBrowsing(world), openBrowsing(world)]
  const forms = [await first.form('/o/hash-text'), await second.form('/o/hash-text')]
  const [one = '', other = ''] = forms.map(({ _token: token = '' }) => token)
  expect(one).not.toBe(other)
  expect(first.cookies.get('fb_visit')).not.toBe(second.cookies.get('fb_visit'))
  const run = (browsing: typeof first, token: string) =>
    browsing.post('/o/hash-text', { 'in.text': 'own', pay: 'kept', _token: token })
  expect((await run(second, one)).status).toBe(403)
  expect((await run(second, other)).status).not.toBe(403)
  const { key } = await world.key(5)
  second.cookies.set('fb_key', key)
  expect((await second.get('/o/hash-text')).text).toContain(key.slice(-4))
  expect((await first.get('/o/hash-text')).text).not.toContain(key.slice(-4))
})

test('an error is a page for a browser and JSON for a program', async () => {
  const browsing = openBrowsing(world)
  const page = await browsing.get('/o/hash-txt')
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.text).toContain('did you mean')
  const nowhere = await browsing.get('/nowhere/<script>')
  expect([nowhere.status, nowhere.text.includes('<script>')]).toEqual([404, false])
  const json = await fetch(`${world.baseUrl}/o/hash-txt`)
  // Safe: JSON of an error.
  const body = (await json.json()) as { doc_url: string }
  expect([json.status, body]).toEqual([404, expect.objectContaining({ code: 'not_found', charged_cents: 0 })])
  const explained = await browsing.get(body.doc_url)
  expect(explained.text).toContain(`id="${body.doc_url.split('#')[1]}"`)
})

describe('an operator', () => {
  const admin = { authorization: 'Bearer test-admin-token-0123' }
  const search = async (id: string) => {
    const response = await fetch(`${world.baseUrl}/ops/search?id=${encodeURIComponent(id)}`, { headers: admin })
    return { status: response.status, text: await response.text() }
  }

  test('finds what happened to a request with one search, and from there the key that paid', async () => {
    const { key } = await world.key(5)
    const secret = 'what only its caller may read'
    const call = await world.request('POST', '/api/v1/outcomes/hash-text', {
      headers: { 'x-service-key': key },
      body: { text: secret },
    })
    const found = await search(call.headers.get('x-request-id') ?? '')
    for (const said of ['hash-text', 'captured', 'hold', String(call.body['call_id'])])
      expect(found.text).toContain(said)
    expect(found.text).not.toContain(secret)
    expect(found.text).not.toContain(key)
    const [, keyId = ''] = /<dt>key id<\/dt>\s*<dd>\s*<a href="\/ops\/search\?id=([^"]+)"/.exec(found.text) ?? []
    expect((await search(keyId)).text).toContain('Last calls')
  })

  test.each(['req_000000000000000000000000', 'call_x', '<script>alert(1)</script>', "' or 1=1 --", 'usr_0', '%00'])(
    'is told that nothing is known under %s',
    async (id) => {
      const { status, text } = await search(id)
      expect([200, 404]).toContain(status)
      expect(text).not.toContain('<script>alert')
    },
  )

  test('pauses an outcome, whose calls are refused before any money moves, and lets it go on', async () => {
    const { key } = await world.key(500)
    const call = () =>
      world.request('POST', '/api/v1/outcomes/hash-text', { headers: { 'x-service-key': key }, body: { text: 'a' } })
    const act = (form: Record<string, string>) =>
      fetch(`${world.baseUrl}/ops/act`, {
        method: 'POST',
        headers: { ...admin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, once: randomUUID() }).toString(),
      })
    expect((await act({ do: 'outcome pause', slug: 'hash-text', minutes: '5' })).status).toBe(200)
    await expect.poll(async () => (await call()).status).toBe(503)
    expect((await act({ do: 'outcome resume', slug: 'hash-text' })).status).toBe(200)
    await expect.poll(async () => (await call()).status).toBe(200)
    expect((await act({ do: 'pool drain', pool: 'outcome', minutes: '5' })).status).toBe(200)
    await expect.poll(async () => (await call()).status).toBe(503)
    expect((await act({ do: 'pool resume', pool: 'outcome' })).status).toBe(200)
    await expect.poll(async () => (await call()).status).toBe(200)
    expect((await fetch(`${world.baseUrl}/ops/search?id=x`)).status).toBe(404)
  })
})

test('the sitemap names every page that everybody may read', async () => {
  const { text } = await openBrowsing(world).get('/sitemap.xml')
  const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  expect(paths).toEqual(
    expect.arrayContaining(['/', '/docs/errors', '/status', '/o/hash-text', '/o/bundles/security-kit']),
  )
})

test('an answer is compressed for those who take that, and whole for others', async () => {
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
  const { body } = await import('undici').then(({ request }) => request(`${world.baseUrl}/status`, { headers }))
  expect(gunzipSync(Buffer.from(await body.arrayBuffer())).toString()).toContain('</html>')
})

import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { chromiumsOf, killNow, openSite, pixelsOf } from '#test/support/labs/browser-lab.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

const GREEN = '<!doctype html><title>Green</title><body style="margin:0;background:#00ff00">'

let site: Awaited<ReturnType<typeof openSite>>
beforeAll(async () => {
  site = await openSite({
    '/': GREEN,
    '/element': `${GREEN}<div id="a" style="width:100px;height:100px;background:#123456"></div>`,
    '/slow': `${GREEN}<img src="/never">`,
    '/never': () => undefined,
    '/away': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  })
})
afterAll(() => site.close())

describe('a paid screenshot', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({
      backend: 'postgres',
      pools: ['screenshot', 'settlement-watch'],
      env: { EGRESS_ALLOW: site.allow },
    })
    await world.ready()
  })
  afterAll(() => world.close())

  const posted = async (keyId: string) =>
    world.sql(
      'select posted::int, held::int from account a join service_key k on k.account_id = a.id where k.key_id = $1',
      [keyId],
    )

  test('is a picture of the page, for two cents', async () => {
    const { key, keyId } = await world.key(10)
    const { status, body } = await world.call(
      'screenshot',
      { url: site.url('/'), width: 400, height: 300 },
      { 'x-service-key': key },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ok: true,
      charge: { cents: 2 },
      result: { status: 200, title: 'Green', width: 400, height: 300 },
    })
    // Safe: the shape was checked above.
    const { image_base64, sha256, bytes } = body['result'] as { image_base64: string; sha256: string; bytes: number }
    const png = Buffer.from(image_base64, 'base64')
    expect(png.length).toBe(bytes)
    expect(createHash('sha256').update(png).digest('hex')).toBe(sha256)
    expect((await pixelsOf(png)).at(200, 150)).toBe('#00ff00')
    expect(await posted(keyId)).toEqual([{ posted: 80_000, held: 0 }])
  })

  test('of an element is that element', async () => {
    const { key } = await world.key(10)
    const { body } = await world.call(
      'screenshot',
      { url: site.url('/element'), selector: '#a' },
      { 'x-service-key': key },
    )
    expect(body).toMatchObject({ result: { width: 100, height: 100, truncated: false } })
  })

  test.each([
    ['a metadata address', { url: 'http://169.254.169.254/latest/meta-data' }, 'url_not_allowed'],
    ['this machine', { url: 'http://localhost:8080/' }, 'url_not_allowed'],
    ['a redirect to this machine', { url: '/away' }, 'url_not_allowed'],
    ['a file', { url: 'file:///etc/passwd' }, 'url_not_allowed'],
    ['a missing element', { url: '/element', selector: '#b' }, 'selector_not_found'],
    ['a window too small', { url: '/', width: 100 }, 'validation_error'],
  ])('of %s costs nothing: 422', async (_, { url, ...more }, code) => {
    const { key, keyId } = await world.key(10)
    const input = { url: url.startsWith('/') ? site.url(url) : url, ...more }
    const answer = await world.call('screenshot', input, { 'x-service-key': key })
    expect(answer).toMatchObject({ status: 422, body: { ok: false, code, charged_cents: 0 } })
    expect(await posted(keyId)).toEqual([{ posted: 100_000, held: 0 }])
  })

  test('whose browser is killed each time costs nothing, and the next one works', async () => {
    const { key, keyId } = await world.key(10)
    const answer = world.call('screenshot', { url: site.url('/slow') }, { 'x-service-key': key })
    const killing = setInterval(() => {
      for (const pid of chromiumsOf(process.pid)) killNow(pid)
    }, 150)
    expect(await answer).toMatchObject({
      status: 503,
      body: { code: 'unavailable', charged_cents: 0, retryable: true },
    })
    clearInterval(killing)
    const next = await world.call('screenshot', { url: site.url('/') }, { 'x-service-key': key })
    expect(next.status).toBe(200)
    expect(await posted(keyId)).toEqual([{ posted: 80_000, held: 0 }])
  })
})

import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { pidsOf } from '#workers/browser/chromium/process-group.ts'

import { chromiumsOf, killNow, openSite, pixelsOf } from '#test/support/labs/browser-lab.ts'
import { openCluster } from '#test/support/world/cluster.ts'
import { eventually, openWorld, type World } from '#test/support/world/world.ts'

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

/** Resolves when one more page that never finishes is being pictured. */
const slowPageOpened = async (before: number) =>
  eventually(() => site.hits.filter((path) => path === '/never').length > before)
const slowPages = () => site.hits.filter((path) => path === '/never').length

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

describe('a screenshot worker', () => {
  let cluster: Awaited<ReturnType<typeof openCluster>>
  const settings = () => ({ EGRESS_ALLOW: site.allow, SHUTDOWN_GRACE_MS: '15000' })
  beforeAll(async () => {
    cluster = await openCluster('postgres')
    await cluster.worker(['settlement-watch'])
  })
  afterAll(() => cluster.close())

  const browserOf = async (worker: { child: { pid?: number | undefined } }) => {
    let found: number[] = []
    await eventually(() => (found = chromiumsOf(worker.child.pid ?? 0)).length === 1)
    return found[0] ?? 0
  }

  test('that is killed takes its browser with it; the call goes on elsewhere and is charged once', async () => {
    const ingress = await cluster.ingress()
    const doomed = await cluster.worker(['screenshot'], settings())
    await cluster.ready(ingress, 'screenshot')
    const { key, keyId } = await cluster.key(10)
    const seen = slowPages()
    const answer = cluster.call(
      ingress,
      'screenshot',
      { url: site.url('/slow'), wait_until: 'domcontentloaded', delay_ms: 3_000 },
      { 'x-service-key': key },
    )
    await slowPageOpened(seen)
    const browser = await browserOf(doomed)
    await cluster.kill(doomed)
    await eventually(() => pidsOf(browser).length === 0)
    await cluster.worker(['screenshot'], settings())
    expect(await answer).toMatchObject({ status: 200, body: { result: { title: 'Green' }, charge: { cents: 2 } } })
    const { rows } = await cluster.db.pg.query(
      'select posted::int, held::int from account a join service_key k on k.account_id = a.id where k.key_id = $1',
      [keyId],
    )
    expect(rows).toEqual([{ posted: 80_000, held: 0 }])
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('that is asked to stop finishes the picture and then ends its browser', async () => {
    const ingress = await cluster.ingress()
    const worker = cluster.members.at(-2)
    if (worker === undefined) throw new Error('no worker')
    await cluster.ready(ingress, 'screenshot')
    const { key } = await cluster.key(10)
    const seen = slowPages()
    const answer = cluster.call(
      ingress,
      'screenshot',
      { url: site.url('/slow'), wait_until: 'domcontentloaded', delay_ms: 2_000 },
      { 'x-service-key': key },
    )
    await slowPageOpened(seen)
    const browser = await browserOf(worker)
    worker.signal('SIGTERM')
    expect(await answer).toMatchObject({ status: 200 })
    await worker.gone
    // Killed with the worker, but a busy kernel takes a moment to end it.
    await eventually(() => pidsOf(browser).length === 0)
  })
})

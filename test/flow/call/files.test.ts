import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fileLinks } from '#shared/calls/file-links.ts'
import { uuidOfCallId } from '#shared/lib/call-id.ts'

import { openWorld, type World } from '#test/support/world/world.ts'

const PICTURE = Buffer.from('iVBORw0KGgo=', 'base64')

let world: World
let key: string
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres' })
  await world.ready()
  key = (await world.key(500)).key
})
afterAll(() => world.close())

/** Sends a request and answers with the bytes of what came. */
async function fetched(path: string, headers: Record<string, string> = {}, body?: object) {
  const response = await fetch(new URL(path, world.baseUrl), {
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
const CALL = '/api/v1/outcomes/test-picture'
const linkIn = (body: Record<string, unknown>): { url: string; expires_at: string } => Object(body['file'])
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

describe('a result with a picture', () => {
  test('is the picture itself for who asks for it by Accept, charged once', async () => {
    const { status, headers, bytes } = await fetched(CALL, { 'x-service-key': key, accept: 'image/png' }, {})
    expect([status, headers.get('content-type'), bytes.equals(PICTURE)]).toEqual([200, 'image/png', true])
    expect(headers.get('x-charge-cents')).toBe('2')
    const call = `/api/v1/calls/${headers.get('x-call-id') ?? ''}`
    const read = await fetched(call, { 'x-service-key': key, accept: 'image/*' })
    expect([read.status, read.headers.get('content-type'), read.bytes.equals(PICTURE)]).toEqual([
      200,
      'image/png',
      true,
    ])
    expect((await world.request('GET', call, { headers: { 'x-service-key': key } })).body).toMatchObject({
      result: { image_base64: 'iVBORw0KGgo=' },
      status: 'succeeded',
    })
  })

  test('is JSON for everybody else, with a link that opens it without a credential', async () => {
    const { status, body } = await world.call(
      'test-picture',
      {},
      { 'x-service-key': key, accept: 'application/json, */*' },
    )
    expect(status).toBe(200)
    const { url, expires_at } = linkIn(body)
    const lasts = Date.parse(expires_at) - Date.now()
    expect(lasts > 3_500_000 && lasts <= 3_600_000).toBe(true)
    const opened = await fetched(pathOf(url))
    expect([opened.status, opened.headers.get('content-type'), opened.bytes.equals(PICTURE)]).toEqual([
      200,
      'image/png',
      true,
    ])
    expect(opened.headers.get('cache-control')).toBe('private, max-age=300')
  })

  test('is not run for an Accept alone: without a payment it is 402, with a wrong input 422, both JSON', async () => {
    const unpaid = await fetched(CALL, { accept: 'image/png' }, {})
    expect([unpaid.status, unpaid.headers.get('content-type')]).toEqual([402, 'application/json; charset=utf-8'])
    const wrong = await fetched(CALL, { accept: 'image/png', 'x-service-key': key }, { ms: 'long' })
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([422, 'application/json; charset=utf-8'])
  })
})

describe('a link to a file', () => {
  const linked = async () => {
    const { body } = await world.call('test-picture', {}, { 'x-service-key': key })
    return { callId: String(body['call_id']), path: pathOf(linkIn(body).url) }
  }

  test('is refused when changed, and for another call', async () => {
    const { path, callId } = await linked()
    const other = await linked()
    for (const wrong of [
      path.replace('signature=', 'signature=x'),
      path.replace(/expires=\d+/, 'expires=9999999999'),
      path.replace(callId, other.callId),
      path.replace(/\?.*/, ''),
    ])
      expect(await world.request('GET', wrong)).toMatchObject({
        status: 404,
        body: { code: 'not_found', charged_cents: 0 },
      })
  })

  test('ends after its hour, and with the result', async () => {
    const { callId, path } = await linked()
    const uuid = uuidOfCallId(callId) ?? ''
    const links = fileLinks(world.config.SERVER_SECRET, world.config.publicBaseUrl)
    const { url } = links.linkTo(uuid, new Date(Date.now() - 3_601_000))
    expect(await world.request('GET', pathOf(url))).toMatchObject({ status: 410, body: { code: 'gone' } })
    await world.db.pg.query('update call set result = null, purged_at = now() where id = $1', [uuid])
    expect(await world.request('GET', path)).toMatchObject({ status: 410, body: { code: 'gone' } })
  })

  test('opens nothing of a call without a file', async () => {
    const { body } = await world.call('hash-text', { text: 'a' }, { 'x-service-key': key })
    expect(body).not.toHaveProperty('file')
    const links = fileLinks(world.config.SERVER_SECRET, world.config.publicBaseUrl)
    const { url } = links.linkTo(uuidOfCallId(String(body['call_id'])) ?? '', new Date())
    expect((await world.request('GET', pathOf(url))).status).toBe(404)
  })
})

import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { ACCOUNT_QUOTAS } from '#shared/market/quotas/quotas.rules.ts'
import { sweepListingMedia } from '#shared/market/media/drop-media.ts'
import { uuidOf } from '#shared/market/public-id.ts'

import { animation, emptyZip, photo, plainPng } from '#test/support/files/image-file.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { videoFile } from '#test/support/files/video-file.ts'
import { eventually, openWorld, type World } from '#test/support/world/world.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'market-media-'))
let world: World
let seller: Registered
let other: Registered
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: ['media-processing'], env: { DATA_DIR: dataDir } })
  await world.ready()
  seller = await registerAccount(world)
  other = await registerAccount(world)
})
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const newListing = async (status = 'live') => {
  const { body } = await seller.request('POST', '/api/listings', {
    title: 'With pictures',
    price_cents: 500,
    delivery_markdown: '# With pictures',
    status,
  })
  return `/api/listings/${String(body['listing_id'])}`
}
type Sent = { type?: string; name?: string; as?: Registered; headers?: Record<string, string> }
const sendForm = async (path: string, form: FormData, { as = seller, headers = {} }: Sent = {}) => {
  const response = await fetch(world.baseUrl + path, {
    method: 'POST',
    headers: { ...as.bearer, ...headers },
    body: form,
  })
  return { status: response.status, headers: response.headers, body: Object(await response.json()) }
}
const send = (path: string, bytes: Buffer, sent: Sent = {}) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: sent.type ?? '' }), sent.name ?? 'a-file')
  return sendForm(path, form, sent)
}
const get = (path: string, headers: Record<string, string> = {}) => fetch(world.baseUrl + path, { headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const files = () =>
  readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
const records = async () => Number((await world.sql(`select count(*) as count from media`))[0]?.['count'])

describe('a screenshot', () => {
  test.each([
    ['jpeg', () => photo('jpeg', 900, 600), 'image/jpeg'],
    ['png', async () => plainPng(300, 200), 'image/png'],
    ['gif', () => animation(3), 'image/gif'],
    ['webp', () => photo('webp'), 'image/webp'],
  ] as const)('of %s is encoded anew, shown, and cached for good', async (format, file, type) => {
    const path = await newListing()
    const { status, body } = await send(`${path}/screenshots`, await file(), { type })
    expect([status, body.state, body.type], JSON.stringify(body)).toEqual([201, 'ready', type])
    expect(body.screenshot_id).toMatch(/^shot_[0-9a-f]{32}$/)

    const full = await get(body.url)
    expect([full.status, full.headers.get('content-type')]).toEqual([200, type])
    expect(full.headers.get('x-content-type-options')).toBe('nosniff')
    expect(full.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate')
    expect(full.headers.get('content-disposition')).toMatch(
      /^inline; filename="[0-9a-f-]{36}-full\.(?:jpg|png|gif|webp)"$/,
    )
    expect(full.headers.get('content-security-policy')).toContain('sandbox')
    const bytes = await bytesOf(full)
    expect(bytes.length).toBe(Number(full.headers.get('content-length')))
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: body.width })
    expect(bytes.includes('SECRET')).toBe(false)
    const thumb = await get(body.thumb_url)
    expect([thumb.status, thumb.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const again = await get(body.url, { 'if-none-match': full.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await fetch(world.baseUrl + String(body.url), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])

    const { body: listing } = await world.request('GET', path)
    expect(listing['screenshots']).toEqual([
      expect.objectContaining({ screenshot_id: body.screenshot_id, url: body.url, thumb_url: body.thumb_url, type }),
    ])
  })

  test.each([
    ['half a picture', () => plainPng(500, 500).subarray(0, 70), 422, 'broken'],
    ['an archive behind a picture', () => Buffer.concat([plainPng(9, 9), emptyZip]), 422, 'polyglot'],
    ['a bomb of 196 million pixels', () => plainPng(14_000, 14_000), 422, 'too_many_pixels'],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 415, 'not_accepted'],
    ['a page', () => Buffer.from('<!doctype html><script>1</script>'), 415, 'not_accepted'],
    ['a film', () => videoFile('mp4'), 415, 'not_accepted'],
    ['nothing', () => Buffer.alloc(0), 422, 'empty'],
    ['5 MB and a byte', () => Buffer.concat([plainPng(9, 9), Buffer.alloc(5 * 1024 * 1024)]), 413, 'too_large'],
    ['more than the form may have', () => Buffer.alloc(6 * 1024 * 1024), 413, undefined],
  ] as const)('of %s is refused and leaves nothing', async (_, file, status, reason) => {
    const path = await newListing()
    const [rows, kept] = [await records(), files().length]
    const answer = await send(`${path}/screenshots`, Buffer.from(await file()))
    expect([answer.status, answer.body.reason], JSON.stringify(answer.body)).toEqual([status, reason])
    expect((await world.request('GET', path)).body['screenshots']).toEqual([])
    await eventually(async () => (await records()) === rows && files().length === kept)
  })

  test('is deleted with its files by its owner alone', async () => {
    const path = await newListing()
    const { body } = await send(`${path}/screenshots`, plainPng(20, 20))
    const shot = `${path}/screenshots/${body.screenshot_id}`
    expect((await other.request('DELETE', shot)).status).toBe(403)
    expect((await seller.request('DELETE', `${await newListing()}/screenshots/${body.screenshot_id}`)).status).toBe(404)
    expect((await seller.request('DELETE', shot)).body).toMatchObject({ deleted: true })
    expect((await seller.request('DELETE', shot)).status).toBe(404)
    expect((await get(body.url)).status).toBe(404)
    expect((await world.request('GET', path)).body['screenshots']).toEqual([])
    const hex = String(body.screenshot_id).slice(5)
    expect(files().filter(({ parentPath }) => parentPath.replaceAll('-', '').includes(hex))).toEqual([])
  })

  test('is one of ten at most, also when they come at once', async () => {
    const path = await newListing()
    const answers = await Promise.all(Array.from({ length: 13 }, () => send(`${path}/screenshots`, plainPng(8, 8))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      409,
      409,
      409,
    ])
    const [one] = answers.filter(({ status }) => status === 201)
    await seller.request('DELETE', `${path}/screenshots/${one?.body.screenshot_id}`)
    expect((await send(`${path}/screenshots`, plainPng(8, 8))).status).toBe(201)
    expect(Object((await world.request('GET', path)).body['screenshots'])).toHaveLength(10)
  })

  test('that is sent again under its Idempotency-Key is one picture; another file is 422', async () => {
    const path = `${await newListing()}/screenshots`
    const headers = { 'idempotency-key': 'shot-1' }
    const first = await send(path, plainPng(30, 30), { headers })
    const second = await send(path, plainPng(30, 30), { headers })
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect((await send(path, plainPng(31, 31), { headers })).status).toBe(422)
    // What was refused does not use the key up.
    const bad = { headers: { 'idempotency-key': 'shot-2' } }
    for (let nth = 0; nth < 2; nth += 1)
      expect((await send(path, plainPng(500, 500).subarray(0, 70), bad)).body.reason).toBe('broken')
  })

  test('of a stranger is refused before it is read', async () => {
    const path = await newListing()
    const rows = await records()
    expect((await send(`${path}/screenshots`, plainPng(8, 8), { as: other })).status).toBe(403)
    expect((await send(`${await newListing('draft')}/screenshots`, plainPng(8, 8), { as: other })).status).toBe(404)
    expect(await records()).toBe(rows)
  })
})

describe('a video', () => {
  test.each([
    ['mp4', 'video/mp4'],
    ['webm', 'video/webm'],
    ['mov', 'video/mp4'],
  ] as const)('of %s is packed anew and played by ranges', async (format, type) => {
    const path = await newListing()
    const { status, body } = await send(`${path}/video`, await videoFile(format, { frames: 10, step: 0.25 }))
    expect([status, body.state, body.type], JSON.stringify(body)).toEqual([201, 'ready', type])
    expect(body.duration_ms).toBeGreaterThan(2_000)
    const whole = await bytesOf(await get(body.url))
    expect(whole.length).toBe(body.bytes)
    const part = await get(body.url, { range: 'bytes=10-19' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${body.bytes}`])
    expect(await bytesOf(part)).toEqual(whole.subarray(10, 20))
    expect((await get(body.url, { range: `bytes=${body.bytes}-` })).status).toBe(416)
    const etag = part.headers.get('etag') ?? ''
    const partOf = async (ifRange: string) => (await get(body.url, { range: 'bytes=0-9', 'if-range': ifRange })).status
    expect([await partOf(etag), await partOf('"another file"'), await partOf(`W/${etag}`)]).toEqual([206, 200, 200])
    expect((await world.request('GET', path)).body['video']).toMatchObject({ url: body.url, type, bytes: body.bytes })
  })

  test('replaces the one before; a refused one replaces nothing', async () => {
    const path = await newListing()
    const publicId = path.split('/').at(-1) ?? ''
    const uuid = uuidOf('lst', publicId) ?? ''
    const first = await send(`/api/listings/${uuid}/video`, await videoFile('mp4'))
    expect(first.body.listing_id).toBe(publicId)
    const refused = await send(`${path}/video`, (await videoFile('mp4')).subarray(0, -100))
    expect([refused.status, refused.body.reason]).toEqual([422, 'broken'])
    expect((await world.request('GET', path)).body['video']).toMatchObject({ url: first.body.url })
    const second = await send(`${path}/video`, await videoFile('webm'))
    expect((await world.request('GET', path)).body['video']).toMatchObject({ url: second.body.url })
    expect((await get(first.body.url)).status).toBe(404)
    expect(await send(`${path}/video`, plainPng(9, 9))).toMatchObject({
      status: 415,
      body: { error: 'The file is no video of an accepted type: mp4, webm or mov.' },
    })
  })

  test('over 20 MB is refused', async () => {
    const large = Buffer.concat([await videoFile('mp4'), Buffer.alloc(20 * 1024 * 1024)])
    const answer = await send(`${await newListing()}/video`, large)
    expect(answer.status, JSON.stringify(answer.body)).toBe(413)
  })
})

describe('a form', () => {
  test('holds one file, and small fields that nobody reads', async () => {
    const path = `${await newListing()}/screenshots`
    const form = new FormData()
    form.append('caption', 'a field')
    form.append('__proto__', 'x')
    form.append('anything', new Blob([new Uint8Array(plainPng(8, 8))]), `${'x'.repeat(4_096)}/../../etc/passwd`)
    expect((await sendForm(path, form)).status).toBe(201)
    form.append('second', new Blob([new Uint8Array(plainPng(8, 8))]), 'b.png')
    expect((await sendForm(path, form)).status).toBe(422)
    const long = new FormData()
    long.append('file', new Blob([new Uint8Array(plainPng(8, 8))]), 'filename='.repeat(100_000))
    expect((await sendForm(path, long)).status).toBe(400)
    const fields = new FormData()
    for (let nth = 0; nth < 10_000; nth += 1) fields.append(`f${nth}`, 'x')
    expect((await sendForm(path, fields)).status).toBe(400)
    const none = new FormData()
    none.append('file', 'text')
    expect((await sendForm(path, none)).status).toBe(422)
  })

  test.each([
    ['no body', {}, undefined, 422],
    ['JSON', { 'content-type': 'application/json' }, '{}', 415],
    ['a picture alone', { 'content-type': 'image/png' }, 'x', 415],
    ['no boundary', { 'content-type': 'multipart/form-data; charset=utf-8' }, 'x', 400],
    ['another boundary', { 'content-type': 'multipart/form-data; boundary=a' }, '--b\r\n\r\nx\r\n--b--\r\n', 400],
    [
      'a form that ends early',
      { 'content-type': 'multipart/form-data; boundary=a' },
      '--a\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nabc',
      400,
    ],
  ] as const)('that is %s is refused', async (_, headers, body, status) => {
    const path = `${await newListing()}/screenshots`
    const response = await fetch(world.baseUrl + path, {
      method: 'POST',
      headers: { ...seller.bearer, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    expect(response.status, await response.text()).toBe(status)
  })

  test('whose sender leaves half way leaves nothing', async () => {
    const path = `${await newListing()}/screenshots`
    const [rows, kept] = [await records(), files().length]
    const headers = { ...seller.bearer, 'content-type': 'multipart/form-data; boundary=a', 'content-length': '1000000' }
    const sending = httpRequest(world.baseUrl + path, { method: 'POST', headers })
    sending.on('error', () => undefined)
    sending.write('--a\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n')
    sending.write(Buffer.concat([plainPng(2_000, 2_000), Buffer.alloc(200_000)]))
    await eventually(async () => (await records()) > rows)
    sending.destroy()
    await eventually(async () => (await records()) === rows && files().length === kept)
    expect(await records()).toBe(rows)
  })
})

describe('files', () => {
  test('that are asked for and not read leave nothing open', async () => {
    const path = await newListing()
    const { body } = await send(`${path}/video`, await videoFile('mp4'))
    const handles = () => readdirSync('/proc/self/fd').filter((fd) => opened(fd).startsWith(join(dataDir, 'blobs')))
    const opened = (fd: string) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`)
      } catch {
        return ''
      }
    }
    for (let nth = 0; nth < 20; nth += 1) {
      await fetch(world.baseUrl + String(body.url), { method: 'HEAD' })
      await get(body.url, { 'if-none-match': `"${body.video_id}"`, range: 'bytes=999999999-' })
      const left = await get(body.url)
      await left.body?.cancel()
    }
    await eventually(() => handles().length === 0)
    expect(handles()).toEqual([])
  })

  test('of a listing that is deleted or hidden are gone, and ids of nothing are 404', async () => {
    const path = await newListing()
    const { body } = await send(`${path}/screenshots`, plainPng(20, 20))
    await world.sql(`update listing set hidden_at = now() where id = $1`, [path.slice(-32)])
    expect((await get(body.url)).status).toBe(404)
    await world.sql(`update listing set hidden_at = null where id = $1`, [path.slice(-32)])
    expect((await get(body.url)).status).toBe(200)
    await seller.request('DELETE', path)
    expect((await get(body.url)).status).toBe(404)
    for (const id of ['x', '%00', '..%2f..', `shot_${'0'.repeat(32)}`, 'a'.repeat(2_000)])
      expect((await world.request('GET', `/api/media/${id}`)).status, id).toBe(404)
  })

  test('that no listing has are swept after an hour, and videos that were replaced', async () => {
    const path = await newListing()
    const store = { db: world.db, blobs: openBlobs(world.config) }
    const kept = await send(`${path}/video`, await videoFile('mp4'))
    const old = await send(`${path}/screenshots`, plainPng(20, 20))
    const hex = String(old.body.screenshot_id).slice(5)
    await world.sql(`delete from listing_media where media_id = $1`, [hex])
    expect(await sweepListingMedia(store)).toBe(0)
    await world.sql(`update media set created_at = now() - interval '61 minutes' where id = $1`, [hex])
    expect(await sweepListingMedia(store)).toBe(1)
    expect(await world.sql(`select 1 as one from media where id = $1`, [hex])).toEqual([])
    expect((await get(kept.body.url)).status).toBe(200)
  })

  test('are cached for minutes and asked about after: what is deleted or hidden is 404 at once, also to who has a copy', async () => {
    const path = await newListing()
    const { body } = await send(`${path}/screenshots`, plainPng(20, 20))
    const shown = await get(body.url)
    const [, seconds] = /max-age=(\d+)/.exec(shown.headers.get('cache-control') ?? '') ?? []
    expect(Number(seconds)).toBeLessThanOrEqual(300)
    expect(shown.headers.get('cache-control')).not.toContain('immutable')
    const copy = { 'if-none-match': shown.headers.get('etag') ?? '' }
    expect((await get(body.url, copy)).status).toBe(304)
    await world.sql(`update listing set hidden_at = now() where id = $1`, [path.slice(-32)])
    expect((await get(body.url, copy)).status).toBe(404)
    await world.sql(`update listing set hidden_at = null where id = $1`, [path.slice(-32)])
    await seller.request('DELETE', `${path}/screenshots/${body.screenshot_id}`)
    const gone = await get(body.url, copy)
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect((await get(body.thumb_url)).status).toBe(404)
  })

  test('count as what was made of them; what is refused, deleted or whose listing is deleted counts no more', async () => {
    const owner = await registerAccount(world)
    const storage = async () => Object((await owner.request('GET', '/api/auth/me')).body['storage'])
    const { body: listing } = await owner.request('POST', '/api/listings', { title: 'x', price_cents: 0 })
    const path = `/api/listings/${String(listing['listing_id'])}`
    const upload = (bytes: Buffer) => send(`${path}/screenshots`, bytes, { as: owner })
    const first = await upload(plainPng(400, 300))
    expect(first.status).toBe(201)
    await upload(plainPng(100, 100))
    const made = await world.sql<{ bytes: number }>(
      `select sum((files -> 'full' ->> 'bytes')::int + (files -> 'thumb' ->> 'bytes')::int)::int as bytes from media where owner = $1`,
      [`listing:${uuidOf('lst', String(listing['listing_id'])) ?? ''}`],
    )
    const { media_bytes: kept, bytes_per_day: written } = await storage()
    expect(kept.used).toBe(made[0]?.bytes)
    expect(written.used).toBeGreaterThan(0)
    expect((await upload(plainPng(500, 500).subarray(0, 70))).status).toBe(422)
    expect((await upload(Buffer.concat([plainPng(9, 9), Buffer.alloc(5 * 1024 * 1024)]))).status).toBe(413)
    expect(await storage()).toMatchObject({ media_bytes: kept, bytes_per_day: { used: written.used } })
    await owner.request('DELETE', `${path}/screenshots/${first.body.screenshot_id}`)
    expect((await storage()).media_bytes.used).toBeLessThan(kept.used)
    await owner.request('DELETE', path)
    expect(await storage()).toMatchObject({ media_bytes: { used: 0 } })
    const before = files().length
    await world.sql(`update media set created_at = now() - interval '61 minutes' where owner = $1`, [
      `listing:${uuidOf('lst', String(listing['listing_id'])) ?? ''}`,
    ])
    expect(await sweepListingMedia({ db: world.db, blobs: openBlobs(world.config) })).toBe(1)
    expect(files().length).toBe(before - 2)
  })

  test('without room are refused before they are read', async () => {
    const owner = await registerAccount(world)
    const { body: listing } = await owner.request('POST', '/api/listings', { title: 'x', price_cents: 0 })
    const path = `/api/listings/${String(listing['listing_id'])}/screenshots`
    await world.sql(
      `update market_usage set media_bytes = $2 where account_id = (select account_id from market_user where username = $1)`,
      [owner.username, ACCOUNT_QUOTAS.media_bytes.young - 100],
    )
    const rows = await records()
    const answer = await send(path, plainPng(20, 20), { as: owner })
    expect([answer.status, answer.body.code, answer.body.quota.name]).toEqual([413, 'quota_exceeded', 'media_bytes'])
    expect(await records()).toBe(rows)
  })

  test('wait for a worker that is not there, and show when it is', async () => {
    const lone = await openWorld({ backend: 'postgres', pools: [], env: { DATA_DIR: dataDir } })
    try {
      const owner = await registerAccount(lone)
      const { body: listing } = await owner.request('POST', '/api/listings', {
        title: 'x',
        price_cents: 0,
        status: 'live',
      })
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(plainPng(9, 9))]), 'a.png')
      const response = await fetch(`${lone.baseUrl}/api/listings/${String(listing['listing_id'])}/screenshots`, {
        method: 'POST',
        headers: owner.bearer,
        body: form,
      })
      const body = Object(await response.json())
      expect([response.status, body.state, body.url]).toEqual([201, 'processing', null])
      lone.startPools(['media-processing'])
      await eventually(async () => {
        const { body: seen } = await lone.request('GET', `/api/listings/${String(listing['listing_id'])}`)
        return Object(seen['screenshots']).length === 1
      }, 30_000)
    } finally {
      await lone.close()
    }
  })
})

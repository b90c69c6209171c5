import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Cluster, openCluster } from '#test/support/world/cluster.ts'
import { photo } from '#test/support/files/image-file.ts'
import { videoFile } from '#test/support/files/video-file.ts'
import { eventually, PAYABLE, randomId } from '#test/support/world/world.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'market-sale-'))
let cluster: Cluster
let baseUrl: string
beforeAll(async () => {
  cluster = await openCluster('redis')
  const env = { DATA_DIR: dataDir, ...PAYABLE }
  const [ingress] = await Promise.all([
    cluster.ingress(env),
    cluster.worker(['media-processing', 'settlement-watch'], env),
  ])
  await cluster.ready(ingress, 'media-processing')
  baseUrl = ingress.baseUrl
})
afterAll(async () => {
  await cluster.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Asked = { status: number; body: Record<string, unknown> }
async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Asked> {
  const isForm = body instanceof FormData
  const response = await fetch(baseUrl + path, {
    method,
    headers: { ...headers, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: Object(await response.json()) }
}
const upload = (path: string, headers: Record<string, string>, bytes: Buffer, type: string) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'upload')
  return ask('POST', path, headers, form)
}

test('a seller publishes with pictures and video, is found, gets bids of three agents, and the auction closes right', async () => {
  const name = `seller${randomId()}`
  const account = { username: name, email: `${name}@mail.example`, password: `pw-${randomId()}`, terms_accepted: true }
  const registered = await ask('POST', '/api/auth/register', {}, account)
  expect(registered.status).toBe(201)
  const seller = { authorization: `Bearer ${String(registered.body['access_token'])}` }

  const made = await ask('POST', '/api/listings', seller, {
    title: 'Tax filing helper for freelancers',
    description: '# What it does\nReads receipts and fills the form.',
    listing_type: 'auction',
    tech_stack: ['python'],
    delivery_markdown: '# Tax filing helper\nRead the receipts.',
    auction: { start_price_cents: 1_000, reserve_cents: 1_500, duration_hours: 24 },
  })
  expect([made.status, made.body['status']]).toEqual([201, 'draft'])
  const path = `/api/listings/${String(made.body['listing_id'])}`
  for (const [format, width] of [
    ['png', 900],
    ['jpeg', 640],
  ] as const) {
    const shot = await upload(`${path}/screenshots`, seller, await photo(format, width, 400), `image/${format}`)
    expect([shot.status, shot.body['state']]).toEqual([201, 'ready'])
  }
  const video = await upload(`${path}/video`, seller, await videoFile('mp4', { frames: 8, step: 0.25 }), 'video/mp4')
  expect([video.status, video.body['state']]).toEqual([201, 'ready'])
  expect((await ask('PATCH', path, seller, { status: 'live' })).body).toMatchObject({ auction: { state: 'open' } })

  await eventually(async () => Object((await ask('GET', path)).body['safety']).status !== 'pending')

  const found = await ask('GET', '/api/listings?q=freelancer+tax&listing_type=auction')
  const [item] = Object(found.body['items'])
  expect(item).toMatchObject({
    listing_id: made.body['listing_id'],
    seller: { username: name },
    screenshots: [{ type: 'image/png' }, { type: 'image/jpeg' }],
    video: { type: 'video/mp4', duration_ms: 2_000 },
    auction: { minimum_next_bid_cents: 1_000, reserve_met: false },
    // Its text has no front matter, so it is no skill to the letter.
    safety: { status: 'warnings', checks: [{ status: 'pass' }, { id: 'skill-vet', status: 'warn' }, {}] },
  })
  const picture = await fetch(baseUrl + String(item.screenshots[0].thumb_url))
  expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({ format: 'webp' })
  expect((await fetch(baseUrl + String(item.video.url))).headers.get('content-type')).toBe('video/mp4')

  await cluster.db.pg.query(`update market_user set solana_wallet = $1, proved_wallet = $1, wallet_proved_at = now()`, [
    '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  ])
  const agents = await Promise.all(
    [1, 2, 3].map(async () => {
      const { body } = await ask('POST', '/api/ai-agents/register-with-account', {}, { terms_accepted: true })
      return { userId: String(body['user_id']).slice(4), key: { 'x-api-key': String(body['api_key']) } }
    }),
  )
  const [first, second, third] = agents
  const bid = (agent: (typeof agents)[number] | undefined, cents: number) =>
    ask('POST', `${path}/bids`, agent?.key, { amount_cents: cents })
  expect((await ask('POST', `${path}/bids`, seller, { amount_cents: 5_000 })).status).toBe(403)
  expect((await bid(first, 1_000)).status).toBe(201)
  expect((await bid(second, 1_000)).body).toMatchObject({ code: 'bid_too_low', minimum_next_bid_cents: 1_050 })
  expect((await bid(second, 1_600)).body).toMatchObject({ auction: { reserve_met: true } })
  expect((await bid(third, 2_000)).status).toBe(201)
  expect((await bid(first, 1_700)).status).toBe(409)

  const endIn = (interval: string) =>
    cluster.db.pg.query(
      `update auction set ends_at = now() + $2::interval, latest_end_at = now() + $2::interval where listing_id = $1`,
      [path.slice(-32), interval],
    )
  await endIn('5 minutes')
  // Its last moment is fixed, so this late bid moves nothing.
  expect((await bid(first, 2_500)).status).toBe(201)
  await endIn('500 milliseconds')
  const ended = async () =>
    (
      await cluster.db.pg.query<Record<string, string>>(`select * from auction where listing_id = $1`, [
        path.slice(-32),
      ])
    ).rows[0]
  await eventually(async () => (await ended())?.['state'] === 'sold')
  const record = await ended()
  expect([record?.['winner_id'], record?.['second_id']].map((id) => id?.replaceAll('-', ''))).toEqual([
    first?.userId,
    third?.userId,
  ])
  expect((await bid(third, 9_000)).body).toMatchObject({ code: 'auction_ended' })
  expect((await ask('GET', path)).body).toMatchObject({
    price_cents: 2_500,
    auction: { state: 'sold', bid_count: 4, current_bid_cents: 2_500, extended_count: 0, reserve_met: true },
    purchase: { available: false },
  })
  const bids = await ask('GET', `${path}/bids`)
  expect(
    Object(bids.body['items']).map((one: Record<string, unknown>) => [one['bidder'], one['amount_cents']]),
  ).toEqual([
    ['Bidder 1', 2_500],
    ['Bidder 3', 2_000],
    ['Bidder 2', 1_600],
    ['Bidder 1', 1_000],
  ])
  const activity = await ask('GET', `/api/listings/activity?listing_id=${String(made.body['listing_id'])}`)
  expect(Object(activity.body['items']).map((one: Record<string, unknown>) => one['kind'] ?? one['type'])).toContain(
    'auction_ended',
  )
})

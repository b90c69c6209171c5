import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { purgeDeletedListings } from '#shared/market/listings/purge-deleted.ts'
import { attachMedia } from '#shared/market/media/attach-media.ts'
import { claimStorage } from '#shared/market/quotas/claim-storage.ts'
import { ACCOUNT_QUOTAS, NETWORK_BYTES_PER_DAY } from '#shared/market/quotas/quotas.rules.ts'

import { registerAccount, type Registered, statusesOf } from '#test/support/world/market.ts'
import { type Answer, openWorld, type World } from '#test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [], env: { TRUST_PROXY_HOPS: '1', DB_POOL_MAX: '20' } })
})
afterAll(() => world.close())
beforeEach(() => world.sql(`delete from limit_counter`))

const from = (address: string) => ({ 'x-forwarded-for': address })
/** A listing of a user; answers with its path. */
async function listingOf(user: Registered, more: Record<string, unknown> = {}): Promise<string> {
  const { status, body, text } = await user.request('POST', '/api/listings', { title: 'x', price_cents: 0, ...more })
  expect(status, text).toBe(201)
  return `/api/listings/${String(body['listing_id'])}`
}
const save = (user: Pick<Registered, 'request'>, path: string, content: string, headers = {}) =>
  user.request('POST', `${path}/delivery-content`, { content }, headers)
const setUsage = (user: Registered, column: string, value: number) =>
  world.sql(
    `update market_usage set ${column} = $2 where account_id = (select account_id from market_user where username = $1)`,
    [user.username, value],
  )
const usageOf = async (user: Registered) => Object((await user.request('GET', '/api/auth/me')).body['storage'])
const ageAccount = (user: Registered) =>
  world.sql(`update market_user set created_at = now() - interval '8 days' where username = $1`, [user.username])
const codesOf = (answers: readonly Answer[]) =>
  answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body['code']])
/** The counters of every account beside what a count of the rows says. */
const recount = () =>
  world.sql(`
    select m.account_id, m.listings, m.drafts, m.versions, m.content_bytes::int, m.media_bytes::int,
      count(l.id)::int as counted_listings, (count(*) filter (where l.status = 'draft'))::int as counted_drafts,
      coalesce((select count(*) from listing_version v join listing o on o.id = v.listing_id join market_user w on w.id = o.owner_id
        where w.account_id = m.account_id), 0)::int as counted_versions,
      coalesce((select sum(c.bytes) from listing_content c join listing o on o.id = c.listing_id join market_user w on w.id = o.owner_id
        where w.account_id = m.account_id), 0)::int as counted_content
    from market_usage m left join market_user u on u.account_id = m.account_id
      left join listing l on l.owner_id = u.id and l.deleted_at is null
    group by m.account_id`)
const expectCounted = async () => {
  for (const row of await recount())
    expect([row['listings'], row['drafts'], row['versions'], row['content_bytes']]).toEqual([
      row['counted_listings'],
      row['counted_drafts'],
      row['counted_versions'],
      row['counted_content'],
    ])
}

describe('what an account keeps', () => {
  test('is shown to it, and its counters are what its rows add up to', async () => {
    const user = await registerAccount(world)
    expect(await usageOf(user)).toMatchObject({
      drafts: { used: 0, limit: ACCOUNT_QUOTAS.drafts.young },
      bytes_per_day: { used: 0, limit: ACCOUNT_QUOTAS.bytes_per_day.young, resets_at: null },
      is_new: true,
    })
    const path = await listingOf(user, { delivery_markdown: 'a'.repeat(3_000) })
    await save(user, path, 'b'.repeat(2_000))
    await save(user, path, 'a'.repeat(3_000))
    await listingOf(user, { status: 'live' })
    await user.request('DELETE', await listingOf(user, { status: 'live' }))
    await user.request('DELETE', await listingOf(user, { delivery_markdown: 'gone' }))
    expect(await usageOf(user)).toMatchObject({
      drafts: { used: 1 },
      listings: { used: 2 },
      // Of the deleted ones that which was on sale keeps its version for a while.
      versions: { used: 5 },
      content_bytes: { used: 5_000 },
      bytes_per_day: { used: expect.any(Number), resets_at: expect.any(String) },
    })
    await ageAccount(user)
    expect(await usageOf(user)).toMatchObject({ drafts: { limit: ACCOUNT_QUOTAS.drafts.full }, is_new: false })
    await expectCounted()
  })

  test('never exceeds its versions, though 50 saves come at once; who comes too late stores nothing', async () => {
    const user = await registerAccount(world)
    const paths = [await listingOf(user), await listingOf(user), await listingOf(user)]
    const limit = ACCOUNT_QUOTAS.versions.young
    await setUsage(user, 'versions', limit - 20)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => save(user, paths[nth % 3] ?? '', `content ${nth}`)),
    )
    expect(codesOf(answers)).toEqual(Array.from({ length: 30 }, () => [413, 'quota_exceeded']))
    expect(await usageOf(user)).toMatchObject({ versions: { used: limit, limit } })
    const kept = await world.sql(
      `select count(*)::int as count from listing_content c join listing l on l.id = c.listing_id
       join market_user u on u.id = l.owner_id where u.username = $1`,
      [user.username],
    )
    expect(kept).toEqual([{ count: 20 }])
    const [refused] = answers.filter(({ status }) => status === 413)
    expect(refused?.body).toMatchObject({
      quota: { name: 'versions', used: limit, wanted: 1, limit },
      charged_cents: 0,
      fix: { path: '/api/auth/me' },
    })
    await ageAccount(user)
    expect((await save(user, paths[0] ?? '', 'later')).status).toBe(201)
  })

  test('never exceeds its drafts, though 20 come at once; a deleted draft gives its room back', async () => {
    const user = await registerAccount(world)
    const path = await listingOf(user, { delivery_markdown: 'x'.repeat(500) })
    await setUsage(user, 'drafts', ACCOUNT_QUOTAS.drafts.young - 5)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => user.request('POST', '/api/listings', { title: 'x', price_cents: 0 })),
    )
    expect(codesOf(answers)).toEqual(Array.from({ length: 15 }, () => [413, 'quota_exceeded']))
    expect((await user.request('DELETE', path)).status).toBe(200)
    expect((await usageOf(user)).content_bytes).toMatchObject({ used: 0 })
    expect((await user.request('POST', '/api/listings', { title: 'x', price_cents: 0 })).status).toBe(201)
    // What is on sale is no draft.
    expect((await user.request('POST', '/api/listings', { title: 'x', price_cents: 0, status: 'live' })).status).toBe(
      201,
    )
  })

  test('never exceeds its bytes of content, though 10 saves come at once', async () => {
    const user = await registerAccount(world)
    const paths = [await listingOf(user), await listingOf(user)]
    await setUsage(user, 'content_bytes', ACCOUNT_QUOTAS.content_bytes.young - 250_000)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => save(user, paths[nth % 2] ?? '', String(nth).repeat(100_000))),
    )
    expect(statusesOf(answers)).toEqual([201, 201, ...Array.from({ length: 8 }, () => 413)])
  })

  test('never exceeds its bytes of media, though 20 uploads are given to listings at once', async () => {
    const user = await registerAccount(world)
    const listings = [await listingOf(user), await listingOf(user)].map((path) => path.slice(-32))
    const [row] = await world.sql<{ account_id: string }>(`select account_id from market_user where username = $1`, [
      user.username,
    ])
    await setUsage(user, 'media_bytes', ACCOUNT_QUOTAS.media_bytes.young - 5_500)
    const storer = { accountId: row?.account_id ?? '', account: Buffer.from(user.username), network: Buffer.from('n') }
    const attach = async (nth: number) => {
      const mediaId = randomUUID()
      const listingId = listings[nth % 2] ?? ''
      await world.sql(
        `insert into media (id, owner, kind, source_key, source_type, source_bytes) values ($1, $2, 'image', 'k', 'image/png', 1000)`,
        [mediaId, `listing:${listingId}`],
      )
      await inUnitOfWork(world.db, async (em) => {
        await connectionOf(em).query(`select from listing where id = $1 for update`, [listingId])
        await attachMedia(em, { listingId, mediaId, kind: 'image' }, claimStorage(em, storer))
      })
    }
    const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, nth) => attach(nth)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'quota_exceeded' })
    expect((await usageOf(user)).media_bytes.used).toBe(ACCOUNT_QUOTAS.media_bytes.young - 500)
  })

  test('counts an owner and the agents it registered, and those they registered, as one account', async () => {
    const owner = await registerAccount(world)
    const agentOf = async (headers: Record<string, string>) => {
      const { status, body } = await world.request('POST', '/api/ai-agents/register', { headers, body: { name: 'a' } })
      expect(status).toBe(201)
      return { 'x-api-key': String(body['api_key']) }
    }
    const agent = await agentOf(owner.bearer)
    const agentOfAgent = await agentOf(agent)
    const asAgent = (headers: Record<string, string>, body: Record<string, unknown>) =>
      world.request('POST', '/api/listings', { headers, body: { title: 'x', price_cents: 0, ...body } })
    expect((await asAgent(agent, {})).status).toBe(201)
    expect((await asAgent(agentOfAgent, { delivery_markdown: '12345' })).status).toBe(201)
    expect(await usageOf(owner)).toMatchObject({ drafts: { used: 2 }, content_bytes: { used: 5 } })
    await setUsage(owner, 'drafts', ACCOUNT_QUOTAS.drafts.young)
    expect((await asAgent(agentOfAgent, {})).body).toMatchObject({ code: 'quota_exceeded', quota: { name: 'drafts' } })
    // An agent that registered itself is an account of its own.
    expect((await asAgent(await agentOf({}), {})).status).toBe(201)
  })
})

describe('a save that equals the last', () => {
  test('makes no version and takes no room, though 20 come at once', async () => {
    const user = await registerAccount(world)
    const path = await listingOf(user)
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(user, path, 'the same text')))
    expect(answers.filter(({ body }) => body['is_new'] === true)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body['version']))).toEqual(new Set([2]))
    const before = await usageOf(user)
    expect(before).toMatchObject({ versions: { used: 2 }, content_bytes: { used: 13 } })
    await setUsage(user, 'versions', ACCOUNT_QUOTAS.versions.young)
    expect((await save(user, path, 'the same text')).body).toMatchObject({ is_new: false, version: 2 })
    expect((await usageOf(user)).bytes_per_day).toEqual(before.bytes_per_day)
  })

  test('of a price is no version either', async () => {
    const user = await registerAccount(world)
    const path = await listingOf(user, { price_cents: 500, status: 'live', delivery_url: 'https://seller.example/x' })
    for (const price_cents of [500, 700, 700])
      expect((await user.request('PATCH', path, { price_cents })).status).toBe(200)
    expect(await usageOf(user)).toMatchObject({ versions: { used: 2 } })
  })
})

describe('what may be written in a day', () => {
  const spend = (name: string, limit: number, leftBytes: number) =>
    world.sql(`update limit_counter set taken = $2 where name = $1`, [name, Math.floor((limit - leftBytes) / 1024)])

  test('is counted for the account, waits for the end of its window, and takes nothing of what is refused', async () => {
    const user = await registerAccount(world)
    const path = await listingOf(user)
    await save(user, path, 'first')
    await spend('bytes-account', ACCOUNT_QUOTAS.bytes_per_day.young, 250_000)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => save(user, path, String(nth).repeat(100_000))),
    )
    expect(codesOf(answers)).toEqual(Array.from({ length: 8 }, () => [429, 'byte_budget']))
    const [refused] = answers.filter(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(86_000)
    expect(refused?.body).toMatchObject({
      quota: { name: 'bytes_per_day', limit: ACCOUNT_QUOTAS.bytes_per_day.young },
      charged_cents: 0,
    })
    expect((await save(user, path, 'small')).status).toBe(201)
    // Taking off sale and deleting need no room.
    await spend('bytes-account', ACCOUNT_QUOTAS.bytes_per_day.young, 0)
    expect((await user.request('PATCH', path, { title: 'y' })).status).toBe(429)
    expect((await user.request('PATCH', path, { status: 'draft' })).status).toBe(200)
    await world.sql(`update limit_counter set ends_at = now()`)
    expect((await save(user, path, 'the next day')).status).toBe(201)
    expect((await user.request('DELETE', path)).status).toBe(200)
  })

  test('is shared by all new accounts of a network: a thousand of them store no more than one', async () => {
    const network = (nth: number) => from(`198.51.100.${nth}`)
    const first = await registerAccount(world)
    const path = await listingOf(first)
    const second = await registerAccount(world)
    const other = await listingOf(second)
    await save(first, path, 'first', network(1))
    await spend('bytes-young-network', NETWORK_BYTES_PER_DAY.young, 0)
    expect((await save(second, other, 'second', network(2))).body).toMatchObject({ code: 'byte_budget' })
    expect((await save(second, other, 'second', from('203.0.113.1'))).status).toBe(201)
    // Opening more accounts from there stores something too.
    const openAgent = (headers: Record<string, string>) =>
      world.request('POST', '/api/ai-agents/register', { headers, body: { name: 'a' } })
    expect((await openAgent(network(4))).body).toMatchObject({ code: 'byte_budget' })
    expect((await openAgent(from('203.0.113.9'))).status).toBe(201)
    await ageAccount(second)
    expect((await save(second, other, 'third', network(2))).status).toBe(201)
    await spend('bytes-network', NETWORK_BYTES_PER_DAY.all, 0)
    expect((await save(second, other, 'fourth', network(3))).body).toMatchObject({ code: 'byte_budget' })
  })
})

describe('a deleted listing', () => {
  const rowsOf = async (path: string) => {
    const id = path.slice(-32)
    const count = async (table: string) =>
      (await world.sql<{ count: number }>(`select count(*)::int as count from ${table} where listing_id = $1`, [id]))[0]
        ?.count
    return [await count('listing_version'), await count('listing_content')]
  }
  const deletedDaysAgo = (path: string, days: number) =>
    world.sql(`update listing set deleted_at = now() - make_interval(days => $2) where id = $1`, [
      path.slice(-32),
      days,
    ])

  test('that was never on sale is emptied at once, one that was when nobody bought it for 30 days, a bought one never', async () => {
    const user = await registerAccount(world)
    const sold = { status: 'live', delivery_markdown: 'text', description: 'long' }
    const [draft, unsold, bought] = [
      await listingOf(user, { ...sold, status: 'draft' }),
      await listingOf(user, sold),
      await listingOf(user, sold),
    ]
    await world.sql(`update listing set sales_count = 1 where id = $1`, [bought.slice(-32)])
    for (const path of [draft, unsold, bought]) expect((await user.request('DELETE', path)).status).toBe(200)
    expect([await rowsOf(draft), await rowsOf(unsold)]).toEqual([
      [0, 0],
      [1, 1],
    ])
    await deletedDaysAgo(unsold, 29)
    await purgeDeletedListings(world.db)
    expect(await rowsOf(unsold)).toEqual([1, 1])
    for (const path of [unsold, bought]) await deletedDaysAgo(path, 31)
    expect(await purgeDeletedListings(world.db)).toBe(1)
    expect(await purgeDeletedListings(world.db)).toBe(0)
    expect([await rowsOf(unsold), await rowsOf(bought)]).toEqual([
      [0, 0],
      [1, 1],
    ])
    expect((await world.request('GET', unsold)).status).toBe(410)
    expect(await usageOf(user)).toMatchObject({ versions: { used: 1 }, content_bytes: { used: 4 } })
  })
})

test('an import is kept without its texts, and a repetition still gets them', async () => {
  const user = await registerAccount(world)
  const path = await listingOf(user, { status: 'live', delivery_markdown: 'the text '.repeat(1_000) })
  const once = { 'idempotency-key': 'import-1' }
  const [first, again] = [
    await user.request('POST', `${path}/import-action`, {}, once),
    await user.request('POST', `${path}/import-action`, {}, once),
  ]
  expect(first.status).toBe(200)
  expect(again.body).toEqual(first.body)
  expect(Object(first.body['files'])[0].content).toContain('the text')
  const source = { source_type: 'text', content: 'word '.repeat(10_000) }
  const drafts = [
    await user.request('POST', '/api/listings/ingest', source, { 'idempotency-key': 'ingest-1' }),
    await user.request('POST', '/api/listings/ingest', source, { 'idempotency-key': 'ingest-1' }),
  ]
  expect(drafts[1]?.body).toEqual(drafts[0]?.body)
  const kept = await world.sql(`select max(length(response)) as longest from idempotency_record`)
  expect(Number(kept[0]?.['longest'])).toBeLessThan(4_000)
})

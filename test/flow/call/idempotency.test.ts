import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { type RememberedRequest, remember } from '#shared/idempotency/remember.ts'

import { openWorld, randomId, type World } from '#test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [] })
})
afterAll(() => world.close())

const request = (more: Partial<RememberedRequest> = {}): RememberedRequest => ({
  scope: 'key:a /x',
  key: randomId(),
  digest: Buffer.alloc(32, 1),
  ...more,
})
const answerWith = (body: Record<string, unknown>) => async () => ({ status: 200, body, secretRef: null })
const policy = (key: string, body: unknown, headers: Record<string, string>) =>
  world.request('POST', '/api/v1/outcomes/balance/policy', { body, headers: { 'x-service-key': key, ...headers } })

describe('remembering answers', () => {
  test('runs the verb once and repeats its answer', async () => {
    const asked = request()
    let runs = 0
    const verb = async () => ({ status: 201, body: { run: (runs += 1) }, secretRef: 'ref' })
    expect(await remember(world.db, asked, verb)).toEqual({
      status: 201,
      body: { run: 1 },
      secretRef: 'ref',
      replayed: false,
    })
    expect(await remember(world.db, asked, verb)).toEqual({
      status: 201,
      body: { run: 1 },
      secretRef: 'ref',
      replayed: true,
    })
  })

  test('runs the verb once for 100 at once: all others wait for its answer', async () => {
    const asked = request()
    let runs = 0
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        remember(world.db, asked, async () => ({ status: 200, body: { run: (runs += 1) }, secretRef: null })),
      ),
    )
    expect(runs).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toEqual(new Set(['{"run":1}']))
  })

  test('refuses the same key for another request, and keeps scopes apart', async () => {
    const asked = request()
    await remember(world.db, asked, answerWith({ first: true }))
    await expect(remember(world.db, { ...asked, digest: Buffer.alloc(32, 2) }, answerWith({}))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    })
    const other = await remember(
      world.db,
      { ...asked, scope: 'key:b /x', digest: Buffer.alloc(32, 2) },
      answerWith({ second: true }),
    )
    expect(other).toMatchObject({ replayed: false, body: { second: true } })
  })

  test('stores nothing when the verb refuses or fails, and undoes what it did', async () => {
    const asked = request()
    const { keyId } = await world.key(5)
    const failing = remember(world.db, asked, async (em) => {
      await connectionOf(em).query(`update service_key set status = 'revoked' where key_id = $1`, [keyId])
      throw new Error('it broke')
    })
    await expect(failing).rejects.toThrow('it broke')
    expect(await world.sql(`select from service_key where key_id = $1 and status = 'active'`, [keyId])).toHaveLength(1)
    expect(await remember(world.db, asked, answerWith({}))).toMatchObject({ replayed: false })
  })

  test('a waiter takes over when the first one fails', async () => {
    const asked = request()
    let isRunning = () => {}
    const running = new Promise<void>((resolve) => (isRunning = resolve))
    let fail = () => {}
    const failed = new Promise<void>((resolve) => (fail = resolve))
    const first = remember(world.db, asked, async () => {
      isRunning()
      await failed
      throw new Error('it broke')
    })
    await running
    const second = remember(world.db, asked, answerWith({ second: true }))
    fail()
    await expect(first).rejects.toThrow('it broke')
    expect(await second).toMatchObject({ replayed: false, body: { second: true } })
  })

  test('forgets after 24 hours, even before housekeeping came by', async () => {
    const asked = request()
    await remember(world.db, asked, answerWith({ first: true }))
    await world.sql(`update idempotency_record set created_at = now() - interval '24 hours 1 second' where key = $1`, [
      asked.key,
    ])
    const later = await Promise.all(
      Array.from({ length: 10 }, () =>
        remember(world.db, { ...asked, digest: Buffer.alloc(32, 3) }, answerWith({ later: true })),
      ),
    )
    expect(later.filter(({ replayed }) => !replayed)).toHaveLength(1)
  })

  test('does not remember without a key', async () => {
    const asked = request({ key: null })
    expect(await remember(world.db, asked, answerWith({}))).toMatchObject({ replayed: false })
    expect(await remember(world.db, asked, answerWith({}))).toMatchObject({ replayed: false })
  })
})

describe('Idempotency-Key on account routes', () => {
  test('repeats the stored answer to the same credential and body, and to nobody else', async () => {
    const [{ key }, other] = [await world.key(5), await world.key(5)]
    const header = { 'idempotency-key': `"${randomId()}"` }
    const first = await policy(key, { daily_cents: 5, monthly_cents: 9 }, header)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    await policy(key, { daily_cents: 7 }, {})
    const replay = await policy(key, { monthly_cents: 9, daily_cents: 5 }, header)
    expect(replay.headers.get('idempotency-replayed')).toBe('true')
    expect([replay.status, replay.body]).toEqual([first.status, first.body])
    const now = await policy(key, {}, {})
    expect(now.body['policy']).toMatchObject({ daily_cents: 7 })
    const reused = await policy(key, { daily_cents: 6 }, header)
    expect([reused.status, reused.body['code']]).toEqual([422, 'idempotency_key_reused'])
    expect(reused.body['detail']).toMatchObject([{ loc: ['header', 'idempotency-key'] }])
    expect((await policy(other.key, { daily_cents: 6 }, header)).status).toBe(200)
  })

  test('of another route is another key', async () => {
    const { key } = await world.key(5)
    const header = { 'idempotency-key': randomId(), 'x-service-key': key }
    expect((await policy(key, {}, header)).status).toBe(200)
    const status = await world.request('POST', '/api/v1/outcomes/balance/status', { body: {}, headers: header })
    expect([status.status, status.body['balance_cents']]).toEqual([200, 5])
  })

  test('stores nothing of a refusal', async () => {
    const { key } = await world.key(5)
    const header = { 'idempotency-key': randomId() }
    expect((await policy(key, { deny_slugs: ['no-such-slug'] }, header)).status).toBe(422)
    expect((await policy(key, { deny_slugs: ['hash-text'] }, header)).status).toBe(200)
  })

  test('that is malformed is 400', async () => {
    const { key } = await world.key(5)
    for (const bad of ['a b', 'x'.repeat(256), '']) {
      const answer = await policy(key, {}, { 'idempotency-key': bad })
      expect([bad.length, answer.status]).toEqual([bad.length, 400])
    }
  })
})

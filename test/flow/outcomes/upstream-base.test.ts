import { setImmediate } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { parseConfig } from '#shared/config.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { createLog } from '#shared/log.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'
import { upstreams } from '#shared/upstreams/registry.ts'
import type { UpstreamResult } from '#workers/upstreams/meter.ts'
import { openUpstreams } from '#workers/upstreams/open-upstreams.ts'
import { sharedPace } from '#workers/upstreams/pace.ts'
import { purgeUpstreamCache } from '#workers/upstreams/purge-cache.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { scenarios, startUpstreamFixtures, type UpstreamFixtures } from '#test/support/files/upstream-fixtures.ts'
import { testEnv } from '#test/support/world/world.ts'

const LOG = createLog('silent')
const HERE = ['npm-registry', 'frankfurter', 'ecb'] as const
const PATH = '/npm-registry/thing'

let database: TestDatabase
let db: Db
let fixtures: UpstreamFixtures
let results: string[]
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 8)
  fixtures = await startUpstreamFixtures()
})
beforeEach(() => {
  results = []
  fixtures.reset()
})
afterEach(() => db.pg.query('truncate upstream_cache, upstream_pace'))
afterAll(async () => {
  await fixtures.close()
  await db.close()
  await database.drop()
})

/** The door of a worker process of its own; what it counts is in `results`. */
function worker(env: Record<string, string> = {}, pg: Pick<Db, 'pg'> = db) {
  const meter = {
    answered: (id: string, result: UpstreamResult) => void results.push(`${id} ${result}`),
    took: () => {},
  }
  const config = parseConfig(testEnv(database.url, undefined, { ...fixtures.env(...HERE), ...env }))
  return openUpstreams({ config, db: pg, log: LOG, meter })
}

const question = (more: Partial<UpstreamQuestion<unknown>> = {}): UpstreamQuestion<unknown> => ({
  upstream: 'npm-registry',
  path: '/thing',
  ttlS: 600,
  read: (reply) => reply.json(),
  ...more,
})
const forever = () => ({ signal: new AbortController().signal })
/** As if so many seconds had passed since everything was kept. */
const passed = (seconds: number) =>
  db.pg.query(
    `update upstream_cache set fetched_at = fetched_at - make_interval(secs => $1), keep_until = keep_until - make_interval(secs => $1)`,
    [seconds],
  )

describe('the cache', () => {
  test('answers again without asking, in this worker and in others, and after a restart', async () => {
    fixtures.on(PATH, scenarios.ok({ a: 1 }))
    const first = worker()
    const fresh = await first.ask(question(), forever())
    expect(fresh).toMatchObject({
      value: { a: 1 },
      source: 'npm registry',
      sourceUrl: `${fixtures.base('npm-registry')}/thing`,
      cached: false,
      ageS: 0,
      stale: false,
      tried: [],
    })
    expect(await first.ask(question(), forever())).toEqual({ ...fresh, cached: true })
    expect(await worker().ask(question(), forever())).toEqual({ ...fresh, cached: true })
    expect(fixtures.count(PATH)).toBe(1)
    expect(results).toEqual(['npm-registry ok', 'npm-registry cached', 'npm-registry cached'])
  })

  test('tells the age of what it serves, and asks anew when that is too high', async () => {
    fixtures.on(PATH, scenarios.ok({ a: 1 }), scenarios.ok({ a: 2 }))
    const { retrievedAt } = await worker().ask(question(), forever())
    await passed(500)
    const old = await worker().ask(question(), forever())
    expect(old).toMatchObject({ value: { a: 1 }, cached: true, stale: false })
    expect(Math.round(old.ageS / 100)).toBe(5)
    expect(Date.parse(retrievedAt) - Date.parse(old.retrievedAt)).toBe(500_000)
    expect(await worker().ask(question({ ttlS: 100 }), forever())).toMatchObject({ value: { a: 2 }, cached: false })
    expect(await worker().ask(question(), forever())).toMatchObject({ value: { a: 2 }, cached: true })
  })

  test('a worker sees what another one fetched since', async () => {
    fixtures.on(PATH, scenarios.ok({ a: 1 }), scenarios.ok({ a: 2 }))
    const [one, two] = [worker(), worker()]
    await one.ask(question(), forever())
    await passed(700)
    await two.ask(question(), forever())
    // The copy in its own memory counts its age by itself, so it is asked for less than that here.
    expect(await one.ask(question({ ttlS: 0.000_1 }), forever())).toMatchObject({ cached: false })
    expect(fixtures.count(PATH)).toBe(3)
  })

  test('an answer that there is none is kept for less time', async () => {
    fixtures.on(PATH, scenarios.notFound())
    const asked = question({ ttlS: 86_400, answers: [404], read: (reply) => reply.status })
    expect(await worker().ask(asked, forever())).toMatchObject({ value: 404, cached: false })
    expect(await worker().ask(asked, forever())).toMatchObject({ value: 404, cached: true })
    await passed(601)
    expect(await worker().ask(asked, forever())).toMatchObject({ value: 404, cached: false })
  })

  test.each([
    ['an error in disguise', scenarios.errorInside200({ error: 'limit' })],
    ['a page for a person', scenarios.html()],
    ['half an answer', scenarios.garbage()],
    ['a refusal', scenarios.notFound()],
  ])('%s is not kept', async (_, scenario) => {
    fixtures.on(PATH, scenario)
    const read: UpstreamQuestion<unknown>['read'] = (reply) => {
      const body = reply.json()
      if (typeof body === 'object' && body !== null && 'error' in body) throw new TypeError('no data')
      return body
    }
    const door = worker()
    for (const times of [1, 2]) {
      await expect(door.ask(question({ read }), forever())).rejects.toMatchObject({ code: 'upstream_unavailable' })
      expect(fixtures.count(PATH)).toBe(times)
    }
    expect((await db.pg.query('select from upstream_cache')).rowCount).toBe(0)
  })

  test('a ttl of nothing, and more than a megabyte, are not kept', async () => {
    fixtures.on(PATH, scenarios.ok({}), scenarios.ok(`["${'x'.repeat(1_100_000)}"]`))
    const door = worker()
    await door.ask(question({ ttlS: 0 }), forever())
    await door.ask(question(), forever())
    expect(await door.ask(question(), forever())).toMatchObject({ cached: false })
    expect((await db.pg.query('select from upstream_cache')).rowCount).toBe(0)
  })

  test('a copy that still stands is fresh again without being sent again', async () => {
    fixtures.on(PATH, scenarios.ok({ a: 1 }, { etag: '"v1"' }), scenarios.reply(304, ''))
    await worker().ask(question(), forever())
    await passed(700)
    expect(await worker().ask(question(), forever())).toMatchObject({ value: { a: 1 }, cached: false, ageS: 0 })
    expect(fixtures.seen(PATH)[1]?.headers['if-none-match']).toBe('"v1"')
    expect(await worker().ask(question(), forever())).toMatchObject({ cached: true })
  })

  test('a copy that this version cannot read is fetched anew, and never confirmed', async () => {
    const changed = scenarios.ok({ b: 2 }, { etag: '"v1"' })
    fixtures.on(PATH, scenarios.ok({ a: 1 }, { etag: '"v1"' }), (response, seen) =>
      seen.headers['if-none-match'] === undefined ? changed(response, seen) : scenarios.reply(304, '')(response, seen),
    )
    await worker().ask(question(), forever())
    const newer = question({ read: (reply) => z.object({ b: z.int() }).parse(reply.json()).b })
    expect(await worker().ask(newer, forever())).toMatchObject({ value: 2, cached: false })
    expect(await worker().ask(newer, forever())).toMatchObject({ value: 2, cached: true })
  })

  test('holds no key, and its rows say nothing of what was asked', async () => {
    fixtures.on('/open-meteo/v1', scenarios.ok({ a: 1 }))
    const env = { ...fixtures.env('open-meteo'), UPSTREAM_OPEN_METEO_KEY: 'hunter2' }
    const asked = question({ upstream: 'open-meteo', path: '/v1', query: { place: 'somewhere' } })
    expect((await worker(env).ask(asked, forever())).sourceUrl).not.toContain('hunter2')
    expect(fixtures.seen('/open-meteo/v1')[0]?.query.get('apikey')).toBe('hunter2')
    const { rows } = await db.pg.query('select * from upstream_cache')
    expect(JSON.stringify(rows)).not.toMatch(/hunter2|somewhere/)
  })

  test('forgets what nobody may serve any more, then the oldest, until it is small enough', async () => {
    const door = worker()
    for (const name of ['a', 'b', 'c', 'd']) {
      fixtures.on(`/npm-registry/${name}`, scenarios.ok('x'.repeat(1_000)))
      await door.ask(question({ path: `/${name}`, ttlS: 3_600, staleS: 0, read: (reply) => reply.status }), forever())
      await passed(60)
    }
    const kept = async () => (await db.pg.query('select from upstream_cache')).rowCount
    await purgeUpstreamCache(db.pg, 1_000_000)
    expect(await kept()).toBe(4)
    await purgeUpstreamCache(db.pg, 2_500)
    expect(await kept()).toBe(2)
    expect(await worker().ask(question({ path: '/d', ttlS: 3_600, read: () => 1 }), forever())).toMatchObject({
      cached: true,
    })
    await passed(3_600)
    await purgeUpstreamCache(db.pg, 1_000_000)
    expect(await kept()).toBe(0)
  })

  test('without a database there is no cache, but still an answer', async () => {
    fixtures.on(PATH, scenarios.ok({ a: 1 }))
    const away = openDb('postgres://nobody@127.0.0.1:1/none', 2)
    expect(await worker({}, away).ask(question(), forever())).toMatchObject({ value: { a: 1 }, cached: false })
    await away.close()
  })
})

describe('several sources', () => {
  const sources = (...ids: (typeof HERE)[number][]) => ids.map((upstream) => question({ upstream }))

  test('are asked in order until one answers, and the answer says which failed', async () => {
    fixtures.on('/npm-registry/thing', scenarios.error500())
    fixtures.on('/frankfurter/thing', scenarios.html())
    fixtures.on('/ecb/thing', scenarios.ok({ from: 'ecb' }))
    const answer = await worker().ask(sources('npm-registry', 'frankfurter', 'ecb'), forever())
    expect(answer).toMatchObject({
      value: { from: 'ecb' },
      source: 'European Central Bank',
      tried: [
        { source: 'npm-registry', problem: 'server_error' },
        { source: 'frankfurter', problem: 'bad_response' },
      ],
    })
    expect(results).toEqual(['npm-registry server_error', 'frankfurter bad_response', 'ecb ok'])
  })

  test('a slow one leaves time for the next', async () => {
    fixtures.on('/npm-registry/thing', scenarios.slow())
    fixtures.on('/frankfurter/thing', scenarios.ok({ from: 'second' }))
    const answer = await worker().ask(sources('npm-registry', 'frankfurter'), { ...forever(), withinMs: 1_400 })
    expect(answer).toMatchObject({ value: { from: 'second' }, tried: [{ source: 'npm-registry', problem: 'timeout' }] })
  })

  test('one that is switched off is passed over and not asked', async () => {
    fixtures.on('/frankfurter/thing', scenarios.ok({}))
    const answer = await worker({ UPSTREAM_NPM_REGISTRY_URL: 'off' }).ask(
      sources('npm-registry', 'frankfurter'),
      forever(),
    )
    expect(answer.tried).toEqual([{ source: 'npm-registry', problem: 'not_configured' }])
  })

  test('all failing is a refusal that names them and says when to come back', async () => {
    fixtures.on('/npm-registry/thing', scenarios.rateLimited(120))
    fixtures.on('/frankfurter/thing', scenarios.rateLimited(60))
    await expect(worker().ask(sources('npm-registry', 'frankfurter'), forever())).rejects.toMatchObject({
      code: 'upstream_unavailable',
      detail: {
        retryAfterS: 60,
        extra: {
          tried: [
            { source: 'npm-registry', problem: 'rate_limited' },
            { source: 'frankfurter', problem: 'rate_limited' },
          ],
        },
      },
    })
  })

  test('all failing is a stale answer where there is one, the first source’s before the second’s', async () => {
    fixtures.on('/npm-registry/thing', scenarios.ok({ from: 'first' }), scenarios.error500())
    fixtures.on('/frankfurter/thing', scenarios.ok({ from: 'second' }), scenarios.error500())
    await worker().ask(sources('frankfurter'), forever())
    await worker().ask(sources('npm-registry'), forever())
    await passed(3_600)
    const answer = await worker().ask(sources('npm-registry', 'frankfurter'), forever())
    expect(answer).toMatchObject({
      value: { from: 'first' },
      source: 'npm registry',
      cached: true,
      stale: true,
      tried: [{ source: 'npm-registry' }, { source: 'frankfurter' }],
    })
    expect(Math.round(answer.ageS / 100)).toBe(36)
    expect(results.at(-1)).toBe('npm-registry stale')
  })

  test('nothing is served that is staler than its question allows', async () => {
    fixtures.on(PATH, scenarios.ok({}), scenarios.error500())
    await worker().ask(question({ staleS: 86_400 }), forever())
    await passed(3_600)
    await expect(worker().ask(question({ staleS: 60 }), forever())).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
    expect(await worker().ask(question({ staleS: 86_400 }), forever())).toMatchObject({ stale: true })
    await passed(86_400)
    await expect(worker().ask(question(), forever())).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

describe('what others learn', () => {
  test('an upstream sees who asks and where to complain, and that its terms are kept', async () => {
    fixtures.on('/nominatim/search', scenarios.ok([]))
    const env = { ...fixtures.env('nominatim'), PUBLIC_BASE_URL: 'https://farebox.example' }
    const asked = question({ upstream: 'nominatim', path: '/search' })
    await expect(worker(env).ask(asked, forever())).rejects.toMatchObject({
      detail: {
        // Waiting a few seconds would change nothing.
        retryAfterS: 3_600,
        fix: { action: expect.stringContaining('operator') },
        extra: { tried: [{ source: 'nominatim', problem: 'not_configured' }] },
      },
    })
    await worker({ ...env, UPSTREAM_CONTACT: 'ops@farebox.example' }).ask(asked, forever())
    expect(fixtures.seen('/nominatim/search').map(({ headers }) => headers['user-agent'])).toEqual([
      'Farebox/1.0 (+https://farebox.example; ops@farebox.example)',
    ])
  })

  test('a failure is logged with its upstream and its problem, never with a key, a value or an answer', async () => {
    const lines: string[] = []
    const log = createLog('debug', { write: (line: string) => void lines.push(line) })
    fixtures.on('/open-meteo/v1/*', scenarios.reply(401, { error: 'the key hunter2 is not known' }))
    const env = { ...fixtures.env('open-meteo'), UPSTREAM_OPEN_METEO_KEY: 'hunter2' }
    const config = parseConfig(testEnv(database.url, undefined, env))
    const asked = question({
      upstream: 'open-meteo',
      path: '/v1/{place}',
      fill: { place: 'somewhere' },
      query: { q: 'words' },
    })
    const door = openUpstreams({ config, db, log })
    for (let i = 0; i < 6; i += 1)
      await expect(door.ask(asked, forever())).rejects.toMatchObject({ code: 'upstream_unavailable' })
    const entries = lines.map((line): unknown => JSON.parse(line))
    expect(entries[0]).toMatchObject({
      upstream: 'open-meteo',
      problem: 'refused',
      reason: 'it answered 401',
      path: '/v1/{place}',
      msg: 'upstream failed',
    })
    expect(entries).toContainEqual(expect.objectContaining({ msg: 'upstream breaker', open: true }))
    expect(lines.join('')).not.toMatch(/hunter2|somewhere|words/)
  })
})

describe('together', () => {
  test('the same question at the same time is one request', async () => {
    fixtures.on(PATH, scenarios.ok({ a: 1 }))
    const door = worker()
    const answers = await Promise.all(Array.from({ length: 20 }, () => door.ask(question(), forever())))
    expect(fixtures.count(PATH)).toBe(1)
    expect(new Set(answers.map(({ retrievedAt }) => retrievedAt)).size).toBe(1)
  })

  test('who leaves gets its own reason, and the request ends when nobody is left', async () => {
    fixtures.on(PATH, scenarios.slow())
    const stop = new AbortController()
    const asked = worker().ask(question(), { signal: stop.signal })
    await expect.poll(() => fixtures.count(PATH)).toBe(1)
    stop.abort(new Error('the call is over'))
    await expect(asked).rejects.toThrow('the call is over')
    expect(results).toEqual([])
  })
})

describe('the pace', () => {
  const strict = { ...upstreams.gdelt, perSecond: 0.01, burst: 3 }

  test('is one for all workers: a burst at once, then a wait that grows, then no room', async () => {
    const workers = [sharedPace(db.pg, LOG), sharedPace(db.pg, LOG)]
    const waits: number[] = []
    for (let i = 0; i < 5; i += 1) waits.push((await workers[i % 2]?.take('gdelt', strict, 250_000)) ?? -1)
    expect(waits.slice(0, 3)).toEqual([0, 0, 0])
    // A token every 100 seconds.
    expect(waits.slice(3).map((ms) => Math.round(ms / 100_000))).toEqual([1, 2])
    await expect(workers[0]?.take('gdelt', strict, 1_000)).rejects.toMatchObject({ problem: 'rate_limited' })
    // Another upstream has its own.
    expect(await workers[0]?.take('kraken', strict, 0)).toBe(0)
  })

  test('50 at once take 3 tokens, never more', async () => {
    const pace = sharedPace(db.pg, LOG)
    const taken = await Promise.allSettled(Array.from({ length: 50 }, () => pace.take('gdelt', strict, 0)))
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  test('stops for all workers when an upstream says so', async () => {
    const [one, two] = [sharedPace(db.pg, LOG), sharedPace(db.pg, LOG)]
    await one.pause('gdelt', strict, 60_000)
    const refused = await two.take('gdelt', strict, 5_000).catch((error: unknown) => error)
    expect(refused).toMatchObject({ problem: 'rate_limited' })
    // Safe: matched a line above.
    expect(Math.ceil((refused as { retryAfterMs: number }).retryAfterMs / 1_000)).toBe(60)
  })

  test('an upstream that said 429 is left alone by a worker that never heard it', async () => {
    fixtures.on(PATH, scenarios.rateLimited(60))
    await expect(worker().ask(question(), forever())).rejects.toMatchObject({ detail: { retryAfterS: 60 } })
    await setImmediate()
    await expect(worker().ask(question(), forever())).rejects.toMatchObject({
      detail: { extra: { tried: [{ source: 'npm-registry', problem: 'rate_limited' }] } },
    })
    expect(fixtures.count(PATH)).toBe(1)
  })
})

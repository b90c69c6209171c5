import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import {
  type Scenario,
  scenarios,
  startUpstreamFixtures,
  type UpstreamFixtures,
} from '#test/support/files/upstream-fixtures.ts'
import { openWorld, QUEUES_IN_TURN, type World } from '#test/support/world/world.ts'

const REST = '/wikipedia/en/api/rest_v1/page/summary'
const ACTION = '/wikipedia-api/en/w/api.php'
const summaryOf = (title: string) => ({
  type: 'standard',
  title,
  titles: { normalized: title },
  extract: `${title} is a thing.`,
  content_urls: { desktop: { page: `https://en.wikipedia.org/wiki/${title}` } },
  revision: '17',
  timestamp: '2026-11-17T08:21:44Z',
})

/** JSON that says it is UTF-8 and is not. */
const inLatin1 =
  (value: unknown): Scenario =>
  (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      .end(Buffer.from(JSON.stringify(value), 'latin1'))

describe.each(QUEUES_IN_TURN)('a paid call that asks an upstream, on the %s queue', (backend) => {
  let world: World
  let fixtures: UpstreamFixtures
  let key: string
  let keyId: string
  beforeAll(async () => {
    fixtures = await startUpstreamFixtures()
    // No copies in memory, so that the clock of the cache can be moved in the database.
    const env = { ...fixtures.env('wikipedia', 'wikipedia-api'), UPSTREAM_MEMORY_MB: '0' }
    world = await openWorld({ backend, env })
    await world.ready()
    ;({ key, keyId } = await world.key(50))
  })
  afterEach(() => fixtures.reset())
  afterAll(async () => {
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await world.close()
    await fixtures.close()
  })

  const ask = (title: string) => world.call('wikipedia-summary', { title }, { 'x-service-key': key })
  const cents = async () => {
    const [row] = await world.sql<{ posted: string; held: string }>(
      `select a.posted, a.held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return { cents: Number(row?.posted) / 10_000, held: Number(row?.held) / 10_000 }
  }
  const hoursPass = () => world.sql(`update upstream_cache set fetched_at = fetched_at - interval '25 hours'`)

  test('is charged for an answer, says where it is from, and is charged for the cached one too', async () => {
    const before = await cents()
    fixtures.on(`${REST}/Fresh`, scenarios.ok(summaryOf('Fresh')))
    const fresh = await ask('Fresh')
    expect(fresh.status).toBe(200)
    expect(fresh.body).toMatchObject({
      charge: { cents: 1 },
      result: {
        found: true,
        extract: 'Fresh is a thing.',
        source: {
          name: 'Wikipedia',
          url: `${fixtures.url}/wikipedia/en/api/rest_v1/page/summary/Fresh`,
          cached: false,
          cache_age_s: 0,
          stale: false,
          tried: [],
        },
      },
    })
    const again = await ask('Fresh')
    expect(again.body).toMatchObject({
      charge: { cents: 1 },
      result: {
        source: { cached: true, stale: false },
        source_url: `${fixtures.url}/wikipedia/en/api/rest_v1/page/summary/Fresh`,
        retrieved_at: expect.any(String),
        cached: true,
        age_s: expect.any(Number),
        stale: false,
      },
    })
    expect(fixtures.count(`${REST}/Fresh`)).toBe(1)
    expect(await cents()).toEqual({ cents: before.cents - 2, held: 0 })
  })

  test('gets a stale answer, named so, when no source can be reached', async () => {
    fixtures.on(`${REST}/Old`, scenarios.ok(summaryOf('Old')), scenarios.error500())
    fixtures.on(ACTION, scenarios.error500())
    await ask('Old')
    await hoursPass()
    const stale = await ask('Old')
    expect(stale.status).toBe(200)
    expect(stale.body).toMatchObject({
      charge: { cents: 1 },
      result: {
        extract: 'Old is a thing.',
        cached: true,
        stale: true,
        source: {
          cached: true,
          stale: true,
          tried: [
            { source: 'wikipedia', problem: 'server_error' },
            { source: 'wikipedia-api', problem: 'server_error' },
          ],
        },
      },
    })
  })

  test('is charged for an honest "there is none"', async () => {
    const before = await cents()
    fixtures.on(`${REST}/Qwxzzy`, scenarios.notFound())
    fixtures.on(ACTION, scenarios.ok(['Qwxzzy', ['Qwerty'], [''], ['https://…']]))
    const answer = await ask('Qwxzzy')
    expect(answer.body).toMatchObject({ ok: true, result: { found: false, candidates: ['Qwerty'] } })
    expect(await cents()).toEqual({ cents: before.cents - 1, held: 0 })
  })

  test('goes to the next source for an error inside a 200', async () => {
    fixtures.on(`${REST}/Disguise`, scenarios.errorInside200({ type: 'Internal error', title: 'Oops' }))
    fixtures.on(
      ACTION,
      scenarios.ok({ query: { pages: [{ title: 'Disguise', extract: 'From the second source.', pageprops: {} }] } }),
    )
    const answer = await ask('Disguise')
    expect(answer.body).toMatchObject({
      result: {
        extract: 'From the second source.',
        source: { name: 'Wikipedia (Action API)', tried: [{ source: 'wikipedia', problem: 'bad_response' }] },
      },
    })
  })

  test('costs nothing when every source fails, and says which were tried', async () => {
    const before = await cents()
    fixtures.on(`${REST}/Nowhere`, scenarios.html())
    fixtures.on(ACTION, scenarios.errorInside200({ error: { code: 'maxlag', info: 'Waiting for a database server' } }))
    const answer = await ask('Nowhere')
    expect(answer.status).toBe(502)
    expect(answer.body).toMatchObject({
      ok: false,
      code: 'upstream_unavailable',
      charged_cents: 0,
      retryable: true,
      retry_after_s: 5,
      tried: [
        { source: 'wikipedia', problem: 'bad_response' },
        { source: 'wikipedia-api', problem: 'rate_limited' },
      ],
    })
    expect(await cents()).toEqual({ cents: before.cents, held: 0 })
  })

  test('a language that is no Wikipedia is 422 before any money moves, and nobody is asked', async () => {
    const before = await cents()
    const answer = await world.call('wikipedia-summary', { title: 'x', lang: 'en.evil.com/' }, { 'x-service-key': key })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ detail: [{ loc: ['body', 'lang'] }] })
    expect(fixtures.count('*')).toBe(0)
    expect(await cents()).toEqual(before)
  })
})

/** A world whose upstreams nobody asked yet: no breaker knows them. */
async function inFreshWorld(
  run: (given: {
    world: World
    fixtures: UpstreamFixtures
    ask: (title: string) => ReturnType<World['call']>
  }) => Promise<void>,
) {
  const fixtures = await startUpstreamFixtures()
  const world = await openWorld({ backend: 'postgres', env: fixtures.env('wikipedia', 'wikipedia-api') })
  try {
    await world.ready()
    const { key } = await world.key(20)
    await run({
      world,
      fixtures,
      ask: (title) => world.call('wikipedia-summary', { title }, { 'x-service-key': key }),
    })
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  } finally {
    await world.close()
    await fixtures.close()
  }
}

describe('a hostile upstream', () => {
  test.each([
    ['30 MB instead of 3 KB', scenarios.huge(), 'too_large', 1],
    ['a bomb', scenarios.bomb(), 'too_large', 1],
    ['half an answer', scenarios.garbage(), 'bad_response', 1],
    ['a page for a person', scenarios.html(), 'bad_response', 1],
    ['letters of another encoding', inLatin1({ ...summaryOf('Thing'), extract: 'Un café.' }), 'bad_response', 1],
    ['a length that is never reached', scenarios.lengthTooLong(), 'unreachable', 2],
    ['a length that is too short', scenarios.lengthTooShort(), 'bad_response', 1],
    ['a body that never ends', scenarios.endless(), 'timeout', 1],
    ['no answer', scenarios.slow(), 'timeout', 1],
    ['bytes that are no HTTP', scenarios.raw(Buffer.from('\0\x01 nonsense\r\n\r\n')), 'bad_response', 1],
    ['a redirect to the metadata service', scenarios.redirect('http://169.254.169.254/latest/'), 'bad_response', 1],
    ['a rate limit', scenarios.rateLimited(300), 'rate_limited', 1],
  ])('that answers with %s costs nobody anything', async (_, scenario, problem, requests) => {
    await inFreshWorld(async ({ world, fixtures, ask }) => {
      fixtures.on(`${REST}/Thing`, scenario)
      fixtures.on(ACTION, scenarios.reply(400, {}))
      const answer = await ask('Thing')
      expect(answer.status).toBe(502)
      expect(answer.body).toMatchObject({
        code: 'upstream_unavailable',
        charged_cents: 0,
        tried: [
          { source: 'wikipedia', problem },
          { source: 'wikipedia-api', problem: 'refused' },
        ],
      })
      expect(fixtures.count(`${REST}/Thing`)).toBe(requests)
      const [row] = await world.sql(
        `select count(*)::int as n from entry e join transfer t on t.id = e.transfer_id where t.kind = 'journal'`,
      )
      expect(row).toEqual({ n: 0 })
    })
  })

  test('that keeps failing is left alone by the breaker, while other sources and the cache go on', async () => {
    await inFreshWorld(async ({ fixtures, ask }) => {
      fixtures.on(`${REST}/Known`, scenarios.ok(summaryOf('Known')))
      await ask('Known')
      fixtures.on(`${REST}/*`, scenarios.error500())
      fixtures.on(
        ACTION,
        scenarios.ok({ query: { pages: [{ title: 'A', extract: 'By the other way.', pageprops: {} }] } }),
      )
      for (const title of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) expect((await ask(title)).status).toBe(200)
      // One answer, then five failures: the sixth was not asked.
      expect(fixtures.count(`${REST}/*`)).toBe(6)
      expect((await ask('H')).body).toMatchObject({
        result: { extract: 'By the other way.', source: { tried: [{ source: 'wikipedia', problem: 'cooling_down' }] } },
      })
      expect(fixtures.count(`${REST}/*`)).toBe(6)
      expect((await ask('Known')).body).toMatchObject({ result: { source: { name: 'Wikipedia', cached: true } } })
    })
  })
})

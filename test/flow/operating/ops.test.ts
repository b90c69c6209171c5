import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { buildApp } from '#ingress/app.ts'
import { InFlight } from '#ingress/call/admission/in-flight.ts'
import { PaymentIntake } from '#ingress/call/payment/payment-intake.ts'
import type { IngressDeps } from '#ingress/deps.ts'
import { BodyRoom } from '#ingress/http/body/body-room.ts'
import { createLimiter } from '#ingress/http/limiter.ts'
import { RefusedRequests } from '#ingress/http/refused-requests.ts'
import { createMeter } from '#ingress/ops/metrics.ts'
import { brokenRules } from '#ingress/ops/redis-rules.ts'
import { poolSampler } from '#ingress/call/admission/pool-samples.ts'
import { healthRoutes } from '#ingress/surface/health.ts'
import { parseConfig } from '#shared/config.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { createLog } from '#shared/log.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { keptActors } from '#shared/market/users/kept-actors.ts'
import { openQueues, type QueueBackend } from '#shared/queues/backend.ts'
import { POOLS } from '#shared/calls/pools.ts'
import { noTracer } from '#shared/tracing/tracer.ts'
import { forgetFailedJobs } from '#workers/housekeeping/forget-failed-jobs.ts'
import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'

const TOKEN = 'a-token-of-the-operator'
const SECRET = 'a server secret of thirty-two characters'
const bearer = { authorization: `Bearer ${TOKEN}` }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const log = createLog('silent')

const ending: (() => Promise<unknown>)[] = []
let database: TestDatabase
let db: Db
const backends = new Map<QueueBackend['kind'], QueueBackend>()

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 4)
  // A Redis database of its own: other tests' workers must not take these jobs.
  const redisUrl = `${inject('redisUrl')}/11`
  const cleaner = new Redis(redisUrl)
  await cleaner.flushdb()
  cleaner.disconnect()
  backends.set('redis', openQueues({ redisUrl, databaseUrl: database.url, log }))
  backends.set('postgres', openQueues({ redisUrl: undefined, databaseUrl: database.url, log }))
})

afterAll(async () => {
  for (const end of ending) await end()
  for (const queues of backends.values()) await queues.close()
  await db.close()
  await database.drop()
})

/** A real ingress app on a port of its own, with these settings. */
async function startApp(
  on: QueueBackend['kind'] | QueueBackend,
  settings: Record<string, string> = { ADMIN_TOKEN: TOKEN },
) {
  const queues = typeof on === 'string' ? backends.get(on) : on
  if (queues === undefined) throw new Error('the backends are open')
  if (typeof on === 'string') await expect.poll(() => queues.ready()).toBe(true)
  const config = parseConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, SERVER_SECRET: SECRET, ...settings })
  const meter = createMeter(catalog)
  const mint = credentialMint(SECRET, 'test')
  const deps: IngressDeps = {
    config,
    log,
    db,
    queues,
    mint,
    keptActors: keptActors(db, mint),
    catalog,
    forSale: catalog,
    limiter: createLimiter(null),
    callLimiter: createLimiter(null),
    localLimiter: createLimiter(null),
    refused: new RefusedRequests(config.limits.refused.points),
    bodyRoom: new BodyRoom(config.LARGE_BODY_MB * 1024 * 1024),
    meter,
    tracer: noTracer,
    paidCall: () => Promise.reject(new Error('no calls here')),
    planGoal: () => Promise.reject(new Error('no plans here')),
    inFlight: new InFlight(config),
    payments: new PaymentIntake({ config, log, db, settling: null }),
    paymentHealth: () => ({ state: 'off', facilitator: null, networks: null, checked_at: null }),
    pools: poolSampler(db.pg, log),
    lastPools: () => null,
    reliability: () => new Map(),
    slots: () => [],
    x402Sales: () => ({ listings: [], endpoints: [] }),
    storage: () => ({ low: false, volumes: {} }),
    now: () => new Date(),
    stopping: () => false,
  }
  const answer = buildApp(deps, healthRoutes(deps)).callback()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ending.push(() => new Promise((done) => server.close(done).closeAllConnections()))
  // Safe: a TCP server has a port.
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (path: string, init: RequestInit = {}) => fetch(base + path, { redirect: 'manual', ...init })
  const login = (token: string, headers: Record<string, string> = {}) =>
    ask('/ops', { method: 'POST', headers: { ...form, ...headers }, body: new URLSearchParams({ token }) })
  /** A session as a browser would send it back. */
  const session = async () => ({ cookie: (await login(TOKEN)).headers.getSetCookie()[0]?.split(';')[0] ?? '' })
  return { base, ask, login, session, queues, meter }
}

/** What a stranger can tell of an answer: everything but ids and dates. */
async function visible(answer: Response) {
  const body = (await answer.text()).replace(/req_[0-9a-f]+/g, 'req_')
  const names = [...answer.headers.keys()].filter((name) => name !== 'date')
  return { status: answer.status, names, body }
}

const OPERATOR_PATHS = [
  '/metrics',
  '/ops/queues',
  '/ops/queues/',
  '/ops/queues/api/queues',
  '/ops/queues/static/css/main.css',
  '/ops/logout',
  '/ops/',
  '/ops/anything',
]

describe('a stranger', () => {
  test('sees nothing but the login form: everything else is like any unknown path', async () => {
    const { ask } = await startApp('postgres')
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const unknown = await visible(await ask('/nothing-here', { method }))
      for (const path of OPERATOR_PATHS) {
        for (const headers of [{}, { authorization: `Bearer ${TOKEN}x` }, { cookie: 'fb_ops=1999999999.x' }]) {
          expect(await visible(await ask(path, { method, headers })), `${method} ${path}`).toEqual(unknown)
        }
      }
    }
    expect((await ask('/ops')).status).toBe(200)
  })

  test('sees no login form either while ADMIN_TOKEN is not set', async () => {
    const { ask } = await startApp('postgres', {})
    const unknown = await visible(await ask('/nothing-here'))
    for (const path of ['/ops', ...OPERATOR_PATHS]) {
      expect(await visible(await ask(path, { headers: bearer }))).toEqual(unknown)
    }
  })
})

describe('the login', () => {
  test('form allows nothing but its own style and itself', async () => {
    const { ask } = await startApp('postgres')
    const answer = await ask('/ops')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const page = await answer.text()
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect(page).not.toContain('<script')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('opens a session that shows the page, and logging out ends it', async () => {
    const { ask, login, session } = await startApp('postgres')
    const answer = await login(TOKEN)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/ops')
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^fb_ops=\d{10}\.[\w-]{43}; path=\/; expires=[^;]+; samesite=strict; httponly$/i)
    expect(cookie).not.toContain(TOKEN)
    const page = await (await ask('/ops', { headers: await session() })).text()
    for (const pool of POOLS) expect(page).toContain(`<td>${pool}</td>`)
    expect(page).toContain('href="/ops/queues"')

    const left = await ask('/ops/logout', { method: 'POST', headers: await session() })
    expect(left.status).toBe(303)
    expect(left.headers.getSetCookie()[0]).toMatch(/^fb_ops=; path=\/; expires=Thu, 01 Jan 1970/)
  })

  test('sets a Secure cookie where callers come over TLS', async () => {
    const { login } = await startApp('postgres', { ADMIN_TOKEN: TOKEN, PUBLIC_BASE_URL: 'https://farebox.example' })
    expect((await login(TOKEN)).headers.getSetCookie()[0]).toContain('; secure')
  })

  test('refuses every other token and sets no cookie', async () => {
    const { login } = await startApp('postgres')
    for (const token of ['', `${TOKEN} `, TOKEN.toUpperCase()]) {
      const answer = await login(token)
      expect(answer.status).toBe(403)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('is closed to an address after ten tries a minute, also for the right token', async () => {
    const { login } = await startApp('postgres')
    for (let tries = 0; tries < 10; tries += 1) expect((await login('guess')).status).toBe(403)
    const answer = await login(TOKEN)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('does not take a form from a page that is not ours', async () => {
    const { login, base } = await startApp('postgres')
    expect((await login(TOKEN, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await login(TOKEN, { origin: 'null' })).status).toBe(403)
    expect((await login(TOKEN, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await login(TOKEN, { origin: base })).status).toBe(303)
  })

  test('answers whatever is sent to it without a fault', async () => {
    const bodies: { headers: Record<string, string>; body: string | Buffer }[] = [
      { headers: form, body: 'token[]=x&token[a]=y' },
      { headers: form, body: `token=${TOKEN}&token=${TOKEN}` },
      { headers: form, body: 'token=%ff%fe&%' },
      { headers: form, body: `__proto__[token]=${TOKEN}` },
      { headers: form, body: 'a=1&'.repeat(300_000) },
      { headers: form, body: `token=${'x'.repeat(2_000_000)}` },
      { headers: { ...form, 'content-encoding': 'gzip' }, body: gzipSync('token='.padEnd(20_000_000, 'x')) },
      { headers: { ...form, 'content-encoding': 'gzip' }, body: 'not gzip' },
      { headers: { ...form, 'content-encoding': 'nonsense' }, body: 'token=x' },
      { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=nonsense' }, body: 'token=x' },
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: TOKEN }) },
      { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\n' },
    ]
    for (const { headers, body } of bodies) {
      const { ask } = await startApp('postgres')
      // A server may answer and hang up before a large body is sent; that is an answer too.
      const status = await ask('/ops', { method: 'POST', headers, body }).then(
        (answer) => answer.status,
        () => 403,
      )
      expect(status, JSON.stringify(headers) + String(body).slice(0, 40)).toBe(403)
    }
    const { ask } = await startApp('postgres')
    const answer = await ask('/ops', { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })
})

describe.each(['redis', 'postgres'] as const)('on the %s backend', (kind) => {
  const boardOf = async (ask: (path: string, init?: RequestInit) => Promise<Response>) => {
    const answer = await ask('/ops/queues/api/queues?activeQueue=outcome&status=latest&page=1&jobsPerPage=10', {
      headers: bearer,
    })
    // Safe: the board's own answer; wrong fields fail the expectations.
    const { queues } = (await answer.json()) as {
      queues: { name: string; counts: Record<string, number>; readOnlyMode: boolean; isPaused: boolean }[]
    }
    return queues
  }

  test('the board shows all six pools and their jobs to the operator', async () => {
    const { ask, session, queues } = await startApp(kind)
    await queues.queue('outcome').add('calls', { ids: ['one'] })
    const page = await ask('/ops/queues', { headers: await session() })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    const html = await page.text()
    expect(html).toContain('<base href="/ops/queues/"')
    const script = /static\/js\/main\.\w+\.js/.exec(html)?.[0] ?? ''
    const asset = await ask(`/ops/queues/${script}`, { headers: bearer })
    expect(asset.headers.get('content-type')).toContain('javascript')
    expect(asset.headers.get('cache-control')).toContain('private')
    const board = await boardOf(ask)
    expect(board.map(({ name }) => name).toSorted()).toEqual([...POOLS].toSorted())
    expect(board.find(({ name }) => name === 'outcome')?.counts['waiting']).toBeGreaterThan(0)
  })

  test('the board is read-only unless OPS_WRITE says otherwise', async () => {
    const readOnly = await startApp(kind)
    expect((await boardOf(readOnly.ask)).every(({ readOnlyMode }) => readOnlyMode)).toBe(true)
    for (const path of ['/api/queues/pdf-extract/pause', '/api/queues/pause', '/api/queues/pdf-extract/obliterate']) {
      const refused = await readOnly.ask(`/ops/queues${path}`, { method: 'PUT', headers: bearer })
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
    expect(await readOnly.queues.queue('pdf-extract').isPaused()).toBe(false)

    const writable = await startApp(kind, { ADMIN_TOKEN: TOKEN, OPS_WRITE: 'true' })
    const headers = await writable.session()
    const put = (path: string, extra: Record<string, string> = {}, body?: string) =>
      writable.ask(`/ops/queues/api/queues/${path}`, {
        method: 'PUT',
        headers: { ...headers, ...extra },
        ...(body === undefined ? {} : { body }),
      })
    expect((await put('pdf-extract/pause', { origin: 'https://evil.example' })).status).toBe(403)
    const json = { 'content-type': 'application/json' }
    expect((await put('pdf-extract/rate-limit', json, '{broken')).status).toBe(400)
    expect((await put('pdf-extract/rate-limit', { ...json, 'content-encoding': 'gzip' }, 'not gzip')).status).toBe(400)
    expect(await writable.queues.queue('pdf-extract').isPaused()).toBe(false)
    expect((await put('pdf-extract/pause')).status).toBe(200)
    expect(await writable.queues.queue('pdf-extract').isPaused()).toBe(true)
    expect((await put('pdf-extract/resume')).status).toBe(200)
  })

  test('metrics tell queue depth, pools, money, results and the process', async () => {
    const { ask, queues, meter, session } = await startApp(kind)
    await queues.queue('screenshot').add('calls', { ids: ['two'] })
    await db.pg
      .query(`insert into worker_heartbeat (worker_id, pool, slots, busy, run_ms) values ('w1', 'outcome', 8, 1, 4)
      on conflict (worker_id, pool) do update set seen_at = now()`)
    await db.pg.query(`insert into outcome_stat (slug, day, captured_micro, released_micro)
      values ('hash-text', '2026-01-01', 120000, 30000), ('json-repair', '2026-01-02', 10000, 0) on conflict do nothing`)
    await db.pg
      .query(`insert into card_event (id, type, livemode, happened_at, state, reason, look_at, received_at) values
      ('evt_metrics', 'charge.refunded', false, now(), 'quarantined', 'not ours', null, now() - interval '1 hour') on conflict do nothing`)
    meter.answered('hash-text', 'ok', 20)
    const answer = await ask('/metrics', { headers: bearer })
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const lines = (await answer.text()).split('\n')
    for (const line of [
      'farebox_queue_jobs{pool="screenshot",state="waiting"} 1',
      'farebox_queue_jobs{pool="media-processing",state="waiting"} 0',
      'farebox_pool_workers{pool="outcome"} 1',
      'farebox_pool_slots{pool="outcome"} 8',
      'farebox_pool_workers{pool="media-processing"} 0',
      'farebox_pool_open_calls{pool="outcome"} 0',
      'farebox_queue_oldest_wait_seconds{pool="outcome"} 0',
      'farebox_captured_cents_total{currency="usdc"} 13',
      'farebox_released_cents_total{currency="usdc"} 3',
      'farebox_calls_total{slug="hash-text",code="ok"} 1',
      'farebox_call_duration_seconds_count{pool="outcome",result="ok"} 1',
      'farebox_waiting{what="mails"} 0',
      'farebox_waiting{what="card_events_quarantined"} 1',
      'farebox_trial_grants{what="today"} 0',
    ]) {
      expect(lines).toContain(line)
    }
    const ahead = lines.find((line) => line.startsWith('farebox_partitions_ahead_seconds{table="call"}'))
    expect(Number(ahead?.split(' ')[1])).toBeGreaterThan(58 * 86_400)
    const oldest = lines.find((line) =>
      line.startsWith('farebox_waiting_oldest_seconds{what="card_events_quarantined"}'),
    )
    expect(Number(oldest?.split(' ')[1])).toBeGreaterThanOrEqual(3_600)
    expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds '))).toBe(true)
    expect(lines.some((line) => line.startsWith('process_cpu_seconds_total '))).toBe(true)
    const named = lines.filter((line) => line.startsWith('# HELP ')).map((line) => line.split(' ')[2])
    expect(new Set(named).size).toBe(named.length)
    expect((await ask('/metrics', { headers: await session() })).status).toBe(200)
  })

  test('a pool that a worker keeps closed has no worker, and metrics and readiness tell of it', async () => {
    const { ask } = await startApp(kind)
    await db.pg.query(`insert into worker_heartbeat (worker_id, pool, slots, busy, run_ms, is_open, notice) values
      ('w2', 'pdf-extract', 0, 0, 0, false, 'No namespaces here.'),
      ('w2', 'media-processing', 2, 0, 0, true, 'No namespaces here either.')`)
    try {
      const lines = (await (await ask('/metrics', { headers: bearer })).text()).split('\n')
      for (const line of [
        'farebox_pool_workers{pool="pdf-extract"} 0',
        'farebox_pool_closed_workers{pool="pdf-extract"} 1',
        'farebox_pool_unsandboxed_workers{pool="pdf-extract"} 0',
        'farebox_pool_workers{pool="media-processing"} 1',
        'farebox_pool_closed_workers{pool="media-processing"} 0',
        'farebox_pool_unsandboxed_workers{pool="media-processing"} 1',
      ]) {
        expect(lines).toContain(line)
      }
      expect(await (await ask('/readyz')).json()).toMatchObject({
        pools: { 'pdf-extract': { workers: 0, closed: 1 }, 'media-processing': { workers: 1, unsandboxed: 1 } },
        warnings: expect.arrayContaining([
          'pdf-extract stays closed on 1 worker: No namespaces here.',
          'media-processing is open without isolation on 1 worker: No namespaces here either.',
        ]),
      })
    } finally {
      await db.pg.query(`delete from worker_heartbeat where worker_id = 'w2'`)
    }
  })

  test('readiness is green without workers, and asks for them only with ?pools=all', async () => {
    const { ask, queues } = await startApp(kind)
    const ready = await ask('/readyz')
    expect(ready.status).toBe(200)
    const info =
      queues.redis === null ? '' : (await queues.redis.info('memory')) + (await queues.redis.info('persistence'))
    expect(await ready.json()).toMatchObject({
      ok: true,
      database: 'up',
      queue: { kind, state: 'up' },
      pools: { screenshot: { workers: 0 } },
      warnings: [
        expect.stringMatching(/^No process sweeps/),
        ...brokenRules(info),
        expect.stringMatching(/^This service takes no x402 payments/),
      ],
    })
    const all = await ask('/readyz?pools=all')
    expect(all.status).toBe(503)
    expect(await all.json()).toMatchObject({ ok: false, code: 'unavailable', retryable: true, charged_cents: 0 })
    expect((await ask('/readyz?pools=some')).status).toBe(422)
    expect((await ask('/livez')).status).toBe(200)
  })
})

test('a queue server that is away takes nothing else with it', async () => {
  const away = openQueues({ redisUrl: 'redis://127.0.0.1:1', databaseUrl: database.url, log })
  ending.push(away.close)
  const { ask } = await startApp(away)
  const metrics = await (await ask('/metrics', { headers: bearer })).text()
  expect(metrics).not.toContain('farebox_queue_jobs{')
  expect(metrics).toContain('farebox_captured_cents_total{currency="usdc"}')
  const page = await ask('/ops', { headers: bearer })
  expect([page.status, (await page.text()).includes('The queue does not answer.')]).toEqual([200, true])
  expect((await ask('/ops/queues', { headers: bearer })).status).toBe(503)
  const ready = await ask('/readyz')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ database: 'up', queue: { kind: 'redis', state: 'down' } })
  expect((await ask('/livez')).status).toBe(200)
})

describe('named operators', () => {
  type Ask = Awaited<ReturnType<typeof startApp>>['ask']

  const act = async (ask: Ask, headers: Record<string, string>, fields: Record<string, string>) => {
    const body = new URLSearchParams({ once: randomUUID(), ...fields })
    const answer = await ask('/ops/act', { method: 'POST', headers: { ...form, ...headers }, body })
    return { status: answer.status, text: await answer.text() }
  }
  const added = async (ask: Ask, operator: string, role: string) => {
    const { status, text } = await act(ask, bearer, { do: 'operator add', operator, role })
    const [token = ''] = /fb_test_op_\w+/.exec(text) ?? []
    expect([status, token]).toEqual([200, expect.stringMatching(/^fb_test_op_\w{50}$/)])
    return { authorization: `Bearer ${token}` }
  }
  const logged = async (target: string) =>
    (
      await db.pg.query<{ actor: string; action: string; outcome: string }>(
        `select actor, action, outcome from operator_action where target = $1 order by id`,
        [target],
      )
    ).rows.map(({ actor, action, outcome }) => [actor, action, outcome])
  const DESK = [
    '',
    '/search',
    '/keys',
    '/users',
    '/reports',
    '/disputes',
    '/cards',
    '/payouts',
    '/settings',
    '/log',
    '/operators',
  ]

  test('a viewer sees every page and changes nothing; an operator acts; root alone makes operators', async () => {
    const { ask } = await startApp('postgres')
    const viewer = await added(ask, 'vera', 'viewer')
    const operator = await added(ask, 'olaf', 'operator')
    for (const path of DESK) {
      const page = await ask(`/ops${path}`, { headers: viewer })
      const text = await page.text()
      expect([path, page.status]).toEqual([path, 200])
      expect(text).not.toContain('action="/ops/act"')
      expect(text).not.toContain(TOKEN)
      expect(text).not.toContain(SECRET)
    }
    expect((await ask('/metrics', { headers: viewer })).status).toBe(200)
    expect((await act(ask, viewer, { do: 'key grant', cents: '500' })).status).toBe(403)
    const granted = await act(ask, operator, { do: 'key grant', cents: '500' })
    const [, keyId = ''] = /<dt>key id<\/dt>\s*<dd><code>(\w{12})</.exec(granted.text) ?? []
    expect([granted.status, granted.text]).toEqual([200, expect.stringMatching(/fb_test_sk_\w{50}/)])
    for (const who of [viewer, operator])
      expect((await act(ask, who, { do: 'operator add', operator: 'eve', role: 'operator' })).status).toBe(403)
    expect((await act(ask, bearer, { do: 'operator add', operator: 'olaf', role: 'viewer' })).status).toBe(409)

    const credit = { do: 'key credit', key_id: keyId, cents: '250', reason: 'A failed run', once: randomUUID() }
    expect((await act(ask, operator, credit)).text).toContain('750')
    expect((await act(ask, operator, credit)).status).toBe(409)
    expect((await act(ask, operator, { do: 'key revoke', key_id: keyId, reason: 'Lost' })).text).toContain('750')
    expect((await act(ask, operator, { ...credit, once: randomUUID() })).status).toBe(409)
    expect(await logged(keyId)).toEqual([
      ['olaf', 'key credit', 'done'],
      ['olaf', 'key revoke', 'done'],
      ['olaf', 'key credit', expect.stringMatching(/^refused: .*revoked/)],
    ])
    const story = await (await ask(`/ops/search?id=${keyId}`, { headers: viewer })).text()
    expect(story).toContain('key revoke')
    expect((await audit(db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('a session is that of its operator, and ends with the operator', async () => {
    const { ask, login } = await startApp('postgres')
    const { authorization } = await added(ask, 'mona', 'operator')
    const cookie = (await login(authorization.slice(7))).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const page = await ask('/ops', { headers: { cookie } })
    expect(await page.text()).toContain('mona, operator')
    expect((await act(ask, bearer, { do: 'operator revoke', operator: 'mona' })).status).toBe(200)
    expect(await (await ask('/ops', { headers: { cookie } })).text()).toContain('name="token"')
    expect((await ask('/ops/keys', { headers: { authorization } })).status).toBe(404)
    // The name may be used again, by somebody whose token is another.
    expect((await added(ask, 'mona', 'viewer')).authorization).not.toBe(authorization)
  })

  test('the log only grows: no row of it is changed, removed or told another end', async () => {
    const { ask } = await startApp('postgres')
    await act(ask, bearer, { do: 'outcome pause', slug: 'hash-text', minutes: '1' })
    await act(ask, bearer, { do: 'outcome resume', slug: 'hash-text' })
    const [first] = await logged('hash-text')
    expect(first).toEqual(['root', 'outcome pause', 'done'])
    for (const statement of [
      `update operator_action set actor = 'nobody'`,
      `update operator_action set outcome = 'failed', ended_at = now()`,
      'delete from operator_action',
      'truncate operator_action',
    ])
      await expect(db.pg.query(statement)).rejects.toThrow(/the log only grows/)
  })

  test.each([
    ['no id of its sending', { do: 'key grant', cents: '5', once: '' }, 400],
    ['an unknown act', { do: 'operator promote', operator: 'olaf' }, 400],
    ['a name of the prototype', { do: 'constructor' }, 400],
    ['an amount that is none', { do: 'key grant', cents: '-5' }, 400],
    ['an unknown key', { do: 'key credit', key_id: '0'.repeat(12), cents: '5', reason: 'x' }, 404],
    ['an unknown outcome', { do: 'outcome pause', slug: 'no-such', minutes: '5' }, 404],
    ['an unknown account', { do: 'account suspend', username: '<script>alert(1)</script>' }, 404],
    ['a script for a reason', { do: 'key revoke', key_id: '0'.repeat(12), reason: '<script>alert(1)</script>' }, 404],
  ])('a form with %s is refused', async (_, fields, status) => {
    const { ask } = await startApp('postgres')
    const answer = await act(ask, bearer, fields)
    expect(answer.status).toBe(status)
    expect(answer.text).not.toContain('<script>alert')
    expect(await (await ask('/ops/log', { headers: bearer })).text()).not.toContain('<script>alert')
  })

  test('the pools are streamed to who is signed in', async () => {
    const { ask } = await startApp('postgres')
    expect((await ask('/ops/live')).status).toBe(404)
    const answer = await ask('/ops/live', { headers: bearer })
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    const reader = answer.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toContain('media-processing')
    await reader?.cancel()
  })
})

test('failed jobs need attention; that of a recurring task is forgotten in time, and one of a call stays', async () => {
  const { queues, ask } = await startApp('redis')
  const queue = queues.queue('settlement-watch')
  const worker = queues.worker('settlement-watch', () => Promise.reject(new Error('on purpose')), { concurrency: 2 })
  await queue.add('purge', { task: 'purge' })
  await queue.add('hash-text', { ids: [randomUUID()] })
  await expect.poll(() => queue.getFailedCount()).toBe(2)
  await worker.close()
  expect(await (await ask('/ops', { headers: bearer })).text()).toContain('2 failed jobs of settlement-watch')
  expect(await forgetFailedJobs(queues)).toBe(0)
  expect(await forgetFailedJobs(queues, 0)).toBe(1)
  expect((await queue.getJobs(['failed'])).map(({ name }) => name)).toEqual(['hash-text'])
})

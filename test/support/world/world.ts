import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { Pool as PgPool } from 'pg'
import { inject } from 'vitest'

import type { OpenapiDocument } from '#ingress/discovery/openapi/build-openapi.ts'
import { type Ingress, startIngress } from '#ingress/start-ingress.ts'
import { type Config, parseConfig } from '#shared/config.ts'
import type { LimitName } from '#shared/limits.rules.ts'
import { createLog } from '#shared/log.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantPass } from '#shared/money/passes/grant-pass.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'
import { openConfiguredQueues } from '#shared/open-configured-queues.ts'
import { openDatabase } from '#shared/open-database.ts'
import type { Pool } from '#shared/calls/pools.ts'
import { startWorkers, type Workers } from '#workers/start-workers.ts'

import { cloneDatabase } from './database.ts'
import { openapiValidator, type ValidateResponse } from '../openapi-validator.ts'
import { ownRedisUrl } from './own-redis.ts'
import { testCatalog } from './test-outcomes.ts'

export type Backend = 'redis' | 'postgres'
export const BACKENDS: readonly Backend[] = ['redis', 'postgres']
/** For tests that take long: Redis alone in `npm test`, both queues in `npm run test:faults`. */
export const QUEUES_IN_TURN = process.env['EVERY_CASE'] === '1' ? BACKENDS : BACKENDS.slice(0, 1)

export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string }

/** Payments are offered, and nobody settles them: enough for tests that look at a 402. */
export const PAYABLE = { SETTLEMENT_URL: 'http://127.0.0.1:1' }

/** Settings under which tests run: as shipped, but quick to stop and generous with one address. */
export function testEnv(
  databaseUrl: string,
  redisUrl: string | undefined,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    SERVER_SECRET: 'test-secret-test-secret-test-secret-0123',
    ADMIN_TOKEN: 'test-admin-token-0123',
    PORT: '0',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    // Nobody has the keys of these. Payments are on where a test sets SETTLEMENT_URL, too.
    BASE_PAY_TO: '0x000000000000000000000000000000000000dEaD',
    SOLANA_PAY_TO: '11111111111111111111111111111111',
    SOLANA_FEE_PAYER: '11111111111111111111111111111111',
    DRAIN_MS: '0',
    SHUTDOWN_GRACE_MS: '5000',
    LIMITS: 'off',
    ...more,
  }
}

export type WorldOptions = {
  backend: Backend
  pools?: readonly Pool[]
  /** Pools that look served although nobody runs their calls: an unpaid call of them gets its 402. */
  idle?: readonly Pool[]
  env?: Record<string, string>
  /** The database of a lab, which drops it; a new one unless said. */
  databaseUrl?: string
  /** Limits that hold, by their points; all others are off. */
  limits?: Partial<Record<LimitName, number>>
}

/** The settings with some limits set. */
function withLimits(config: Config, points: NonNullable<WorldOptions['limits']>): Config {
  const entries = Object.entries(config.limits).map(([name, rule]) => {
    // Safe: the names of the limits.
    const set = points[name as LimitName]
    return [name, set === undefined ? rule : { ...rule, points: set }]
  })
  // Safe: every limit, as before.
  return { ...config, limits: Object.fromEntries(entries) as Config['limits'] }
}

/** One database, one queue, one ingress and one worker process's pools, all real, in this process. */
export async function openWorld(options: WorldOptions) {
  const database =
    options.databaseUrl === undefined
      ? await cloneDatabase()
      : { url: options.databaseUrl, drop: () => Promise.resolve() }
  const redisUrl = options.backend === 'redis' ? await ownRedisUrl(inject('redisUrl')) : undefined
  const config = withLimits(parseConfig(testEnv(database.url, redisUrl, options.env)), {
    // All users of a test come from one address.
    'login-address': 100_000,
    ...options.limits,
  })
  const log = createLog(config.LOG_LEVEL)
  const mint = credentialMint(config.SERVER_SECRET, 'test')
  const db = openDatabase(config, log)
  if (options.idle !== undefined) await showWorkers(db.pg, options.idle)
  const openSide = () => ({
    config,
    log,
    db,
    queues: openConfiguredQueues(config, log),
    mint,
    catalog: testCatalog,
  })

  const ingressSide = openSide()
  const ingress = await startIngress(ingressSide)
  const workerSides: { workers: Workers; close: () => Promise<void> }[] = []
  const startPools = (pools: readonly Pool[]) => {
    const side = openSide()
    const workers = startWorkers(side, pools)
    const running = {
      workers,
      close: async () => {
        await workers.stop()
        await side.queues.close()
      },
    }
    workerSides.push(running)
    return running
  }
  const pools = options.pools ?? ['outcome', 'settlement-watch']
  if (pools.length > 0) startPools(pools)
  const baseUrl = `http://127.0.0.1:${ingress.port}`

  // Every response any test receives, errors too, has to be what the document says.
  const validateResponse = await validatorOf(ingress, baseUrl)
  const request = async (
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: unknown; signal?: AbortSignal } = {},
  ): Promise<Answer> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...(init.body === undefined ? {} : { 'content-type': 'application/json' }), ...init.headers },
      ...(init.body === undefined
        ? {}
        : { body: typeof init.body === 'string' ? init.body : JSON.stringify(init.body) }),
      ...(init.signal === undefined ? {} : { signal: init.signal }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    // Safe: every JSON answer of ours is an object.
    const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
    validateResponse(method, path, response.status, isJson ? body : text)
    return { status: response.status, headers: response.headers, body, text }
  }

  return {
    baseUrl,
    config,
    db,
    mint,
    ingress,
    database,
    redisUrl,
    startPools,
    request,
    /** POSTs an outcome call. */
    call: (slug: string, body: unknown = {}, headers: Record<string, string> = {}, signal?: AbortSignal) =>
      request('POST', `/api/v1/outcomes/${slug}`, { body, headers, ...(signal === undefined ? {} : { signal }) }),
    /** A prepaid key with this many cents. */
    key: async (cents: number) => grantKey(db.pg, mint, cents),
    pass: async (kind: 'day' | 'week' | 'month') => grantPass(db.pg, mint, kind),
    sql: async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
      (await db.pg.query<Row>(text, values)).rows,
    /** Resolves when at least one worker of each named pool has shown itself. */
    ready: async (wanted: readonly Pool[] = pools) => {
      await eventually(async () => {
        const { body } = await request('GET', '/readyz')
        // Safe: the readiness body of our own server.
        const seen = (body['pools'] ?? {}) as Record<string, { workers: number }>
        return wanted.every((pool) => (seen[pool]?.workers ?? 0) > 0)
      })
    },
    close: async () => {
      for (const side of workerSides) await side.close()
      await ingress.stop()
      await ingressSide.queues.close()
      await db.close()
      await database.drop()
    },
  }
}

const validators = new Map<string, Promise<ValidateResponse>>()

/** The document says the same wherever the same routes are served; making it takes longer than a start. */
function validatorOf({ routes }: Ingress, baseUrl: string): Promise<ValidateResponse> {
  const served = routes.map(({ method, path }) => `${method} ${path}`).join('\n')
  const known = validators.get(served)
  if (known !== undefined) return known
  const made = (async () => {
    const response = await fetch(`${baseUrl}/openapi.json`)
    // Safe: our own document.
    return openapiValidator((await response.json()) as OpenapiDocument)
  })()
  validators.set(served, made)
  return made
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Makes pools look served for an hour, whoever works. */
export async function showWorkers(pg: PgPool, pools: readonly Pool[]): Promise<void> {
  await pg.query(
    `insert into worker_heartbeat (worker_id, pool, slots, busy, run_ms, seen_at)
     select 'idle', unnest($1::text[]), 40, 0, 1, now() + interval '1 hour'`,
    [pools],
  )
}

/**
 * Waits for a condition. The time ends what hangs and judges nothing: a busy machine may take ten times as long as an idle
 * one, so a shorter time is for what a test is about.
 */
export async function eventually(holds: () => Promise<boolean> | boolean, withinMs = 90_000): Promise<void> {
  const until = Date.now() + withinMs
  for (let pauseMs = 10; !(await holds()); pauseMs = Math.min(pauseMs * 1.2, 100)) {
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms: ${holds.toString().slice(0, 300)}`)
    await pause(pauseMs)
  }
}

export const randomId = () => randomBytes(8).toString('hex')

import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { type Db, openDb } from '#shared/db/open-db.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

import type { Load } from './generator.ts'
import type { Machine } from './machine.ts'
import { type Started, startProcess } from './processes.ts'

export const SECRET = 'bench-secret-bench-secret-bench-secret-01'
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const CONCURRENCY = '64'

/** Shipped limits, off and raised so that one key and one address may load the machine; printed with the table. */
export const RAISED: Record<string, string> = {
  OUTCOME_CONCURRENCY: CONCURRENCY,
  LIMITS: 'off',
  MAX_IN_FLIGHT: '2000',
}

export type Row = {
  name: string
  /** Everything whose CPU counts for the row; `worker` and PostgreSQL where it has them. */
  processes: Started[]
  load: Pick<Load, 'url' | 'path' | 'headers' | 'body' | 'status' | 'right'>
}

const servesHash = (body: string) => body.includes(HELLO)

/** Row a: bare Koa. */
export async function rowA(answerBytes: number): Promise<Row> {
  const ingress = await startProcess(
    'test/bench/rows/a-echo.ts',
    [],
    { ANSWER_BYTES: String(answerBytes) },
    { serves: 'http' },
  )
  return {
    name: 'a',
    processes: [ingress],
    load: {
      url: ingress.baseUrl,
      path: '/',
      headers: () => ({}),
      status: 200,
      right: (body) => body.length === answerBytes,
    },
  }
}

/** Row b: Koa, BullMQ, waitUntilFinished. */
export async function rowB(machine: Machine): Promise<Row> {
  const env = { REDIS_URL: `${machine.redisUrl}/1`, OUTCOME_CONCURRENCY: CONCURRENCY }
  const worker = await startProcess('test/bench/rows/b-worker.ts', [], env)
  const ingress = await startProcess('test/bench/rows/b-ingress.ts', [], env, { serves: 'http' })
  return {
    name: 'b',
    processes: [ingress, worker],
    load: { url: ingress.baseUrl, path: '/', headers: () => ({}), status: 200, right: servesHash },
  }
}

export type Ours = {
  db: Db
  ingress: Started
  worker: Started
  housekeeper: Started
  env: Record<string, string>
  key: (cents: number) => Promise<string>
}

/** Our own processes on a database: one ingress, one worker of the outcome pool, and the settlement-watch that sweeps. */
export async function startOurs(
  machine: Machine,
  databaseUrl: string,
  redisIndex: number,
  files = { ingress: 'ingress/main.ts', worker: 'workers/main.ts' },
  more: Record<string, string> = {},
): Promise<Ours> {
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: `${machine.redisUrl}/${redisIndex}`,
    SERVER_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    DRAIN_MS: '0',
    ...RAISED,
    ...more,
  }
  const db = openDb(databaseUrl, 2)
  const mint = credentialMint(SECRET, 'test')
  const housekeeper = await startProcess('workers/main.ts', ['settlement-watch'], env, { serves: 'health' })
  const worker = await startProcess(
    files.worker,
    ['outcome'],
    env,
    files.worker === 'workers/main.ts' ? { serves: 'health' } : {},
  )
  const ingress = await startProcess(files.ingress, [], env, { serves: 'http' })
  await pause(1_500)
  return { db, ingress, worker, housekeeper, env, key: async (cents) => (await grantKey(db.pg, mint, cents)).key }
}

/** Rows c: our full paid call, with as many keys as given. */
export async function rowC(ours: Ours, keys: number): Promise<Row> {
  const pool = await Promise.all(Array.from({ length: keys }, () => ours.key(50_000_000)))
  return {
    name: keys === 1 ? 'c (one key)' : `c (${keys} keys)`,
    processes: [ours.ingress, ours.worker],
    load: {
      url: ours.ingress.baseUrl,
      path: '/api/v1/outcomes/hash-text',
      headers: (nth) => ({ 'x-service-key': pool[nth % pool.length] ?? '' }),
      status: 200,
      right: servesHash,
    },
  }
}

/** Row d: the unpaid 402. */
export const rowD = (ours: Ours): Row => ({
  name: 'd',
  processes: [ours.ingress],
  load: {
    url: ours.ingress.baseUrl,
    path: '/api/v1/outcomes/hash-text',
    headers: () => ({}),
    status: 402,
    right: (body) => body.includes('"accepts"'),
  },
})

export const databaseName = () => `bench_${randomBytes(4).toString('hex')}`

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { Client } from 'pg'

import { openDb } from '#shared/db/open-db.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'
import { startPgbouncer } from '#test/support/proxies/start-pgbouncer.ts'
import { redisServers } from '#test/support/world/redis-servers.ts'

import { endAfter } from './end-after.ts'
import { load } from './generator.ts'
import { startMachine } from './machine.ts'
import { median } from './measure-row.ts'
import { cpuMs, type Started, startProcess, treeCpuMs, treeMemoryMb } from './processes.ts'
import { databaseName, RAISED, SECRET } from './rows.ts'

/**
 * `npm run bench -- scale`: what each part of the paid call costs in CPU time, with one to four ingresses and workers, on one
 * Redis and on a cluster of three, and through PgBouncer with statements that have no names. Our own processes are pinned to
 * one core; PostgreSQL, Redis, PgBouncer and the generator to the other. Calls a second are those of this machine with both
 * cores full; what a part costs for each call is what docs/scaling.md computes with (scale-plan.ts). Prints a table and one JSON line.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const SECONDS = 5
const WARM_SECONDS = 4
const CONNECTIONS = 64
const KEYS = 100
const MOST_MINUTES = 30
const [OURS, THEIRS] = ['0', '1']

type Way = { name: string; ingresses: number; workers: number; redis: 'one' | 'cluster'; isPooled: boolean }
const WAYS: readonly Way[] = [
  { name: '1 ingress, 1 worker', ingresses: 1, workers: 1, redis: 'one', isPooled: false },
  { name: '2 ingresses, 2 workers', ingresses: 2, workers: 2, redis: 'one', isPooled: false },
  { name: '4 ingresses, 4 workers', ingresses: 4, workers: 4, redis: 'one', isPooled: false },
  { name: 'Redis Cluster of three', ingresses: 1, workers: 1, redis: 'cluster', isPooled: false },
  { name: 'PgBouncer, no names', ingresses: 1, workers: 1, redis: 'one', isPooled: true },
]

/** Milliseconds of CPU for each call that was answered right. */
type Costs = { ingress: number; worker: number; redis: number; postgres: number; pgbouncer: number; sweeper: number }
type Measured = Costs & {
  perSecond: number
  wrong: number
  connections: number
  /** Bytes that one call writes to the log, and by which it makes tables and indexes grow. */
  logBytes: number
  rowBytes: number
  /** Megabytes of PostgreSQL with its shared buffers, and of Redis. */
  postgresMb: number
  redisMb: number
}

const pin = (pid: number, core: string) =>
  execFileSync('taskset', ['-a', '-p', '-c', core, String(pid)], { stdio: 'ignore' })
const say = (line: string) => process.stdout.write(`${line}\n`)

pin(process.pid, THEIRS)
const machine = await startMachine()
endAfter(MOST_MINUTES, () => machine.stop())
const folder = mkdtempSync(join(tmpdir(), 'farebox-scale-'))
const servers = redisServers()
try {
  const databaseUrl = await machine.database(databaseName())
  const admin = new Client({ connectionString: databaseUrl })
  await admin.connect()
  await admin.query(`alter database ${new URL(databaseUrl).pathname.slice(1)} set timezone to 'UTC'`)
  await admin.end()
  const pooler = await startPgbouncer(join(folder, 'pgbouncer'), databaseUrl)
  const masters = await servers.cluster()
  const mint = credentialMint(SECRET, 'test')
  const db = openDb(databaseUrl, 2)
  const keys: string[] = []
  for (let nth = 0; nth < KEYS; nth += 1) keys.push((await grantKey(db.pg, mint, 50_000_000)).key)

  const runs = new Map<string, Measured[]>()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of WAYS) runs.set(way.name, [...(runs.get(way.name) ?? []), await measure(way)])
  const failing = (await audit(db.pg)).filter(({ ok }) => !ok)
  await db.close()

  say(
    'CPU milliseconds a call     ingress  worker   Redis  PostgreSQL  PgBouncer  sweeper   calls/s  wrong  connections',
  )
  const medians = WAYS.map(({ name }) => {
    const of = (pick: (run: Measured) => number) => median((runs.get(name) ?? []).map(pick))
    const row = {
      name,
      ingress: of((run) => run.ingress),
      worker: of((run) => run.worker),
      redis: of((run) => run.redis),
      postgres: of((run) => run.postgres),
      pgbouncer: of((run) => run.pgbouncer),
      sweeper: of((run) => run.sweeper),
      perSecond: of((run) => run.perSecond),
      wrong: (runs.get(name) ?? []).reduce((sum, run) => sum + run.wrong, 0),
      connections: of((run) => run.connections),
      logBytes: of((run) => run.logBytes),
      rowBytes: of((run) => run.rowBytes),
      postgresMb: of((run) => run.postgresMb),
      redisMb: of((run) => run.redisMb),
    }
    const { ingress, worker, redis, postgres, pgbouncer, sweeper } = row
    const costs = [ingress, worker, redis, postgres, pgbouncer, sweeper]
      .map((ms) => ms.toFixed(3).padStart(8))
      .join(' ')
    say(
      `${name.padEnd(26)} ${costs} ${row.perSecond.toFixed(0).padStart(9)} ${String(row.wrong).padStart(6)} ${String(row.connections).padStart(12)} ${row.logBytes.toFixed(0).padStart(10)} ${row.rowBytes.toFixed(0).padStart(10)}  PostgreSQL ${row.postgresMb.toFixed(0)} MB, Redis ${row.redisMb.toFixed(0)} MB`,
    )
    return row
  })
  say(`ledger audit afterwards: ${failing.length === 0 ? 'green' : `RED: ${failing.map(({ id }) => id).join(', ')}`}`)
  say(JSON.stringify({ scale: medians, audit_ok: failing.length === 0 }))
  await pooler.stop()
  process.exitCode = failing.length === 0 ? 0 : 1

  async function written(): Promise<{ log: number; size: number }> {
    const { rows } = await db.pg.query<{ log: number; size: number }>(
      `select (pg_current_wal_insert_lsn() - '0/0')::float8 as log, pg_database_size(current_database())::float8 as size`,
    )
    return rows[0] ?? { log: 0, size: 0 }
  }

  async function measure(way: Way): Promise<Measured> {
    const env = {
      SERVER_SECRET: SECRET,
      LOG_LEVEL: 'error',
      DRAIN_MS: '0',
      ...RAISED,
      ...(way.redis === 'one'
        ? { REDIS_URL: `${machine.redisUrl}/2` }
        : { REDIS_URL: masters.map(({ url }) => url).join(','), REDIS_CLUSTER: 'true' }),
      ...(way.isPooled
        ? { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: databaseUrl, DATABASE_POOLER: 'transaction' }
        : { DATABASE_URL: databaseUrl }),
    }
    const started: Started[] = []
    const start = async (file: string, args: string[], serves: 'http' | 'health') => {
      const process = await startProcess(file, args, env, { serves })
      pin(process.pid, OURS)
      started.push(process)
      return process
    }
    try {
      const sweeper = await start('workers/main.ts', ['settlement-watch'], 'health')
      const workers: Started[] = []
      const ingresses: Started[] = []
      for (let nth = 0; nth < way.workers; nth += 1) workers.push(await start('workers/main.ts', ['outcome'], 'health'))
      for (let nth = 0; nth < way.ingresses; nth += 1) ingresses.push(await start('ingress/main.ts', [], 'http'))
      const redisPids = way.redis === 'one' ? [machine.pids.redis] : masters.map((master) => master.pid())
      for (const pid of [machine.pids.postgres, ...redisPids]) pin(pid, THEIRS)
      await pause(1_500)
      const all = () => ({
        ingress: sum(ingresses.map(({ pid }) => cpuMs(pid))),
        worker: sum(workers.map(({ pid }) => cpuMs(pid))),
        sweeper: cpuMs(sweeper.pid),
        redis: sum(redisPids.map(treeCpuMs)),
        postgres: treeCpuMs(machine.pids.postgres),
        pgbouncer: treeCpuMs(pooler.pid()),
      })
      const work = (seconds: number) =>
        Promise.all(
          ingresses.map(({ baseUrl }) =>
            load({
              url: baseUrl,
              path: '/api/v1/outcomes/hash-text',
              headers: (nth) => ({ 'x-service-key': keys[nth % keys.length] ?? '' }),
              status: 200,
              right: (body) => body.includes('"ok":true'),
              connections: Math.ceil(CONNECTIONS / ingresses.length),
              seconds,
            }),
          ),
        )
      await work(WARM_SECONDS)
      const before = { ...all(), ...(await written()) }
      const measured = await work(SECONDS)
      const after = { ...all(), ...(await written()) }
      const right = sum(measured.map((one) => one.right))
      const cost = (part: keyof Costs) => (after[part] - before[part]) / right
      return {
        ingress: cost('ingress'),
        worker: cost('worker'),
        redis: cost('redis'),
        postgres: cost('postgres'),
        pgbouncer: cost('pgbouncer'),
        sweeper: cost('sweeper'),
        perSecond: sum(measured.map((one) => one.perSecond)),
        wrong: sum(measured.map((one) => one.wrong)),
        logBytes: (after.log - before.log) / right,
        rowBytes: (after.size - before.size) / right,
        postgresMb: treeMemoryMb(machine.pids.postgres),
        redisMb: sum(redisPids.map(treeMemoryMb)),
        connections: Number(
          (await db.pg.query(`select count(*) from pg_stat_activity where client_port is not null`)).rows[0]?.count,
        ),
      }
    } finally {
      for (const process of started.toReversed()) await process.stop()
    }
  }
} finally {
  await servers.close()
  await machine.stop()
  rmSync(folder, { recursive: true, force: true })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Client } from 'pg'

import { migrate } from '#shared/db/migrate.ts'
import { migrations } from '#shared/db/migrations/list.ts'
import { startEmbeddedPostgres } from '#shared/playground/postgres/embedded-postgres.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { choosePostgresLauncher } from '#shared/playground/postgres/postgres-launcher.ts'
import { ensurePrivateFolder } from '#shared/playground/private-folder.ts'
import { createProcessFamily } from '#shared/playground/processes/process-family.ts'
import { flagsOf } from '#shared/process/node-flags.ts'
import { spawnWithSecrets } from '#shared/process/spawn-with-secrets.ts'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

import { startPgbouncer } from '../support/proxies/start-pgbouncer.ts'
import { type RedisKind, startRedis } from './redis-kinds.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The last migration beside which processes of builds without months of calls serve every call (docs/operating.md). */
const BESIDE_FORMER = '0050-event-months'
const MONTHS_OF_CALLS = '0052-call-months'

/** A process of ours that is started again whenever it ends, as a supervisor would. */
export type Kept = {
  port: number
  child: () => ChildProcess
  /** Lets it end what it does, and starts this release in its place, as a rolling restart would. */
  upgrade: () => void
  stop: () => Promise<void>
}

/** Keeps a process of the release whose checkout is in the folder `release`. */
function keep(release: string, file: string, args: string[], env: Record<string, string>, port: number): Kept {
  let root = release
  // Logs go to stderr, where they are wanted.
  const logs = process.env['CHAOS_LOG'] === undefined ? 'ignore' : 2
  let stopped = false
  let child: ChildProcess
  const start = () => {
    child = spawnWithSecrets(
      process.execPath,
      [
        ...flagsOf(file),
        ...(env['CHAOS_PLANT'] === undefined ? [] : ['--import', join(ROOT, 'test/chaos/plant.ts')]),
        join(root, file),
        ...args,
      ],
      {
        cwd: root,
        env: { PATH: process.env['PATH'], FAREBOX_PARENT_PID: String(process.pid), ...env, PORT: String(port) },
        stdio: ['ignore', logs, logs],
      },
    )
    child.once('exit', () => {
      if (!stopped) setTimeout(start, 200)
    })
  }
  start()
  return {
    port,
    child: () => child,
    upgrade() {
      root = ROOT
      child.kill('SIGTERM')
    },
    async stop() {
      stopped = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/**
 * Settings of the parts of a run beside those that all have. Each ingress asks the sweeper of its number. `former` is a
 * checkout of the previous release, whose processes are the first.
 */
type PartSettings = {
  former?: string | undefined
  ports: readonly number[]
  ingress: Record<string, string>
  sweeper: Record<string, string>
  redisKind: RedisKind
  /** Whether PgBouncer stands before PostgreSQL. */
  isPooled: boolean
}

/**
 * Everything a run kills: two ingresses, three workers, two sweepers that settle sales and pay sellers, PostgreSQL with
 * fsync on, Redis of a kind with its append-only file. With `former`, that release makes the schema and starts its
 * processes, and then this one migrates beside them, as far as they go on with it. `finishMigration` does the rest.
 */
export async function startParts(env: Record<string, string>, given: PartSettings) {
  const { former, ports, ingress, sweeper, redisKind, isPooled } = given
  const release = former === undefined ? ROOT : resolve(former)
  const state = join(ROOT, '.farebox')
  ensurePrivateFolder(state)
  const folder = join(state, 'chaos', `run-${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const family = createProcessFamily(join(folder, 'postgres.json'))
  const launcher = await choosePostgresLauncher({ folder, id: `chaos-${process.pid}`, keptWay: undefined })
  const postgres = await startEmbeddedPostgres({
    family,
    launcher,
    password: 'chaos-chaos',
    preferredPort: undefined,
    logFile: join(folder, 'postgres.log'),
    isDurable: true,
  })
  const redis = await startRedis(redisKind, join(folder, 'redis'), state)
  const admin = new Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  await admin.query('create database chaos')
  await admin.end()
  const databaseUrl = postgres.url('chaos')
  if (former === undefined) await migrate(databaseUrl)
  else await migrateAs(release, databaseUrl)
  const pooler = isPooled ? await startPgbouncer(join(folder, 'pgbouncer'), databaseUrl) : null
  const all = {
    ...env,
    ...redis.env,
    ...(pooler === null
      ? { DATABASE_URL: databaseUrl }
      : { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: databaseUrl, DATABASE_POOLER: 'transaction' }),
  }
  const settlementPorts = await Promise.all(ports.map(() => freePort(undefined)))
  const ingresses = ports.map((port, nth) => {
    const SETTLEMENT_URL = `http://127.0.0.1:${settlementPorts[nth]}`
    return keep(release, 'test/bench/rows/c-ingress.ts', [], { ...all, ...ingress, SETTLEMENT_URL }, port)
  })
  const workers = Array.from({ length: 3 }, () => keep(release, 'test/bench/rows/c-worker.ts', ['outcome'], all, 0))
  const sweepers = settlementPorts.map((port) =>
    keep(release, 'workers/main.ts', ['settlement-watch'], { ...all, ...sweeper, SETTLEMENT_PORT: String(port) }, 0),
  )
  if (former !== undefined) {
    await Promise.all(ports.map(untilReady))
    await migrate(databaseUrl, migrations, 1, (await hasMonths(databaseUrl)) ? undefined : BESIDE_FORMER)
  }
  let postmaster = postgres.child
  return {
    databaseUrl,
    redis,
    pooler,
    ingresses,
    workers,
    sweepers,
    /** Runs the migrations that wait until no process of the release before is left. */
    finishMigration: () => migrate(databaseUrl),
    /** kill -9 or a fast stop of PostgreSQL, and up again. */
    async restartPostgres(signal: 'SIGKILL' | 'SIGINT', downMs: number): Promise<void> {
      if (postmaster.pid !== undefined) process.kill(postmaster.pid, signal)
      await postmaster.exited
      await pause(downMs)
      // A killed server's children may hold its memory a moment longer; whoever supervises it tries again.
      do postmaster = await postgres.restart()
      while (!(await isUp(databaseUrl, postmaster.exited)))
    },
    async stop(): Promise<void> {
      await Promise.all([...ingresses, ...workers, ...sweepers].map((part) => part.stop()))
      await pooler?.stop()
      await redis.stop()
      await family.stopAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes the schema of another release, by its own program. */
async function migrateAs(release: string, databaseUrl: string): Promise<void> {
  const child = spawnWithSecrets(process.execPath, [join(release, 'shared/db/migrate.ts')], {
    cwd: release,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 2],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the migration of ${release} ended with ${String(code)}`)
}

/** Whether the other release has months of calls: then every migration goes on beside it. */
async function hasMonths(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rowCount } = await client.query('select from schema_migration where name = $1', [MONTHS_OF_CALLS])
  await client.end()
  return rowCount === 1
}

async function untilReady(port: number): Promise<void> {
  while ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok !== true) await pause(200)
}

/** True when the server answers, false when it ended instead. */
async function isUp(databaseUrl: string, exited: Promise<unknown>): Promise<boolean> {
  let ended = false
  void exited.then(() => (ended = true))
  for (;;) {
    if (ended) return false
    const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 1_000 })
    client.on('error', () => {})
    const answered = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (answered) return true
    await pause(100)
  }
}

export type Parts = Awaited<ReturnType<typeof startParts>>

/** The parts in the order of a rolling restart, in which each kind is of both releases for as long as possible. */
export function inTurns({ ingresses, workers, sweepers }: Pick<Parts, 'ingresses' | 'workers' | 'sweepers'>): Kept[] {
  const kinds = [workers, sweepers, ingresses]
  const most = Math.max(...kinds.map(({ length }) => length))
  return Array.from({ length: most }, (_, nth) => kinds.flatMap((kind) => kind.slice(nth, nth + 1))).flat()
}

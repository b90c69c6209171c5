import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'

import { migrate } from '#shared/db/migrate.ts'
import { startEmbeddedPostgres } from '#shared/playground/postgres/embedded-postgres.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { choosePostgresLauncher } from '#shared/playground/postgres/postgres-launcher.ts'
import { ensurePrivateFolder } from '#shared/playground/private-folder.ts'
import { createProcessFamily } from '#shared/playground/processes/process-family.ts'
import { NODE_FLAGS } from '#shared/process/node-flags.ts'
import { spawnWithSecrets } from '#shared/process/spawn-with-secrets.ts'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

import { startPgbouncer } from '../support/proxies/start-pgbouncer.ts'
import { type RedisKind, startRedis } from './redis-kinds.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A process of ours that is started again whenever it ends, as a supervisor would. */
export type Kept = { port: number; child: () => ChildProcess; stop: () => Promise<void> }

function keep(file: string, args: string[], env: Record<string, string>, port: number): Kept {
  // Logs go to stderr, where they are wanted.
  const logs = process.env['CHAOS_LOG'] === undefined ? 'ignore' : 2
  let stopped = false
  let child: ChildProcess
  const start = () => {
    child = spawnWithSecrets(
      process.execPath,
      [
        ...NODE_FLAGS,
        ...(env['CHAOS_PLANT'] === undefined ? [] : ['--import', join(ROOT, 'test/chaos/plant.ts')]),
        join(ROOT, file),
        ...args,
      ],
      {
        cwd: ROOT,
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
    async stop() {
      stopped = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Settings of the parts of a run beside those that all have. Each ingress asks the sweeper of its number. */
type PartSettings = {
  ports: readonly number[]
  ingress: Record<string, string>
  sweeper: Record<string, string>
  redisKind: RedisKind
  /** Whether PgBouncer stands before PostgreSQL. */
  isPooled: boolean
}

/**
 * Everything a run kills: two ingresses, three workers, two sweepers that settle sales and pay sellers, PostgreSQL with
 * fsync on, Redis of a kind with its append-only file.
 */
export async function startParts(env: Record<string, string>, given: PartSettings) {
  const { ports, ingress, sweeper, redisKind, isPooled } = given
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
  await migrate(databaseUrl)
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
    return keep('test/bench/rows/c-ingress.ts', [], { ...all, ...ingress, SETTLEMENT_URL }, port)
  })
  const workers = Array.from({ length: 3 }, () => keep('test/bench/rows/c-worker.ts', ['outcome'], all, 0))
  const sweepers = settlementPorts.map((port) =>
    keep('workers/main.ts', ['settlement-watch'], { ...all, ...sweeper, SETTLEMENT_PORT: String(port) }, 0),
  )
  let postmaster = postgres.child
  return {
    databaseUrl,
    redis,
    pooler,
    ingresses,
    workers,
    sweepers,
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

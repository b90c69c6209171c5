import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Client } from 'pg'

import { migrate } from '#shared/db/migrate.ts'
import { startEmbeddedPostgres } from '#shared/playground/postgres/embedded-postgres.ts'
import { startLocalRedis } from '#test/support/world/local-redis.ts'
import { choosePostgresLauncher } from '#shared/playground/postgres/postgres-launcher.ts'
import { ensurePrivateFolder } from '#shared/playground/private-folder.ts'
import { createProcessFamily } from '#shared/playground/processes/process-family.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The servers all rows share: PostgreSQL with fsync on and Redis with its append-only file, both made for this run. */
export async function startMachine() {
  const state = join(ROOT, '.farebox')
  ensurePrivateFolder(state)
  const folder = join(state, 'bench', `run-${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const family = createProcessFamily(join(folder, 'postgres.json'))
  const launcher = await choosePostgresLauncher({ folder, id: `bench-${process.pid}`, keptWay: undefined })
  const postgres = await startEmbeddedPostgres({
    family,
    launcher,
    password: randomBytes(12).toString('hex'),
    preferredPort: undefined,
    logFile: join(folder, 'postgres.log'),
    isDurable: true,
  })
  const redis = await startLocalRedis({ folder: join(folder, 'redis'), programs: state, path: process.env['PATH'] })
  return {
    redisUrl: redis.url,
    /** The servers, for their CPU time. */
    pids: { postgres: postgres.child.pid ?? 0, redis: redis.pid() },
    /** A migrated database of its own; the name is a plain SQL identifier. */
    async database(name: string): Promise<string> {
      const admin = new Client({ connectionString: postgres.url('postgres') })
      await admin.connect()
      try {
        await admin.query(`create database ${name}`)
      } finally {
        await admin.end()
      }
      await migrate(postgres.url(name))
      return postgres.url(name)
    },
    async stop(): Promise<void> {
      await redis.stop()
      await family.stopAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Machine = Awaited<ReturnType<typeof startMachine>>

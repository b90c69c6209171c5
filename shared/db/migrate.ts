import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { runMigrations as runQueueMigrations } from 'bullmq'
import { Client } from 'pg'

import { takeEnvironment } from '#shared/process/take-environment.ts'
import { readSecretFiles } from '#shared/secret-files.ts'
import { auctionFunctions } from '#shared/market/auctions/auction-functions.ts'

import { isLockTimeout } from './outage.ts'
import { QUEUE_SCHEMA } from './connection-options.ts'
import { readMigrateSettings } from './migrate-settings.ts'
import { migrations } from './migrations/list.ts'
import { addMonths } from './months.ts'
import { ormOptions } from './orm-options.ts'
import { revenueByShard } from './revenue-by-shard.ts'
import { takeOver } from './take-over.ts'

const LOCK = 840_2001
/** Milliseconds a statement waits for a lock: whoever calls meanwhile waits behind it. */
const LOCK_WAIT_MS = 1_000
/** Tries of a migration whose tables are in use, and the pause between them, in which the calls that waited go on. */
const MOST_TRIES = 60
const PAUSE_MS = 1_000

/**
 * Brings the schema up to date: the application's tables by MikroORM migrations, the queue's by BullMQ's own. A database
 * of 0.1.0 is taken over first. An advisory lock makes concurrent processes wait for the first one. Each migration is a
 * transaction of its own that waits a second for a lock and is tried again, so that calls go on beside it. Partitions of
 * coming months are made, too. Returns the names of the migrations it ran. `shards`: into how many sub-accounts our revenue
 * of calls is divided. `until`: the last migration to run, for an upgrade in two steps. `list` is for tests.
 */
export async function migrate(
  databaseUrl: string,
  list: typeof migrations = migrations,
  shards = 1,
  until?: string,
): Promise<string[]> {
  const lock = new Client({ connectionString: databaseUrl })
  await lock.connect()
  try {
    await untilOurs(lock)
    await takeOver(lock)
    await runQueueMigrations(lock, QUEUE_SCHEMA)
    const orm = await MikroORM.init({
      ...ormOptions(databaseUrl, 2),
      // A migration may take longer than the statement timeout of calls.
      driverOptions: { options: `-c lock_timeout=${LOCK_WAIT_MS}` },
      logger: () => {},
      // The migrations are plain SQL and need no entities.
      entities: [],
      discovery: { warnWhenNoEntities: false },
      extensions: [Migrator],
      migrations: { migrationsList: list, snapshot: false, tableName: 'schema_migration', allOrNothing: false },
    })
    try {
      const before = await orm.migrator.getExecuted()
      await untilUnlocked(() => orm.migrator.up(until === undefined ? undefined : { to: until }))
      const functions = list === migrations ? [...auctionFunctions, ...revenueByShard(shards)] : auctionFunctions
      for (const statement of functions) await lock.query(statement)
      await addMonths(lock)
      const after = await orm.migrator.getExecuted()
      return after.slice(before.length).map(({ name }) => name)
    } finally {
      await orm.close(true)
    }
  } finally {
    await lock.end()
  }
}

/**
 * Waits for the lock of migrations. It asks again and again, because a statement that waits has a snapshot, for whose end the
 * process that migrates would wait while it builds an index concurrently.
 */
async function untilOurs(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [LOCK])
    if (rows[0]?.is_ours === true) return
    await pause(PAUSE_MS)
  }
}

/** Does it until no lock is in its way. Throws the last error when one stays there for a minute or two. */
async function untilUnlocked(up: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await up()
      return
    } catch (error) {
      if (!isLockTimeout(error) || tries === MOST_TRIES) throw error
      await pause(PAUSE_MS)
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { env, mistakes } = readSecretFiles(takeEnvironment())
  const settings = readMigrateSettings(env, mistakes, process.argv.slice(2))
  if (typeof settings === 'string') {
    process.stderr.write(`${settings}; nothing was migrated.\n`)
    process.exit(1)
  }
  try {
    const ran = await migrate(settings.databaseUrl, migrations, settings.shards, settings.until)
    process.stdout.write(`${JSON.stringify({ ok: true, ran })}\n`)
  } catch (error) {
    process.stderr.write(`The migration failed: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

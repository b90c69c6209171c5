import type { Config } from '#shared/config.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { requireSessions } from '#shared/db/pooled.ts'
import type { Log } from '#shared/log.ts'

/**
 * Opens the database that the settings name. Behind a pooler, the process ends with a message once its sessions are seen
 * to be set wrongly.
 */
export function openDatabase(config: Config, log: Log): Db {
  const db = openDb(config.DATABASE_URL, config.DB_POOL_MAX, {
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
    isPooled: config.isPooled,
    replica:
      config.DATABASE_READ_URL === undefined
        ? undefined
        : { url: config.DATABASE_READ_URL, mostLagMs: config.DATABASE_READ_LAG_MS },
  })
  // A rejection that nobody handles ends the process (boot.ts).
  if (config.isPooled) void requireSessions(db, log)
  return db
}

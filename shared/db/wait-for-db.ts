import { setTimeout as pause } from 'node:timers/promises'

import type { Pool as PgPool } from 'pg'

import type { Log } from '#shared/log.ts'

const RETRY_MS = 500

/** Resolves once the database answers and its migrations have run. Logs a warning every five seconds while it waits. */
export async function waitForDb(pg: PgPool, log: Log): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await pg.query('select 1 from housekeeping limit 1')
      return
    } catch (error) {
      if (attempt % 10 === 0) log.warn({ err: error }, 'waiting for the database and its migrations')
      await pause(RETRY_MS)
    }
  }
}

import type { Pool as PgPool } from 'pg'

import type { Log } from '#shared/log.ts'

const RETRY_MS = 500

/** Resolves once the database answers and holds our schema; says every few seconds that it waits. */
export async function waitForDb(pg: PgPool, log: Log): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await pg.query('select 1 from housekeeping limit 1')
      return
    } catch (error) {
      if (attempt % 10 === 0) log.warn({ err: error }, 'waiting for the database and its migrations')
      await new Promise((done) => setTimeout(done, RETRY_MS))
    }
  }
}

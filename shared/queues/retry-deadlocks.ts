import type pg from 'pg'

import { retryConflicts } from '#shared/db/retry-conflicts.ts'

/**
 * Makes a pool resend a statement that PostgreSQL rolled back because of concurrency. Two BullMQ commands can lock the
 * same rows in a different order. Each command is one statement, so the one that was rolled back had no effect.
 */
export function retryDeadlocks(pool: Pick<pg.Pool, 'query'>): void {
  // Safe: BullMQ calls it with a text and its parameters.
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>
  // Safe: same arguments and results; BullMQ never passes a callback.
  pool.query = ((...asked: unknown[]) => retryConflicts(() => query(...asked))) as typeof pool.query
}

import type pg from 'pg'

import { retried } from '#shared/db/retried.ts'

/**
 * Has a pool send a statement again that PostgreSQL rolled back for concurrency. Two commands of BullMQ may lock the same
 * rows in another order; each is one statement, and the one that is ended for it has done nothing.
 */
export function retryDeadlocks(pool: Pick<pg.Pool, 'query'>): void {
  // Safe: the form BullMQ asks in, a text and its parameters.
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>
  // Safe: the same questions and the same answers; BullMQ never hands a callback over.
  pool.query = ((...asked: unknown[]) => retried(() => query(...asked))) as typeof pool.query
}

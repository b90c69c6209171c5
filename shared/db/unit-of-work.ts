import type { EntityManager } from '@mikro-orm/sql'
import type { ClientBase, PoolClient } from 'pg'

import { inTransaction } from './in-transaction.ts'
import type { Db } from './open-db.ts'

/**
 * Runs `work` in one transaction with an EntityManager of its own: flushes and commits when it resolves, rolls back when
 * it throws. Do no network requests in `work`.
 */
export async function inUnitOfWork<T>(db: Pick<Db, 'pg' | 'em'>, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const em = await db.em()
  return inTransaction(db.pg, (tx) => inGivenTransaction(em, tx, work))
}

/** Runs `work` with an EntityManager in a transaction that the caller opened and ends; flushes at the end. */
export async function inGivenTransaction<T>(
  em: EntityManager,
  tx: ClientBase,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  em.setTransactionContext(tx)
  try {
    const answer = await work(em)
    await em.flush()
    return answer
  } finally {
    // The connection serves others afterwards.
    em.resetTransactionContext()
  }
}

/** Returns the connection of an EntityManager's transaction, for statements that are SQL. Flushes nothing. */
export function connectionOf(em: EntityManager): PoolClient {
  const tx: PoolClient | undefined = em.getTransactionContext()
  if (tx === undefined) throw new Error('this EntityManager is in no transaction')
  return tx
}

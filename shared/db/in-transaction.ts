import type { ClientBase, Pool as PgPool, PoolClient } from 'pg'

/**
 * Runs `work` in one transaction: commits when it resolves, rolls back when it throws. Do no network requests in
 * `work`.
 */
export async function inTransaction<T>(pg: PgPool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await pg.connect()
  let broken: Error | undefined
  try {
    await tx.query('begin')
    const answer = await work(tx)
    await tx.query('commit')
    return answer
  } catch (error) {
    await tx.query('rollback').catch((lost: unknown) => {
      broken = lost instanceof Error ? lost : new Error('the connection was lost')
    })
    throw error
  } finally {
    tx.release(broken)
  }
}

/** Runs `work` in the caller's transaction. What it wrote is undone when it throws, and the transaction can go on. */
export async function inSavepoint<T>(tx: ClientBase, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint attempt')
  try {
    return await work()
  } catch (error) {
    await tx.query('rollback to savepoint attempt')
    throw error
  }
}

import { Pool as PgPool, TypeOverrides } from 'pg'

import { connectionOptions, KEYED_PLANS, LIST_PLANS } from './connection-options.ts'

/**
 * The database of one process. `pg` is the pool of the money statements, each one round trip. `relaxed` does not wait for the disk: for notes whose
 * loss in a crash of the database costs nothing but another attempt (who runs a call, who is alive). What is written
 * through `pg` afterwards is never durable before them, because the log is one. `lists` plans every statement by its
 * values: for lists that are filtered, sorted and searched.
 */
export type Db = {
  pg: PgPool
  relaxed: PgPool
  lists: PgPool
  close: () => Promise<void>
}

/** Dates and times as PostgreSQL writes them, as MikroORM's own connections have them. */
const DATE_TYPES = [1082, 1114, 1184]

/** Opens the database. Does not wait for it to answer: a process may start before PostgreSQL does. */
export function openDb(databaseUrl: string, poolMax: number, onError: (error: Error) => void = () => {}): Db {
  const types = new TypeOverrides()
  for (const oid of DATE_TYPES) types.setTypeParser(oid, (text: string) => text)
  const open = (max: number, options: string) => {
    const pool = new PgPool({ ...connectionOptions, connectionString: databaseUrl, max, types, options })
    pool.on('error', onError)
    // The pool does not listen to a connection that is lent out, and one that is lost in a transaction, between two
    // statements, would end the process. Its next statement fails by itself.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const pg = open(poolMax, `${connectionOptions.options} ${KEYED_PLANS}`)
  const relaxed = open(Math.min(poolMax, 4), `${connectionOptions.options} ${KEYED_PLANS} -c synchronous_commit=off`)
  const lists = open(Math.min(poolMax, 8), `${connectionOptions.options} ${LIST_PLANS}`)
  return {
    pg,
    relaxed,
    lists,
    async close() {
      await Promise.allSettled([pg.end(), relaxed.end(), lists.end()])
    },
  }
}

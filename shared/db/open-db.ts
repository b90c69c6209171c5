import type { EntityManager } from '@mikro-orm/sql'
import { Pool as PgPool, TypeOverrides } from 'pg'

import type { BoundPools } from './bound-connection.ts'
import { connectionOptions, KEYED_PLANS, LIST_PLANS } from './connection-options.ts'

/**
 * The database of one process. `pg` is the pool for money statements, each one round trip. `relaxed` does not wait for
 * the disk (`synchronous_commit=off`): it is for records whose loss in a database crash only costs another attempt
 * (leases, heartbeats). Later writes through `pg` are never durable before them, because the write-ahead log is
 * sequential. `lists` plans every statement by its values: for lists that are filtered, sorted and searched. `em` makes
 * an EntityManager for one unit of work; it uses `pg`, and `lists` where a read says `connectionType: 'read'`.
 */
export type Db = {
  pg: PgPool
  relaxed: PgPool
  lists: PgPool
  em: () => Promise<EntityManager>
  close: () => Promise<void>
}

/** Type OIDs of dates and timestamps. They stay text, as on MikroORM's own connections. */
const DATE_TYPES = [1082, 1114, 1184]

/** Opens the database without connecting: a process may start before PostgreSQL does. */
export function openDb(databaseUrl: string, poolMax: number, onError: (error: Error) => void = () => {}): Db {
  const types = new TypeOverrides()
  for (const oid of DATE_TYPES) types.setTypeParser(oid, (text: string) => text)
  const open = (max: number, options: string) => {
    const pool = new PgPool({ ...connectionOptions, connectionString: databaseUrl, max, types, options })
    pool.on('error', onError)
    // The pool does not listen for errors of a checked-out client. A connection lost between two statements of a
    // transaction would end the process. The client's next statement fails by itself.
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
    em: entityManagers({ pg, lists }),
    async close() {
      await Promise.allSettled([pg.end(), relaxed.end(), lists.end()])
    },
  }
}

/**
 * Returns a function that makes EntityManagers on pools that exist. MikroORM is loaded with the first one, because most
 * of the operator's tools need no entities. An ingress asks for one at its start.
 */
export function entityManagers(pools: BoundPools): Db['em'] {
  let fork: Promise<() => EntityManager> | undefined
  return async () => {
    fork ??= import('./orm.ts').then(({ openOrm }) => openOrm(pools))
    return (await fork)()
  }
}

import type { EntityManager } from '@mikro-orm/sql'
import { Pool as PgPool, TypeOverrides } from 'pg'

import type { BoundPools } from './bound-connection.ts'
import { CLIENT_LIMITS, SESSIONS, type SessionKind, startupOptions } from './connection-options.ts'
import { pooledUrl, UnnamedClient } from './pooled.ts'
import { followPrimary } from './replica.ts'

/**
 * The database of one process. `pg` is the pool for money statements, each one round trip. `relaxed` does not wait for
 * the disk (`synchronous_commit=off`): it is for records whose loss in a database crash only costs another attempt
 * (leases, heartbeats). Later writes through `pg` are never durable before them, because the write-ahead log is
 * sequential. `lists` plans every statement by its values: for lists that are filtered, sorted and searched. `replica`
 * is for reads that may be a moment old: a read replica, which asks `lists` while it lags; null where there is none. `em`
 * makes an EntityManager for one unit of work; it uses `pg`, and `lists` where a read says `connectionType: 'read'`.
 */
export type Db = {
  pg: PgPool
  relaxed: PgPool
  lists: PgPool
  replica: PgPool | null
  em: () => Promise<EntityManager>
  close: () => Promise<void>
}

export type DbOptions = {
  onError?: (error: Error) => void
  /** Whether a pooler in transaction mode stands before the database: statements have no names, and it sets the sessions. */
  isPooled?: boolean
  /** A read replica, and how many milliseconds it may be behind. */
  replica?: { url: string; mostLagMs: number } | undefined
}

/** Type OIDs of dates and timestamps. They stay text, as on MikroORM's own connections. */
const DATE_TYPES = [1082, 1114, 1184]

/** Opens the database without connecting: a process may start before PostgreSQL does. */
export function openDb(databaseUrl: string, poolMax: number, options: DbOptions = {}): Db {
  const { onError = () => {}, isPooled = false } = options
  const types = new TypeOverrides()
  for (const oid of DATE_TYPES) types.setTypeParser(oid, (text: string) => text)
  const open = (max: number, kind: SessionKind, url = databaseUrl) => {
    const own = isPooled
      ? { connectionString: pooledUrl(url, kind), Client: UnnamedClient }
      : { connectionString: url, options: startupOptions(SESSIONS[kind]) }
    const pool = new PgPool({ ...CLIENT_LIMITS, ...own, max, types })
    pool.on('error', onError)
    // The pool does not listen for errors of a checked-out client. A connection lost between two statements of a
    // transaction would end the process. The client's next statement fails by itself.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const pg = open(poolMax, 'pg')
  const relaxed = open(Math.min(poolMax, 4), 'relaxed')
  const lists = open(Math.min(poolMax, 8), 'lists')
  const replica = options.replica === undefined ? null : open(Math.min(poolMax, 8), 'lists', options.replica.url)
  if (replica !== null) followPrimary(replica, lists, options.replica?.mostLagMs ?? 0)
  return {
    pg,
    relaxed,
    lists,
    replica,
    em: entityManagers({ pg, lists }),
    async close() {
      await Promise.allSettled([pg.end(), relaxed.end(), lists.end(), replica?.end()])
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

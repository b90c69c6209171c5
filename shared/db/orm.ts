import { type EntityManager, MikroORM } from '@mikro-orm/sql'

import { entities } from '../entities.ts'

import { boundDriver, type BoundPools } from './bound-connection.ts'

/**
 * Opens MikroORM with every entity on pools that exist. Returns a function that makes an EntityManager for one unit of
 * work. Only `openDb` loads this module: it takes some 25 MB, and half a second of a process's time.
 */
export function openOrm(pools: BoundPools): () => EntityManager {
  const orm = new MikroORM({
    driver: boundDriver(pools),
    entities,
    // The pools know where the database is.
    dbName: 'farebox',
    replicas: [{}],
    preferReadReplicas: false,
    forceUtcTimezone: true,
    ensureDatabase: false,
  })
  return () => orm.em.fork()
}

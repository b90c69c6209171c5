import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool as PgPool } from 'pg'

import { entities } from './entities.ts'
import { ormOptions } from './orm-options.ts'

/** The database of one process: MikroORM, and the one connection pool it and the money statements share. */
export type Db = { orm: MikroORM; pg: PgPool; close: () => Promise<void> }

/** Opens the database. Does not wait for it to answer: a process may start before PostgreSQL does. */
export async function openDb(databaseUrl: string, poolMax: number): Promise<Db> {
  const orm = await MikroORM.init({ ...ormOptions(databaseUrl, poolMax), entities, ensureDatabase: false })
  const pg = await orm.em.getConnection().getNativeClient()
  return { orm, pg, close: () => orm.close(true) }
}

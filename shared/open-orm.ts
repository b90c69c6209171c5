import { MikroORM } from '@mikro-orm/postgresql'

import { entities } from './entities.ts'
import { ormOptions } from './db/orm-options.ts'

/** Opens MikroORM with every entity. */
export const openOrm = (databaseUrl: string, poolMax: number): Promise<MikroORM> =>
  MikroORM.init({ ...ormOptions(databaseUrl, poolMax), entities, ensureDatabase: false })

import type { Options } from '@mikro-orm/postgresql'

import { connectionOptions, QUEUE_SCHEMA } from './connection-options.ts'
import { PostgresNames } from './naming.ts'

/** MikroORM options shared by `openOrm`, the migrations and mikro-orm.config.ts. */
export const ormOptions = (databaseUrl: string, poolMax = 10): Options => ({
  clientUrl: databaseUrl,
  pool: { min: 0, max: poolMax },
  driverOptions: connectionOptions,
  forceUtcTimezone: true,
  namingStrategy: PostgresNames,
  schemaGenerator: { ignoreSchema: [QUEUE_SCHEMA] },
})

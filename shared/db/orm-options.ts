import type { Options } from '@mikro-orm/postgresql'

import { connectionOptions, QUEUE_SCHEMA } from './connection-options.ts'

/** Options shared by the running processes, the migrations and the CLI. */
export const ormOptions = (databaseUrl: string, poolMax = 10): Options => ({
  clientUrl: databaseUrl,
  pool: { min: 0, max: poolMax },
  driverOptions: connectionOptions,
  forceUtcTimezone: true,
  schemaGenerator: { ignoreSchema: [QUEUE_SCHEMA] },
})

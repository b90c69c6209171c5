import type { Options } from '@mikro-orm/postgresql'

import { connectionOptions } from './connection-options.ts'

/** Schemas that are not ours: BullMQ keeps its own there, and no migration or diff may touch it. */
export const FOREIGN_SCHEMAS = ['bullmq']

/** What the running processes, the migrations and the CLI share. */
export const ormOptions = (databaseUrl: string, poolMax = 10): Options => ({
  clientUrl: databaseUrl,
  pool: { min: 0, max: poolMax },
  driverOptions: connectionOptions,
  forceUtcTimezone: true,
  schemaGenerator: { ignoreSchema: FOREIGN_SCHEMAS },
})

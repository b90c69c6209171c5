import type { Options } from '@mikro-orm/postgresql'

/** Schemas that are not ours: BullMQ keeps its own there, and no migration or diff may touch it. */
export const FOREIGN_SCHEMAS = ['bullmq']

/** What the running processes, the migrations and the CLI share. */
export const ormOptions = (databaseUrl: string, poolMax = 10): Options => ({
  clientUrl: databaseUrl,
  pool: { min: 0, max: poolMax },
  driverOptions: {
    options: '-c timezone=UTC -c statement_timeout=5s -c idle_in_transaction_session_timeout=5s -c lock_timeout=2s',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  },
  forceUtcTimezone: true,
  schemaGenerator: { ignoreSchema: FOREIGN_SCHEMAS },
})

import { z } from 'zod'

import { flag, int, text } from './lib/setting-kinds.ts'

/** Whole months for which calls are kept at least: usage, statistics and everything that is decided about a call is past by then. */
const LEAST_CALL_MONTHS = 6

/** Settings of PostgreSQL and Redis: where they are, what stands before them, and how long calls stay. */
export const DATA_SETTINGS = {
  DATABASE_URL: text.describe('PostgreSQL, e.g. postgres://user:password@host:5432/farebox'),
  DATABASE_POOLER: z
    .enum(['none', 'transaction'])
    .default('none')
    .describe(
      'what DATABASE_URL and DATABASE_READ_URL name: none is PostgreSQL itself, transaction a pooler such as PgBouncer in transaction mode, to which statements are sent without names',
    ),
  DATABASE_DIRECT_URL: text
    .optional()
    .describe('PostgreSQL itself where a pooler stands before it, for migrations, LISTEN and the command line'),
  DATABASE_READ_URL: text
    .optional()
    .describe('a read replica for lists, pages and usage, which may be a moment old; without it the primary is asked'),
  DATABASE_READ_LAG_MS: int(2_000, 1, 600_000).describe(
    'milliseconds by which the read replica may be behind before the primary is asked',
  ),
  CALL_MONTHS: int(0, 0, 1_200)
    .refine((months) => months === 0 || months >= LEAST_CALL_MONTHS, `is neither 0 nor ${LEAST_CALL_MONTHS} or more`)
    .describe('whole months after which calls and their journals are dropped; 0 keeps them'),
  REDIS_URL: text
    .optional()
    .describe(
      'Redis for the queues; several by commas with REDIS_CLUSTER or REDIS_SENTINEL_MASTER. Without it the queues live in PostgreSQL',
    ),
  REDIS_CLUSTER: flag('false').describe('whether REDIS_URL names servers of a Redis Cluster'),
  REDIS_SENTINEL_MASTER: text
    .optional()
    .describe('name of the master that sentinels watch; REDIS_URL then names the sentinels'),
  REDIS_SENTINEL_PASSWORD: text.optional().describe('password of the sentinels themselves, if they have one'),
}

type SessionSettings = Readonly<Record<string, string>>

/** Settings of every session: UTC, and timeouts so that nothing waits forever on a stuck statement. */
const EVERY_SESSION = {
  timezone: 'UTC',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '5s',
  lock_timeout: '2s',
  synchronous_commit: 'on',
}

/**
 * Planner settings for the money statements. Each reads a few rows by key, so nested loops over indexes are always the
 * right plan, whatever the table statistics say. On empty tables PostgreSQL would choose sequential scans and keep them
 * until the first ANALYZE. Plans are generic: one plan for any batch size.
 */
const KEYED_PLANS = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

/**
 * Planner settings for lists that are filtered, sorted and searched: a new plan for each set of values, because the
 * best index for a rare tag is not the best one for a common tag.
 */
const LIST_PLANS = { plan_cache_mode: 'force_custom_plan', jit: 'off' }

/** What each pool of a process (open-db.ts) needs its sessions to be set to, as `show` prints it. */
export const SESSIONS = {
  pg: { ...EVERY_SESSION, ...KEYED_PLANS },
  relaxed: { ...EVERY_SESSION, ...KEYED_PLANS, synchronous_commit: 'off' },
  lists: { ...EVERY_SESSION, ...LIST_PLANS },
} satisfies Record<string, SessionSettings>

export type SessionKind = keyof typeof SESSIONS

/** The settings as PostgreSQL's start-up option. */
export const startupOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Limits that apply on the client, for a network that drops everything; longer than the server's `statement_timeout`. */
export const CLIENT_LIMITS = { connectionTimeoutMillis: 2_000, query_timeout: 7_000, keepAlive: true }

/** Options of every PostgreSQL connection that no pooler stands before. */
export const connectionOptions = { options: startupOptions(EVERY_SESSION), ...CLIENT_LIMITS }

/** The PostgreSQL schema of BullMQ's queues when there is no Redis. Our migrations and schema diffs do not touch it. */
export const QUEUE_SCHEMA = 'bullmq'

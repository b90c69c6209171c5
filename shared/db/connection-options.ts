/**
 * Options of every PostgreSQL connection: UTC, and timeouts so that nothing waits forever on a stuck statement.
 * `query_timeout` applies on the client, for a network that drops everything; it is longer than the server's
 * `statement_timeout`.
 */
export const connectionOptions = {
  options:
    '-c timezone=UTC -c statement_timeout=5s -c idle_in_transaction_session_timeout=5s -c lock_timeout=2s -c synchronous_commit=on',
  connectionTimeoutMillis: 2_000,
  query_timeout: 7_000,
  keepAlive: true,
}

/**
 * Planner settings for the money statements. Each reads a few rows by key, so nested loops over indexes are always the
 * right plan, whatever the table statistics say. On empty tables PostgreSQL would choose sequential scans and keep them
 * until the first ANALYZE. Plans are generic: one plan for any batch size.
 */
export const KEYED_PLANS =
  '-c plan_cache_mode=force_generic_plan -c jit=off -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

/**
 * Planner settings for lists that are filtered, sorted and searched: a new plan for each set of values, because the
 * best index for a rare tag is not the best one for a common tag.
 */
export const LIST_PLANS = '-c plan_cache_mode=force_custom_plan -c jit=off'

/** The PostgreSQL schema of BullMQ's queues when there is no Redis. Our migrations and schema diffs do not touch it. */
export const QUEUE_SCHEMA = 'bullmq'

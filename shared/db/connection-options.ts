/**
 * What every connection to PostgreSQL is opened with: UTC, and limits so that nothing waits on a stuck statement for ever.
 * `query_timeout` is ours, for a network that swallows everything: longer than what the server allows a statement.
 */
export const connectionOptions = {
  options:
    '-c timezone=UTC -c statement_timeout=5s -c idle_in_transaction_session_timeout=5s -c lock_timeout=2s -c synchronous_commit=on',
  connectionTimeoutMillis: 2_000,
  query_timeout: 7_000,
  keepAlive: true,
}

/**
 * How the money statements are planned. Each is a handful of rows found by their keys, so the only right plan is nested
 * loops over indexes, whatever the tables' statistics say: planned on tables that are still empty, PostgreSQL would
 * choose scans and keep them until the first ANALYZE. Planned once for any number of calls in a batch.
 */
export const KEYED_PLANS =
  '-c plan_cache_mode=force_generic_plan -c jit=off -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

/**
 * How lists that are filtered, sorted and searched are planned: anew for each, by what is asked for. Which index is best
 * for a rare tag is not the one for a common one.
 */
export const LIST_PLANS = '-c plan_cache_mode=force_custom_plan -c jit=off'

/** The PostgreSQL schema BullMQ keeps its queues in when there is no Redis. No migration or diff of ours touches it. */
export const QUEUE_SCHEMA = 'bullmq'

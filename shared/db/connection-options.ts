/** What every connection to PostgreSQL is opened with: UTC, and limits so that nothing waits on a stuck statement for ever. */
export const connectionOptions = {
  options:
    '-c timezone=UTC -c statement_timeout=5s -c idle_in_transaction_session_timeout=5s -c lock_timeout=2s -c synchronous_commit=on',
  connectionTimeoutMillis: 2_000,
  keepAlive: true,
}

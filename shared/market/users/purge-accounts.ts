import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/**
 * Deletes what has expired: limit counters, reset requests (after two weeks), reset tokens, wallet challenges,
 * sessions.
 */
export async function purgeAccounts(pg: PgPool): Promise<void> {
  await removeRows(pg, 'limit_counter', `ends_at < now() - interval '1 hour'`)
  await removeRows(pg, 'reset_request', `asked_at < now() - interval '14 days'`)
  await removeRows(pg, 'password_reset', `expires_at < now()`)
  await removeRows(pg, 'wallet_challenge', `expires_at < now()`)
  await removeRows(pg, 'session', `expires_at < now() - interval '7 days'`)
}

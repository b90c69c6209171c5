import type { Pool as PgPool } from 'pg'

/** Takes away what is over: counters, requests for a reset after two weeks, reset tokens, wallet messages, old sessions. */
export async function purgeAccounts(pg: PgPool): Promise<void> {
  await pg.query(`delete from limit_counter where ends_at < now() - interval '1 hour'`)
  await pg.query(`delete from reset_request where asked_at < now() - interval '14 days'`)
  await pg.query(`delete from password_reset where expires_at < now()`)
  await pg.query(`delete from wallet_challenge where expires_at < now()`)
  await pg.query(`delete from session where expires_at < now() - interval '7 days'`)
}

import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import type { AccountHashes } from './account-hashes.ts'

/**
 * Records that a reset was requested for an e-mail. The row is the same whether the e-mail is known or not, and does
 * not reveal the user.
 */
export async function askReset(pg: PgPool, hashes: AccountHashes, email: string): Promise<void> {
  await pg.query(
    `insert into reset_request as r (email_hash) values ($1)
     on conflict (email_hash) do update set asked_at = now(), times = least(r.times, 1000000) + 1`,
    [hashes.email(email)],
  )
}

/**
 * Returns when a reset was last requested for an e-mail (ISO 8601); null if not within the time that requests are kept.
 */
export async function askedResetAt(pg: PgPool, hashes: AccountHashes, email: string): Promise<string | null> {
  const { rows } = await pg.query<{ asked_at: string }>(
    `select ${isoUtc('asked_at')} as asked_at from reset_request where email_hash = $1`,
    [hashes.email(email)],
  )
  return rows[0]?.asked_at ?? null
}

import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import type { AccountHashes } from './account-hashes.ts'

/** Notes that a reset was asked for with an e-mail. Known or not, the same row is written, and it does not say whose. */
export async function askReset(pg: PgPool, hashes: AccountHashes, email: string): Promise<void> {
  await pg.query(
    `insert into reset_request as r (email_hash) values ($1)
     on conflict (email_hash) do update set asked_at = now(), times = least(r.times, 1000000) + 1`,
    [hashes.email(email)],
  )
}

/** When a reset was last asked for with an e-mail (ISO 8601); null for never in the days it is kept. */
export async function askedResetAt(pg: PgPool, hashes: AccountHashes, email: string): Promise<string | null> {
  const { rows } = await pg.query<{ asked_at: string }>(
    `select ${isoUtc('asked_at')} as asked_at from reset_request where email_hash = $1`,
    [hashes.email(email)],
  )
  return rows[0]?.asked_at ?? null
}

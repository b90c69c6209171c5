import type { Pool as PgPool } from 'pg'

/**
 * Takes away what never came to anything: claims whose process died before they were verified, and payers who never paid.
 * What was ever verified stays.
 */
export async function purgeClaims(pg: PgPool, limit = 1_000): Promise<void> {
  await pg.query(
    `delete from payment_proof where ctid = any(array(
      select ctid from payment_proof where state = 'claimed' and held_until < now() - interval '1 hour' limit $1))`,
    [limit],
  )
  await pg.query(
    `delete from payer where ctid = any(array(
      select y.ctid from payer y where y.open_payments = 0 and y.failures = 0
        and not exists (select from payment_proof p where p.network = y.network and p.payer = y.address) limit $1))`,
    [limit],
  )
}

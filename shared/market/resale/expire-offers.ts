import type { Pool as PgPool } from 'pg'

import { expirePurchases } from '../solana/expire-purchases.ts'

/**
 * Ends offers whose time is over, unless a sale of theirs waits for its payment. Returns how many it ended. Safe to run
 * concurrently.
 */
export async function expireOffers(pg: PgPool, limit: number): Promise<number> {
  // SQL: the rows that are due, by an index of them, past those that somebody has locked.
  const { rowCount } = await pg.query({ name: 'resale-offers-expire', text: EXPIRE, values: [limit] })
  return rowCount ?? 0
}

/** Expires pending purchases, and then offers. Returns how many of both. */
export const expireOverdue = async (pg: PgPool, limit: number): Promise<number> =>
  (await expirePurchases(pg, limit)) + (await expireOffers(pg, limit))

const EXPIRE = `
with due as (
  select id from resale_offer where state = 'active' and expires_at <= now() and (reserved_until is null or reserved_until <= now())
  order by expires_at limit $1 for update skip locked
)
update resale_offer o set state = 'expired', ended_at = now(), reserved_for = null, reserved_until = null, updated_at = now()
from due where o.id = due.id returning o.id`

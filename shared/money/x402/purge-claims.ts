import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/**
 * Removes claims whose process died before the payment was verified, and payers without a settled, failed or
 * remaining payment. Never removes a payment bound to a call or purchase, or its payer.
 */
export async function purgeClaims(pg: PgPool): Promise<void> {
  await removeRows(pg, 'payment_proof', `state = 'claimed' and held_until < now() - interval '1 hour'`)
  await removeRows(
    pg,
    'payer',
    `proven_at is null and open_payments = 0 and failures = 0
      and not exists (select from payment_proof p where p.network = payer.network and p.payer = payer.address)`,
  )
}

import type { Pool as PgPool } from 'pg'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { centsOf, microUsdcOf } from '#shared/lib/micro-usdc.ts'

/**
 * Credits an active prepaid key with `cents` granted by the operator, in one statement that locks the key before its
 * account, as a revocation does. Returns what can be spent, in cents; null when no active prepaid key has this id. Not
 * idempotent.
 */
export async function creditKey(pg: PgPool, keyId: string, cents: number): Promise<number | null> {
  const { rows } = await pg.query<{ available: string }>(CREDIT, [keyId, microUsdcOf(cents).toString()])
  return rows[0] === undefined ? null : centsOf(BigInt(rows[0].available))
}

const CREDIT = `
with found as materialized (
  select account_id from service_key where key_id = $1 and status = 'active' and kind = 'prepaid' for no key update
),
credited as (
  update account set posted = posted + $2::bigint, granted = granted + $2::bigint where id in (select account_id from found)
  returning id, posted - held as available
),
moved as (
  insert into transfer (kind, account_id, amount, reason) select 'single', id, $2::bigint, 'grant:operator' from credited returning id, account_id
),
entered as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, $2::bigint from moved union all select id, ${LEDGER.grantsOperator}, -$2::bigint from moved
)
select available::text from credited`

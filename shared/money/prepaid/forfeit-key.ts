import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import type { ClientBase, Pool as PgPool } from 'pg'

import { centsOf } from '#shared/lib/micro-usdc.ts'
import type { KnownKey } from './find-key.ts'

/** The amount forfeited by a revocation, and the amount that open calls still hold; both in cents. */
export type Forfeit = { forfeitedCents: number; heldCents: number }

/**
 * Revokes a key and forfeits the balance that is not held, in one statement on the locked account. Open calls finish
 * and are charged; `forfeitRemainders` forfeits what they release. Returns null when the key was not active.
 */
export async function forfeitKey(pg: PgPool | ClientBase, key: KnownKey): Promise<Forfeit | null> {
  const { rows } = await pg.query<{ forfeited: string; held: string }>(FORFEIT, [key.id])
  const [row] = rows
  return row === undefined
    ? null
    : { forfeitedCents: centsOf(BigInt(row.forfeited)), heldCents: centsOf(BigInt(row.held)) }
}

/**
 * Forfeits what calls open at the revocation have released since. For housekeeping; safe when several run at once.
 * Accounts with an active key, such as after a rotation, are not touched. Returns the number of accounts emptied.
 */
export async function forfeitRemainders(pg: PgPool, limit = 100): Promise<number> {
  const { rowCount } = await pg.query(FORFEIT_REMAINDERS, [limit])
  return rowCount ?? 0
}

/**
 * Empties the accounts of the CTE `locked` (id, posted, held) into account 4, revenue:forfeited. Writes the values that
 * `locked` read: PostgreSQL first checks constraints against the row version of the snapshot, which may be older.
 */
const EMPTY_LOCKED = `
moved as materialized (
  select id, held, posted - held as amount from locked where posted > held
),
resolved as (
  insert into transfer (kind, account_id, amount, reason) select 'single', id, amount, 'forfeit' from moved
  returning id, account_id, amount
),
entered as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from resolved union all select id, ${LEDGER.revenueForfeited}, amount from resolved
),
emptied as (
  update account a set posted = m.held, held = m.held from moved m where a.id = m.id returning a.id
)`

const FORFEIT = `
with old as (
  update service_key set status = 'revoked', revoked_at = now() where id = $1::uuid and status = 'active' returning account_id
),
locked as materialized (
  select id, posted, held from account where id in (select account_id from old) for update
),
${EMPTY_LOCKED}
select (posted - held)::text as forfeited, held::text as held from locked`

const FORFEIT_REMAINDERS = `
with locked as materialized (
  select a.id, a.posted, a.held from account a
  where a.kind in ('wallet', 'promo') and a.posted > a.held
    and exists (select from service_key k where k.account_id = a.id)
    and not exists (select from service_key k where k.account_id = a.id and k.status = 'active')
  order by a.id limit $1 for update skip locked
),
${EMPTY_LOCKED}
select id from emptied`

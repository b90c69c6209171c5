import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { inTransaction } from '#shared/db/in-transaction.ts'

import { hasRefundUnderWay } from '../cards/promised-refunds.ts'
import { keepsPayoutsSql } from '../owes-refund.ts'

/** When the due payables of a seller become a payout: from `minimum` micro-USDC, or once the oldest is `afterDays` due. */
export type PayoutTerms = { minimum: bigint; afterDays: number }

/** Sellers whose payouts one statement opens. */
const AT_ONCE = 200

/**
 * Turns what is due to sellers into payouts, one open payout a seller. Negative payables (refunds of what was paid out)
 * are netted; a seller who owes more than is due waits, and so does one who has a refund on Solana to pay back, or one by card that is
 * under way. Sellers without a proved wallet wait, and so do those whose changed wallet still rests. A deleted account has a wallet once its claim
 * token proved one (`leaving/claim-payouts.ts`). Returns how many payouts were opened.
 */
export async function openPayouts(pg: PgPool, { minimum, afterDays }: PayoutTerms): Promise<number> {
  // SQL: a decision about money is one statement.
  await pg.query({ name: 'payables-due', text: DUE })
  return inTransaction(pg, async (tx) => {
    // SQL: locks the accounts first, so that the next statement sees every refund that was given before it.
    const locked = await tx.query<{ seller_id: string }>({
      name: 'payout-sellers',
      text: SELLERS,
      values: [minimum, afterDays, AT_ONCE],
    })
    if (locked.rows.length === 0) return 0
    const sellers = locked.rows.map((row) => row.seller_id)
    const values = [minimum, afterDays, sellers, sellers.map(() => uuidv7())]
    // SQL: sums and takes the payables of many sellers at once.
    const { rows } = await tx.query<{ opened: number }>({ name: 'payouts-open', text: OPEN, values })
    return rows[0]?.opened ?? 0
  })
}

const DUE = `update payable set state = 'due' where state = 'waiting' and due_at <= now()`

/** Sellers whose sale or refund is just being booked are skipped; they are looked at again in the next round. */
const SELLERS = `
with sellers as materialized (
  select p.seller_id from payable p join market_user u on u.id = p.seller_id
  where p.state = 'due' and p.currency = 'usdc' and u.status in ('active', 'deleted') and u.wallet_proved_at is not null
    and coalesce(u.wallet_rests_until <= now(), true)
    and not ${keepsPayoutsSql('p.seller_id')}
    and not ${hasRefundUnderWay('p.seller_id')}
    and not exists (select from payout o where o.seller_id = p.seller_id and o.currency = p.currency and o.state <> 'paid')
  group by p.seller_id having sum(p.amount) > 0 and (sum(p.amount) >= $1 or min(p.due_at) <= now() - make_interval(days => $2))
  order by min(p.due_at) limit $3
)
select s.seller_id from sellers s join account a on a.code = 'seller_payable:' || s.seller_id for update of a skip locked`

const OPEN = `
with locked as (
  select p.id, p.seller_id, p.amount, p.due_at from payable p
  where p.seller_id = any($3::uuid[]) and p.state = 'due' and p.currency = 'usdc' and not ${hasRefundUnderWay('p.seller_id')} for update
), sums as (
  select seller_id, sum(amount)::bigint as amount from locked group by seller_id
  having sum(amount) > 0 and (sum(amount) >= $1 or min(due_at) <= now() - make_interval(days => $2))
), opened as (
  insert into payout (id, seller_id, amount) select ($4::uuid[])[row_number() over ()], seller_id, amount from sums
  on conflict do nothing returning id, seller_id
), taken as (
  update payable set state = 'in_payout', payout_id = o.id from locked l join opened o using (seller_id) where payable.id = l.id
)
select count(*)::int as opened from opened`

import type { ClientBase, Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'

import { keepsPayoutsSql } from '../owes-refund.ts'
import { publicId } from '../public-id.ts'
import type { Payout } from './payout.entity.ts'

/** A payout as its seller and operators see it. Times are ISO 8601, UTC. */
export type PayoutView = {
  payout_id: string
  amount_cents: number
  currency: string
  state: Payout['state']
  reason: string | null
  wallet: string | null
  transaction: string | null
  created_at: string
  paid_at: string | null
}

/** What a seller earned and has not received yet, in cents, and why what is due is not on its way. */
export type Earnings = {
  /** Not delivered yet, or still refundable. */
  waiting_cents: number
  /** Due and in no payout yet; negative for a seller who owes a refund. */
  due_cents: number
  /** In a payout that is not final yet. */
  in_payout_cents: number
  paid_cents: number
  waits_for: 'proved_wallet' | 'wallet_rests' | 'suspended' | 'refund_due' | 'minimum' | null
  wallet: string | null
  wallet_rests_until: string | null
}

type Row = RowOf<Payout, 'id' | 'amount' | 'currency' | 'state' | 'reason' | 'createdAt' | 'paidAt'> & {
  wallet: string | null
  signature: string | null
}

/** A page of a seller's payouts, newest first, and how many there are. */
export async function sellerPayouts(
  sql: ClientBase | PgPool,
  sellerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: PayoutView[]; total: number }> {
  // SQL: each payout comes with the transaction that pays it, and the count with the page.
  const { rows } = await sql.query<Row & { total: number }>({
    name: 'payouts-of-seller',
    text: `select ${COLUMNS}, count(*) over ()::int as total ${FROM} where p.seller_id = $1
      order by p.created_at desc, p.id desc limit $2 offset $3`,
    values: [sellerId, limit, offset],
  })
  return { items: rows.map(viewPayout), total: rows[0]?.total ?? 0 }
}

/**
 * The newest payouts that are not final, those that are held first, with the sellers' names, for operators. `amount` is in
 * USDC or SOL; refunds may be in SOL.
 */
export async function openPayoutList(sql: ClientBase | PgPool, limit = 100) {
  // SQL: as above, with the seller.
  const { rows } = await sql.query<Row & { seller: string | null }>(
    `select ${COLUMNS}, u.username as seller ${FROM} left join market_user u on u.id = p.seller_id
     where p.state <> 'paid' order by p.state <> 'held', p.created_at desc limit $1`,
    [limit],
  )
  return rows.map((row) => {
    const { amount_cents: _, ...view } = viewPayout(row)
    return { ...view, amount: Number(row.amount) / (row.currency === 'sol' ? 1e9 : 1e6), seller: row.seller }
  })
}

/** What a seller has earned so far. */
export async function sellerEarnings(sql: ClientBase | PgPool, sellerId: string): Promise<Earnings> {
  // SQL: sums by state, with the seller's wallet, in one statement. What was paid is summed by payout, of which there are
  // far fewer.
  const { rows } = await sql.query<SumRow>({ name: 'earnings-of-seller', text: EARNINGS, values: [sellerId] })
  const [row] = rows
  if (row === undefined) throw new Error('the seller does not exist')
  const due = centsOf(BigInt(row.due))
  return {
    waiting_cents: centsOf(BigInt(row.waiting)),
    due_cents: due,
    in_payout_cents: centsOf(BigInt(row.in_payout)),
    paid_cents: centsOf(BigInt(row.paid)),
    waits_for: due <= 0 ? null : (row.waits_for ?? 'minimum'),
    wallet: row.wallet,
    wallet_rests_until: row.wallet_rests_until,
  }
}

const viewPayout = (row: Row): PayoutView => ({
  payout_id: publicId('pay', row.id),
  amount_cents: centsOf(BigInt(row.amount)),
  currency: row.currency,
  state: row.state,
  reason: row.reason,
  wallet: row.wallet,
  transaction: row.signature,
  created_at: row.created_at,
  paid_at: row.paid_at,
})

const COLUMNS = `p.id, p.amount, p.currency, p.state, p.reason, coalesce(l.wallet, p.pay_to) as wallet, t.signature,
  ${isoUtc('p.created_at')} as created_at, ${isoUtc('p.paid_at')} as paid_at`
const FROM = `from payout p left join payout_leg l on l.payout_id = p.id and l.is_live
  left join payout_transaction t on t.id = l.transaction_id`

type SumRow = {
  waiting: string
  due: string
  in_payout: string
  paid: string
  waits_for: Earnings['waits_for']
  wallet: string | null
  wallet_rests_until: string | null
}

const EARNINGS = `
select s.*, case when u.status <> 'active' then 'suspended'
    when ${keepsPayoutsSql('u.id')} then 'refund_due' when u.wallet_proved_at is null then 'proved_wallet'
    when u.wallet_rests_until > now() then 'wallet_rests' end as waits_for,
  case when u.wallet_proved_at is not null then u.solana_wallet end as wallet,
  case when u.wallet_rests_until > now() then ${isoUtc('u.wallet_rests_until')} end as wallet_rests_until
from market_user u cross join (
  select coalesce(sum(amount) filter (where state = 'waiting' and (due_at is null or due_at > now())), 0) as waiting,
    coalesce(sum(amount) filter (where state = 'due' or (state = 'waiting' and due_at <= now())), 0) as due,
    coalesce(sum(amount) filter (where state = 'in_payout'), 0) as in_payout,
    (select coalesce(sum(amount), 0) from payout where seller_id = $1 and currency = 'usdc' and state = 'paid') as paid
  from payable where seller_id = $1 and currency = 'usdc' and state in ('waiting', 'due', 'in_payout')
) s where u.id = $1`

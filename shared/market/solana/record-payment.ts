import { uuidv7 } from 'uuidv7'
import type { ClientBase, Pool as PgPool } from 'pg'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { SOLANA } from '#shared/chains/networks.ts'
import { inTransaction } from '#shared/db/in-transaction.ts'

import { lockReplaceable, replaceCard } from '../cards/replace-card.ts'

/** A transaction that moved every leg of an order, as settlement-watch judged it. Amounts are micro-USDC or lamports. */
export type FoundPayment = {
  orderId: string
  signature: string
  payer: string
  slot: number
  landedAt: Date
  owed: readonly bigint[]
  received: readonly bigint[]
  /** Whether it was paid at a quote that held. */
  isQuoted: boolean
  /** Whether it pays the win of an auction, which may be paid by card already. */
  isWin: boolean
}

/**
 * What became of a payment: it paid its order, it is to be given back (with the reason), or the signature is known
 * already, of this order or of another.
 */
export type Recorded = { verdict: 'pays' | 'refund'; reason: string | null } | { verdict: 'known' }

/**
 * Decides about a payment of a purchase and records it, in one statement on the locked order and purchase: the first one
 * pays, also a late one while the terms of the purchase still stand, or while the auction waits for it; any other is to
 * be given back. A payment that pays delivers the purchase, and books our share. An auction is paid by the database in
 * the same statement. Where a win is paid by card already this payment replaces the card's, whose money goes back.
 */
export async function recordPayment(pg: PgPool, found: FoundPayment): Promise<Recorded> {
  if (!found.isWin) return record(pg, found, false)
  return inTransaction(pg, async (tx) => {
    const replaced = await lockReplaceable(tx, found.orderId)
    const recorded = await record(tx, found, replaced !== null)
    if (replaced !== null && recorded.verdict === 'pays') await replaceCard(tx, replaced)
    return recorded
  })
}

async function record(sql: ClientBase | PgPool, found: FoundPayment, replacesCard: boolean): Promise<Recorded> {
  const { orderId, signature, payer, slot, landedAt, owed, received, isQuoted } = found
  const sent = [orderId, uuidv7(), signature, payer, slot, landedAt, owed.map(String), received.map(String), isQuoted]
  // SQL: a decision about money is one statement.
  const { rows } = await sql.query<{ verdict: 'pays' | 'refund'; reason: string | null }>({
    name: 'solana-payment-record',
    text: RECORD,
    values: [...sent, replacesCard],
  })
  return rows[0] ?? { verdict: 'known' }
}

const RECORD = `
with ordered as materialized (select * from solana_order where id = $1::uuid for update),
sale as materialized (select p.* from purchase p join ordered o on o.purchase_id = p.id for update of p),
judged as materialized (
  select s.*, case
      when exists (select from solana_payment y where y.order_id = o.id and y.verdict = 'pays' and y.state <> 'gone') then 'paid_already'
      when s.status not in ('pending', 'failed', 'expired') and not $10::bool then 'purchase_' || s.status
      when not $9::bool then 'quote_expired'
      when $10::bool then null
      when s.kind = 'auction_win' then case when not win_stands(s.id) then 'win_lapsed' end
      when s.kind = 'resale' then case when not resale_stands(s.id) then 'offer_gone' end
      when $6::timestamptz > o.expires_at and not exists (
        select from listing l where l.id = s.listing_id and l.is_shown and l.version = s.listing_version and l.price_cents = s.price_cents
          and l.listing_type = 'fixed') then 'late'
    end as reason, o.id as order_id, o.currency as paid_in
  from ordered o join sale s on true
),
payment as (
  insert into solana_payment (id, order_id, signature, verdict, state, reason, payer, slot, landed_at, owed, received)
  select $2::uuid, j.order_id, $3, case when j.reason is null then 'pays' else 'refund' end, 'confirmed', j.reason, $4, $5, $6, $7::bigint[], $8::bigint[]
  from judged j on conflict do nothing returning id, order_id, verdict, reason
),
paying as materialized (select j.*, y.id as payment_id from payment y join judged j on true where y.verdict = 'pays'),
paid as (
  update purchase p set status = 'paid', paid_at = coalesce(p.paid_at, now()), rail = 'solana', currency = paying.paid_in, payer_network = '${SOLANA}', payer_wallet = $4, updated_at = now(),
    delivery_status = case when p.delivery_status <> 'none' then p.delivery_status when p.delivery_form = 'by_seller' then 'awaiting' else 'delivered' end,
    delivered_at = case when p.delivery_status = 'none' and p.delivery_form <> 'by_seller' then now() else p.delivered_at end,
    refundable_until = case when p.delivery_status = 'none' and p.delivery_form <> 'by_seller' then now() + make_interval(days => p.refund_days) else p.refundable_until end
  from paying where p.id = paying.id returning p.id, p.status, p.delivery_status, paying.delivery_status as delivered_before
),
last as materialized (select coalesce(max(e.nth), 0) as nth from purchase_event e join paying on e.purchase_id = paying.id),
timeline as (
  insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status)
  select p.id, l.nth + 1, 'paid', 'platform', p.status, p.delivered_before from paid p, last l
  union all
  select p.id, l.nth + 2, case p.delivery_status when 'awaiting' then 'delivery_awaited' else 'delivered' end, 'platform', p.status, p.delivery_status
  from paid p, last l where p.delivered_before = 'none'
),
${shareOf('payment')}
select verdict, reason from payment`

/** CTEs that book our leg of the payments in a CTE (columns of solana_payment), in the currency of the order. */
export function shareOf(source: string): string {
  return `
share as materialized (
  select y.id, ($7::bigint[])[leg.nth] as amount, case o.currency when 'sol' then 'sol' else 'usdc' end as currency,
    case o.currency when 'sol' then ${LEDGER.solanaSalesSol} else ${LEDGER.solanaSales} end as from_id,
    case o.currency when 'sol' then ${LEDGER.platformFeesMarketSol} else ${LEDGER.platformFeesMarket} end as to_id
  from ${source} y, ordered o, jsonb_array_elements(o.legs) with ordinality as leg(leg, nth) where leg.leg->>'role' = 'platform'
),
moved as (
  insert into transfer (kind, call_id, account_id, amount, currency, reason)
  select 'single', id, to_id, amount, currency, 'market:solana' from share returning id, account_id, amount, currency
),
entered as (
  insert into entry (transfer_id, account_id, amount, currency)
  select m.id, m.account_id, m.amount, m.currency from moved m
  union all select m.id, s.from_id, -m.amount, m.currency from moved m, share s
)`
}

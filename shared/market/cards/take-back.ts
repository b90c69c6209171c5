import type { ClientBase } from 'pg'
import { uuidv7 } from 'uuidv7'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import { ensureSellerAccount, sellerPayableCode } from '../purchases/seller-account.ts'
import { PROCESSOR_MOVES } from './processor-moves.ts'

/** What the processor has given back of a payment, what the buyer's bank holds of it, and what disputes cost, in cents. */
export type TakenBack = { refundedCents: number; disputedCents: number; feeCents: number }

/**
 * Books what a paid card payment has lost since it was booked last, or got back, in one statement on the locked purchase:
 * the seller and the platform bear it as they shared the price, what is beyond the price is our loss, and so is the cost
 * of disputes. The seller's open payables are canceled when nothing is left of the share; any other difference is a
 * payable of its own, negative where the share is in a payout already. What is lost of a purchase whose licence was sold on
 * is a debt of the one who sold it on, whole, and is paid back to them first. The royalty of a resale stays with its maker.
 * Booking the same again changes nothing.
 */
export async function takeBack(
  tx: ClientBase,
  purchase: { id: string; sellerId: string; buyerId?: string | null | undefined; resoldAs?: string | null | undefined },
  { refundedCents, disputedCents, feeCents }: TakenBack,
): Promise<void> {
  const { sellerId, buyerId, resoldAs } = purchase
  if (resoldAs && buyerId) await ensureSellerAccount(tx, buyerId)
  const codes = [sellerId, ...(buyerId ? [buyerId] : [])].map(sellerPayableCode)
  // SQL: payouts and refunds of one seller wait for each other, so that no payable covers two of them.
  await tx.query(`select from account where code = any($1::text[]) order by id for update`, [codes])
  // SQL: a decision about money is one statement.
  await tx.query({
    name: 'card-take-back',
    text: TAKE_BACK,
    values: [purchase.id, refundedCents, disputedCents, feeCents, uuidv7(), uuidv7()],
  })
}

const micro = (cents: string) => `(${cents})::bigint * ${MICRO_USDC_PER_CENT}`

const TAKE_BACK = `
with payment as materialized (select * from card_payment where purchase_id = $1::uuid and state = 'paid' for update),
said as materialized (
  select p.*, c.amount_cents, c.hold_until, c.fee_cents as cost_before, $4::int as cost,
    c.refunded_cents + c.disputed_cents as gone_before, greatest(c.refunded_cents, $2::int) + $3::int as gone
  from payment c join purchase p on p.id = c.purchase_id
),
lost as materialized (
  select s.*, least(s.price_cents, s.gone) - least(s.price_cents, s.gone_before) as more,
    coalesce((select -sum(y.amount) / ${MICRO_USDC_PER_CENT} from payable y
      where y.purchase_id = s.id and y.source = 'refund' and y.seller_id = s.buyer_id and y.state <> 'canceled'), 0)::int as borne_before
  from said s
),
borne as materialized (
  select l.*, l.borne_before + case when l.more < 0 then -least(-l.more, l.borne_before) when l.resold_as is not null then l.more else 0 end as borne from lost l
),
parts as materialized (
  select b.*, least(b.price_cents, b.gone_before) - b.borne_before as back_before, least(b.price_cents, b.gone) - b.borne as back from borne b
),
shares as materialized (
  select s.*, (s.fee_cents::bigint * s.back / s.price_cents)::int as fee_back, (s.fee_cents::bigint * s.back_before / s.price_cents)::int as fee_back_before
  from parts s
),
noted as (
  update card_payment c set refunded_cents = greatest(c.refunded_cents, $2::int), disputed_cents = $3::int, fee_cents = $4::int
  from shares s where c.purchase_id = s.id
),
legs as materialized (
  select 'card:seller' as reason, (select a.id from account a where a.code = 'seller_payable:' || s.seller_id) as account_id,
    ${micro('(s.back - s.fee_back) - (s.back_before - s.fee_back_before)')} as amount from shares s
  union all
  select 'card:fee', ${LEDGER.platformFeesMarket}, ${micro('s.fee_back - s.fee_back_before')} from shares s
  union all
  select 'card:reseller', (select a.id from account a where a.code = 'seller_payable:' || s.buyer_id), ${micro('s.borne - s.borne_before')} from shares s
  union all
  select 'card:loss', ${LEDGER.cardLosses}, ${micro('(s.gone - s.back - s.borne) - (s.gone_before - s.back_before - s.borne_before)')} from shares s
  union all
  select 'card:dispute-cost', ${LEDGER.cardDisputeFees}, ${micro('s.cost - s.cost_before')} from shares s
),
${PROCESSOR_MOVES},
owed as materialized (
  select p.* from payable p join shares s on p.purchase_id = s.id and p.source = 'listing' and p.state <> 'canceled' for update of p
),
debt as (
  insert into payable (id, purchase_id, source, seller_id, amount, currency, correction, due_at, state)
  select $6::uuid, s.id, 'refund', s.buyer_id, ${micro('s.borne_before - s.borne')}, 'usdc',
    (select coalesce(max(p.correction), 0) + 1 from payable p where p.purchase_id = s.id and p.source = 'refund'), now(), 'due'
  from shares s where s.borne <> s.borne_before
),
left_over as materialized (select ${micro('s.seller_cents - (s.back - s.fee_back)')} as amount, s.* from shares s),
canceled as (
  update payable p set state = 'canceled' from owed o, left_over l where p.id = o.id and o.state in ('waiting', 'due') and l.amount = 0
  returning p.amount
),
difference as materialized (
  select l.id, l.seller_id, l.amount - coalesce((select sum(amount) from owed), 0) + coalesce((select sum(amount) from canceled), 0) as amount,
    l.delivered_at, greatest(l.refundable_until, l.hold_until) as due_at,
    exists (select from owed where state in ('waiting', 'due')) and l.amount <> 0 as is_open
  from left_over l
)
insert into payable (id, purchase_id, source, seller_id, amount, currency, correction, due_at, state)
select $5::uuid, d.id, 'listing', d.seller_id, d.amount, 'usdc',
  (select coalesce(max(p.correction), 0) + 1 from payable p where p.purchase_id = d.id and p.source = 'listing'),
  case when d.amount < 0 and not d.is_open then now() when d.delivered_at is not null then d.due_at end,
  case when d.amount < 0 and not d.is_open then 'due' else 'waiting' end
from difference d where d.amount <> 0`

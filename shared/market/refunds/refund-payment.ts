import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'

import { promisedRefunds } from '../cards/promised-refunds.ts'
import { notePurchase } from '../purchases/change-purchase.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import { sellerPayableCode } from '../purchases/seller-account.ts'
import { SURPLUS_GRACE_DAYS } from '../owes-refund.ts'
import { SolanaPayment } from '../solana/solana-payment.entity.ts'
import { SolanaRefund } from '../solana/solana-refund.entity.ts'

export type GivenRefund = { paymentId: string; by: 'seller' | 'operator' | 'platform'; reason: string | null }

/**
 * Gives a payment on Solana back to the wallet that made it, inside the caller's transaction, and settles what can be
 * settled now (settleRefund). Again changes nothing. Returns false while the payment is not final.
 */
export async function refundPayment(em: EntityManager, { paymentId, by, reason }: GivenRefund): Promise<boolean> {
  const payment = await em.findOne(SolanaPayment, { id: paymentId, state: 'final' })
  if (payment === null) return false
  const open = { name: 'solana-refund-open', text: OPEN, values: [paymentId, by, reason] }
  // SQL: the amounts are what each leg was owed, by the role of the leg.
  const { rowCount } = await connectionOf(em).query(open)
  const isSettled = await settleRefund(em, paymentId)
  if (rowCount === 0 || isSettled) return true
  const { purchaseId = null } = await em.findOneOrFail(SolanaRefund, paymentId)
  if (purchaseId !== null) await notePurchase(em, await lockedSale(em, purchaseId), { event: 'refund_due', by, reason })
  return true
}

const lockedSale = (em: EntityManager, id: string) =>
  em.findOneOrFail(Purchase, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })

/**
 * Settles a refund as far as it can be now, inside the caller's transaction. The seller's part is settled by a final
 * transaction of his, or by his payables in USDC that are due, less debts, if they cover it. Our part goes out with it,
 * or at once where the platform decided about the refund. Once both are settled, a purchase whose payment this was is
 * refunded. Returns whether the refund is settled.
 */
export async function settleRefund(em: EntityManager, paymentId: string): Promise<boolean> {
  const refund = await em.findOneOrFail(SolanaRefund, paymentId, { refresh: true })
  const tx = connectionOf(em)
  // A purchase is locked before the account of its seller, as in every refund.
  if (refund.purchaseId) await lockedSale(em, refund.purchaseId)
  const { sellerId } = refund
  if (sellerId) {
    // SQL: refunds and payouts of one seller wait for each other, so that no payable covers two of them.
    await tx.query(`select from account where code = $1 for update`, [sellerPayableCode(sellerId)])
  }
  // SQL: a decision about money is one statement.
  const { rowCount } = await tx.query({
    name: 'solana-refund-settle',
    text: SETTLE,
    values: [paymentId, uuidv7(), uuidv7()],
  })
  return rowCount === 1
}

const OPEN = `
insert into solana_refund (payment_id, purchase_id, seller_id, wallet, currency, platform_amount, seller_amount, given_by, reason, stops_sales_at)
select y.id, o.purchase_id, p.seller_id, y.payer, o.currency, owed.platform, owed.seller, $2, $3,
  now() + case y.verdict when 'refund' then interval '${SURPLUS_GRACE_DAYS} days' else interval '0' end
from solana_payment y join solana_order o on o.id = y.order_id left join purchase p on p.id = o.purchase_id
cross join lateral (
  select coalesce(sum(y.owed[leg.nth]) filter (where leg.leg->>'role' = 'platform'), 0) as platform,
    coalesce(sum(y.owed[leg.nth]) filter (where leg.leg->>'role' <> 'platform'), 0) as seller
  from jsonb_array_elements(o.legs) with ordinality as leg(leg, nth)
) owed
where y.id = $1::uuid and y.verdict in ('pays', 'refund') and y.state = 'final' and o.refund_id is null
on conflict do nothing`

/** SQL: micro-USDC that a seller (\`seller\`, an SQL expression) is owed and can no longer be refunded, less debts. */
const dueTo = (seller: string) => `
(select coalesce(sum(p.amount), 0) from payable p
  where p.seller_id = ${seller} and p.currency = 'usdc' and p.state in ('waiting', 'due') and (p.amount < 0 or p.due_at <= now()))`

/** Hours in which a seller who asked for the transaction signs it; nothing else is taken for this refund meanwhile. */
const SIGNING_HOURS = 24

/** SQL: how the seller's part of refund \`r\` can be settled now; null while it cannot. */
const PAID_BY = `
case when exists (select from solana_order o join solana_payment y on y.order_id = o.id where o.refund_id = r.payment_id and y.verdict = 'pays' and y.state = 'final')
  then 'transaction' when r.currency = 'usdc'
    and not exists (select from solana_order o where o.refund_id = r.payment_id and o.created_at > now() - interval '${SIGNING_HOURS} hours')
    and ${dueTo('r.seller_id')} >= r.seller_amount + ${promisedRefunds('r.seller_id', 'r.purchase_id')} then 'payables' end`

/** SQL: at most $1 refunds that are due and can be settled now. */
export const SETTLEABLE = `
select r.payment_id from solana_refund r where r.settled_at is null and ${PAID_BY} is not null order by r.created_at limit $1`

const SETTLE = `
with due as materialized (select * from solana_refund where payment_id = $1::uuid and settled_at is null for update),
judged as materialized (
  select r.*, case when r.seller_amount = 0 then null else ${PAID_BY} end as paid_by,
    case r.currency when 'sol' then ${LEDGER.refundsSol} else ${LEDGER.refunds} end as refunds_id,
    case r.currency when 'sol' then ${LEDGER.platformFeesMarketSol} else ${LEDGER.platformFeesMarket} end as fees_id from due r
),
decided as materialized (
  select j.*, j.seller_amount = 0 or j.paid_by is not null as is_settled,
    j.payout_id is null and j.platform_amount > 0 and (j.given_by <> 'seller' or j.paid_by is not null) as pays_ours from judged j
),
payouts as (
  insert into payout (id, pay_to, call_id, amount, currency)
  select $2::uuid, wallet, $2::uuid, platform_amount, currency from decided where pays_ours
  union all
  select $3::uuid, wallet, $3::uuid, seller_amount, currency from decided where paid_by = 'payables'
),
owed as (
  insert into payable (id, source, seller_id, amount, currency, due_at, state)
  select payment_id, 'refund', seller_id, -seller_amount, 'usdc', now(), 'due' from decided where paid_by = 'payables'
),
moves as materialized (
  select payment_id, 'market:refund-ours' as reason, fees_id as from_id, refunds_id as to_id, platform_amount as amount, currency from decided where pays_ours
  union all
  select payment_id, 'market:refund-payables', (select id from account where code = 'seller_payable:' || seller_id), refunds_id, seller_amount, currency
  from decided where paid_by = 'payables'
),
moved as (
  insert into transfer (kind, call_id, account_id, amount, currency, reason) select 'single', payment_id, to_id, amount, currency, reason from moves
  returning id, account_id, amount, currency, reason
),
entered as (
  insert into entry (transfer_id, account_id, amount, currency)
  select id, account_id, amount, currency from moved
  union all select m.id, o.from_id, -m.amount, m.currency from moved m join moves o on o.reason = m.reason
),
settled as (
  update solana_refund r set payout_id = case when d.pays_ours then $2::uuid else r.payout_id end,
    seller_payout_id = case when d.paid_by = 'payables' then $3::uuid end, seller_paid_by = d.paid_by,
    settled_at = case when d.is_settled then now() end
  from decided d where r.payment_id = d.payment_id and (d.is_settled or d.pays_ours) returning r.payment_id, r.settled_at
),
refunded as (
  update purchase p set status = 'refunded', refunded_cents = p.price_cents, updated_at = now()
  from decided d, solana_payment y
  where d.is_settled and y.id = d.payment_id and y.verdict = 'pays' and p.id = d.purchase_id and p.status in ('paid', 'partially_refunded')
  returning p.id, p.status, p.delivery_status, d.given_by, d.reason
),
timeline as (
  insert into purchase_event (purchase_id, nth, event, actor, reason, status, delivery_status)
  select r.id, (select max(nth) + 1 from purchase_event e where e.purchase_id = r.id), 'refunded', r.given_by, r.reason, r.status, r.delivery_status from refunded r
)
select from settled where settled_at is not null`

import type { ClientBase } from 'pg'
import { uuidv7 } from 'uuidv7'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import { sellerPayableCode } from '../purchases/seller-account.ts'

/**
 * Locks the purchase of an order on Solana, and returns its id when it is the win of an auction whose payment by card a
 * payment on Solana may replace: nothing of the card payment went back, is asked back or was ever disputed, and its
 * seller has not been paid from it. Null otherwise. Later statements of the transaction see what was there before the lock.
 */
export async function lockReplaceable(tx: ClientBase, orderId: string): Promise<string | null> {
  // SQL: locks in the order of every statement about a payment: the order, then the purchase.
  const { rows } = await tx.query<{ id: string; seller_id: string }>({
    name: 'card-replaceable-lock',
    text: LOCK,
    values: [orderId],
  })
  const [sale] = rows
  if (sale === undefined) return null
  // SQL: payouts and refunds of one seller wait for each other, so that no payable covers two of them.
  await tx.query(`select from account where code = $1 for update`, [sellerPayableCode(sale.seller_id)])
  // SQL: read under the locks.
  const { rowCount } = await tx.query({ name: 'card-replaceable', text: REPLACEABLE, values: [sale.id] })
  return rowCount === 1 ? sale.id : null
}

/**
 * Makes the card payment of a purchase that lockReplaceable returned a surplus, and asks for its refund: the seller's
 * payable is canceled, and both shares of the price are owed to the buyer. Only the card's money is ours to return.
 */
export async function replaceCard(tx: ClientBase, purchaseId: string): Promise<void> {
  // SQL: a decision about money is one statement.
  await tx.query({ name: 'card-replace', text: REPLACE, values: [purchaseId, uuidv7()] })
}

const LOCK = `
select p.id, p.seller_id from solana_order o join purchase p on p.id = o.purchase_id
where o.id = $1::uuid and p.kind = 'auction_win' for update of o, p`

const REPLACEABLE = `
select from purchase p join card_payment c on c.purchase_id = p.id
where p.id = $1::uuid and p.rail = 'card' and p.status = 'paid' and c.state = 'paid' and c.refunded_cents + c.disputed_cents + c.fee_cents = 0
  and not exists (select from card_refund r where r.purchase_id = p.id and r.state = 'asked')
  and not exists (select from card_dispute d where d.purchase_id = p.id)
  and p.seller_cents::bigint * ${MICRO_USDC_PER_CENT} =
    (select coalesce(sum(o.amount), 0) from payable o where o.purchase_id = p.id and o.source = 'listing' and o.state in ('waiting', 'due'))`

const REPLACE = `
with payment as (
  update card_payment set state = 'surplus' where purchase_id = $1::uuid and state = 'paid' returning purchase_id, amount_cents
),
given_back as (
  insert into card_refund (id, purchase_id, amount_cents, asked_by, reason)
  select $2::uuid, purchase_id, amount_cents, 'platform', 'paid_on_solana' from payment
),
canceled as (
  update payable p set state = 'canceled' from payment y where p.purchase_id = y.purchase_id and p.source = 'listing' and p.state in ('waiting', 'due')
),
timeline as (
  insert into purchase_event (purchase_id, nth, event, actor, reason, status, delivery_status)
  select p.id, (select max(nth) + 1 from purchase_event e where e.purchase_id = p.id), 'card_surplus', 'platform', 'paid_on_solana', p.status, p.delivery_status
  from payment y join purchase p on p.id = y.purchase_id
),
shares as materialized (
  select 'market:card-replaced-seller' as reason, a.id as account_id, p.seller_cents::bigint * ${MICRO_USDC_PER_CENT} as amount
  from payment y join purchase p on p.id = y.purchase_id join account a on a.code = 'seller_payable:' || p.seller_id where p.seller_cents > 0
  union all
  select 'market:card-replaced-fee', ${LEDGER.platformFeesMarket}, p.fee_cents::bigint * ${MICRO_USDC_PER_CENT}
  from payment y join purchase p on p.id = y.purchase_id where p.fee_cents > 0
),
moved as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', $1::uuid, ${LEDGER.cardSurplus}, amount, reason from shares returning id, account_id, amount, reason
)
insert into entry (transfer_id, account_id, amount)
select id, account_id, amount from moved
union all select m.id, s.account_id, -m.amount from moved m join shares s on s.reason = m.reason`

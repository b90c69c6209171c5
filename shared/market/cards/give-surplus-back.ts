import type { ClientBase } from 'pg'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import type { TakenBack } from './take-back.ts'

/**
 * Books what was given back of a surplus payment, in one statement on its locked row. A bank that takes the money back has
 * given it to the payer too; what both took beyond the payment is our loss, and so is what disputes cost. Booking the same
 * again changes nothing; a dispute that was won makes the surplus owed again.
 */
export async function giveSurplusBack(
  tx: ClientBase,
  purchaseId: string,
  { refundedCents, disputedCents, feeCents }: TakenBack,
): Promise<void> {
  // SQL: a decision about money is one statement.
  await tx.query({
    name: 'card-surplus-back',
    text: SURPLUS_BACK,
    values: [purchaseId, refundedCents, disputedCents, feeCents],
  })
}

const micro = (cents: string) => `(${cents})::bigint * ${MICRO_USDC_PER_CENT}`

const SURPLUS_BACK = `
with payment as materialized (select * from card_payment where purchase_id = $1::uuid and state = 'surplus' for update),
said as materialized (
  select y.*, refunded_cents + disputed_cents as gone_before, greatest(refunded_cents, $2::int) + $3::int as gone from payment y
),
noted as (
  update card_payment c set refunded_cents = greatest(c.refunded_cents, $2::int), disputed_cents = $3::int, fee_cents = $4::int
  from payment y where c.purchase_id = y.purchase_id and (c.disputed_cents, c.fee_cents) is distinct from ($3::int, $4::int)
    or c.purchase_id = y.purchase_id and c.refunded_cents < $2::int
),
legs as materialized (
  select 'card:surplus-back' as reason, ${LEDGER.cardSurplus}::bigint as account_id,
    ${micro('least(received_cents, gone) - least(received_cents, gone_before)')} as amount from said
  union all
  select 'card:loss', ${LEDGER.cardLosses}, ${micro('greatest(gone - received_cents, 0) - greatest(gone_before - received_cents, 0)')} from said
  union all
  select 'card:dispute-cost', ${LEDGER.cardDisputeFees}, ${micro('$4::int - fee_cents')} from said
),
moves as materialized (
  select reason, account_id as from_id, ${LEDGER.cardProcessor}::bigint as to_id, amount from legs where amount > 0
  union all
  select reason || '-again', ${LEDGER.cardProcessor}, account_id, -amount from legs where amount < 0
),
moved as (
  insert into transfer (kind, call_id, account_id, amount, reason) select 'single', $1::uuid, to_id, amount, reason from moves
  returning id, account_id, amount, reason
)
insert into entry (transfer_id, account_id, amount)
select id, account_id, amount from moved union all select m.id, v.from_id, -m.amount from moved m join moves v on v.reason = m.reason`

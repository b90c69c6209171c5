import type { ClientBase } from 'pg'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

/**
 * Books what the processor took for itself of a locked payment that came in: of the payment, and of its refunds. It is our
 * cost alone, whatever becomes of the sale. Booking the same again changes nothing; less is booked back.
 */
export async function bookProcessorFee(tx: ClientBase, purchaseId: string, cents: number): Promise<void> {
  // SQL: a decision about money is one statement.
  await tx.query({ name: 'card-processor-fee', text: BOOK, values: [purchaseId, cents] })
}

const BOOK = `
with payment as materialized (
  select purchase_id, ($2::int - processor_fee_cents)::bigint * ${MICRO_USDC_PER_CENT} as amount from card_payment
  where purchase_id = $1::uuid and state in ('paid', 'surplus') and processor_fee_cents <> $2::int for update
),
noted as (update card_payment c set processor_fee_cents = $2::int from payment y where c.purchase_id = y.purchase_id),
moved as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', purchase_id, case when amount > 0 then ${LEDGER.cardProcessor} else ${LEDGER.cardProcessorFees} end, abs(amount),
    case when amount > 0 then 'card:processor-fee' else 'card:processor-fee-again' end from payment
  returning id, account_id, amount
)
insert into entry (transfer_id, account_id, amount)
select id, account_id, amount from moved
union all select id, ${LEDGER.cardProcessor} + ${LEDGER.cardProcessorFees} - account_id, -amount from moved`

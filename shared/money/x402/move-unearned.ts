import type { ClientBase } from 'pg'

import type { Payment } from './read-payment.ts'

/**
 * Moves what a purchase was paid out of account 7 (unearned:x402) to the account it belongs to. A second move of one
 * purchase is refused by the database, which rolls the settlement back. `posted` of a wallet is moved by the caller.
 */
export async function moveUnearned(
  tx: ClientBase,
  { callId, amount }: Pick<Payment, 'callId' | 'amount'>,
  accountId: string,
): Promise<void> {
  await tx.query({ name: 'purchase-earned', text: MOVE, values: [callId, accountId, amount.toString()] })
}

const MOVE = `
with moved as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  values ('single', $1::uuid, $2::bigint, $3::bigint, 'purchase:x402') returning id, account_id, amount
)
insert into entry (transfer_id, account_id, amount)
select id, account_id, amount from moved union all select id, 7, -amount from moved`

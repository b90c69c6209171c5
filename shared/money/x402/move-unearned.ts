import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import type { ClientBase } from 'pg'

import type { Payment } from './read-payment.ts'

/**
 * Moves the amount of a purchase from account 7 (unearned:x402) to another account. The database refuses a second move
 * for one purchase, which rolls the settlement back. The caller updates `posted` of a wallet.
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
select id, account_id, amount from moved union all select id, ${LEDGER.unearnedX402}, -amount from moved`

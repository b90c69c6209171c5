import type { ClientBase } from 'pg'
import { uuidv7 } from 'uuidv7'

import { newCredentialId } from '../credential-id.ts'
import type { CredentialMint } from '../credentials.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import { moveUnearned } from '../x402/move-unearned.ts'
import type { Product } from '../x402/product.ts'
import type { Payment } from '../x402/read-payment.ts'

/** The product of balance/fund: a new prepaid key with the amount paid. */
export const keyProduct: Product = {
  async make(tx, mint, payment) {
    const { keyId, answer } = await makePaidKey(tx, mint, payment)
    return { answer, secretRef: keyId }
  },
  reveal: (mint, keyId, answer) => ({ ...answer, key: mint.issue('sk', keyId) }),
}

/**
 * Creates a prepaid key with the amount of a settled payment. Returns its id, from which its text is derived, and the
 * buyer's answer without that text.
 */
export async function makePaidKey(
  tx: ClientBase,
  mint: CredentialMint,
  payment: Pick<Payment, 'callId' | 'amount'>,
): Promise<{ keyId: string; answer: Record<string, unknown> }> {
  const keyId = newCredentialId()
  const key = mint.issue('sk', keyId)
  const { rows } = await tx.query<{ account_id: string }>({
    name: 'key-bought',
    text: MAKE,
    values: [uuidv7(), keyId, payment.amount.toString(), mint.fingerprint(key), key.slice(-4)],
  })
  await moveUnearned(tx, payment, rows[0]?.account_id ?? '')
  const cents = centsOf(payment.amount)
  const answer = {
    ok: true,
    key: null,
    key_id: keyId,
    amount_cents: cents,
    balance_cents: cents,
    header_name: 'X-Service-Key',
  }
  return { keyId, answer }
}

const MAKE = `
with wallet as (
  insert into account (code, kind, posted, granted) values ('wallet:' || $2::text, 'wallet', $3::bigint, $3::bigint) returning id
)
insert into service_key (id, key_id, kind, account_id, hmac, last4)
select $1::uuid, $2::text, 'prepaid', id, $4::bytea, $5::text from wallet returning account_id::text`

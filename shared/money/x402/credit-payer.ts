import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { newCredentialId } from '../credential-id.ts'
import type { CredentialMint } from '../credentials.ts'

/**
 * Credits the payer of a call that failed, or cost less than it paid, after its payment had settled: a prepaid key with
 * what the call did not cost. Writes account, key, transfer and entries in one statement, once per call. Returns the
 * key's id, also when it already existed; null when there is nothing to credit. Does not return the key's secret.
 */
export async function creditPayer(pg: PgPool, mint: CredentialMint, callId: string): Promise<string | null> {
  const keyId = newCredentialId()
  const key = mint.issue('sk', keyId)
  const values = [callId, uuidv7(), keyId, mint.fingerprint(key), key.slice(-4)]
  const { rows } = await pg.query<{ key_id: string }>({ name: 'payment-credit', text: CREDIT, values })
  if (rows[0] !== undefined) return rows[0].key_id
  const { rows: there } = await pg.query<{ key_id: string }>(
    'select k.key_id from payment_proof p join service_key k on k.id = p.credit_key_id where p.call_id = $1::uuid',
    [callId],
  )
  return there[0]?.key_id ?? null
}

/** SQL: whether ended call `c` leaves something of its payment `p` to credit. */
export const IS_CREDITED = `(c.state = 'released' or (c.state = 'captured' and c.price < p.amount))`
/** SQL: the part of payment `p` that call `c` did not cost. */
export const NOT_COST = `p.amount - case c.state when 'captured' then c.price else 0 end`

// Account 7 is unearned:x402. A concurrent statement waits for the row and then finds it credited.
const CREDIT = `
with due as materialized (
  select p.call_id, ${NOT_COST} as amount from payment_proof p join call c on c.id = p.call_id
  where p.call_id = $1::uuid and p.state = 'settled' and p.credit_key_id is null and ${IS_CREDITED} for update of p
),
wallet as (
  insert into account (code, kind, posted, granted) select 'wallet:' || $3::text, 'wallet', amount, amount from due returning id
),
moved as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', d.call_id, w.id, d.amount, 'credit:x402' from due d, wallet w returning id, account_id, amount
),
entered as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, amount from moved union all select id, ${LEDGER.unearnedX402}, -amount from moved
),
key as (
  insert into service_key (id, key_id, kind, account_id, hmac, last4)
  select $2::uuid, $3::text, 'prepaid', id, $4::bytea, $5::text from wallet returning id, key_id
),
noted as (
  update payment_proof p set credit_key_id = k.id, next_try_at = null from due d, key k where p.call_id = d.call_id
)
select key_id from key`

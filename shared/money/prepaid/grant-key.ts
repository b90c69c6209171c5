import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import type { ClientBase, Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import type { CredentialMint } from '../credentials.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { newCredentialId } from '../credential-id.ts'

/** A new key with its text, which is shown only once. */
export type GrantedKey = { key: string; keyId: string; balanceCents: number }

/**
 * Creates a prepaid key with `cents` granted by the operator: wallet account, transfer, two entries and key row, in one
 * statement. Not idempotent: each call creates another key.
 */
export async function grantKey(pg: PgPool | ClientBase, mint: CredentialMint, cents: number): Promise<GrantedKey> {
  const keyId = newCredentialId()
  const key = mint.issue('sk', keyId)
  await pg.query(GRANT, [uuidv7(), keyId, microUsdcOf(cents).toString(), mint.fingerprint(key), key.slice(-4)])
  return { key, keyId, balanceCents: cents }
}

// Account 2 is grants:operator.
const GRANT = `
with wallet as (
  insert into account (code, kind, posted, granted) values ('wallet:' || $2::text, 'wallet', $3::bigint, $3::bigint) returning id
),
moved as (
  insert into transfer (kind, account_id, amount, reason) select 'single', id, $3::bigint, 'grant:operator' from wallet returning id, account_id
),
entered as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, $3::bigint from moved union all select id, ${LEDGER.grantsOperator}, -$3::bigint from moved
)
insert into service_key (id, key_id, kind, account_id, hmac, last4) select $1::uuid, $2::text, 'prepaid', id, $4::bytea, $5::text from wallet`

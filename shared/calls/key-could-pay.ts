import type { Pool as PgPool } from 'pg'

import { keyVerdictSql } from './judge-key.ts'

type Wanted = { keyId: string; keyHmac: Buffer; priceMicroUsdc: bigint }

/**
 * Whether a key could pay for a call of this price now: it exists, and its balance and its ceiling for one call are high enough.
 * It is asked before work that costs us something; the statement that accepts the call decides, also about outcomes that the
 * key's policy denies.
 */
export async function keyCouldPay(pg: PgPool, { keyId, keyHmac, priceMicroUsdc }: Wanted): Promise<boolean> {
  const { rows } = await pg.query<{ could: boolean }>({
    name: 'key-could-pay',
    text: `
with k as (
  select k.kind, k.status, k.max_per_call, k.account_id, true as slug_allowed
  from service_key k where k.key_id = $1 and k.hmac = $2
)
select ${keyVerdictSql('$3::bigint')} is null and a.posted - a.held >= $3::bigint as could
from k join account a on a.id = k.account_id`,
    values: [keyId, keyHmac, priceMicroUsdc.toString()],
  })
  return rows[0]?.could === true
}

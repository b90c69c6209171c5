import type { Pool as PgPool } from 'pg'

import { keyVerdictSql, slugAllowedSql } from './judge-key.ts'

type Wanted = { keyId: string; keyHmac: Buffer; slug: string; priceMicroUsdc: bigint }

/**
 * Whether a key could pay for a call of this price now: it exists, its policy allows the call and its balance is enough. It is
 * asked before work that costs us something; the statement that accepts the call decides.
 */
export async function keyCouldPay(pg: PgPool, { keyId, keyHmac, slug, priceMicroUsdc }: Wanted): Promise<boolean> {
  const { rows } = await pg.query<{ could: boolean }>({
    name: 'key-could-pay',
    text: `
with k as (
  select k.kind, k.status, k.max_per_call, k.account_id, ${slugAllowedSql('$3::text', 'null::text')} as slug_allowed
  from service_key k where k.key_id = $1 and k.hmac = $2
)
select ${keyVerdictSql('$4::bigint')} is null and a.posted - a.held >= $4::bigint as could
from k join account a on a.id = k.account_id`,
    values: [keyId, keyHmac, slug, priceMicroUsdc.toString()],
  })
  return rows[0]?.could === true
}

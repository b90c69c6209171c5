import type { Pool as PgPool } from 'pg'

import { slugAllowedSql } from './judge-key.ts'

/**
 * Whether the policy of the key that pays for a call allows an outcome that the call runs as its part. A call that no
 * key pays for has no policy.
 */
export async function policyAllows(pg: PgPool, callId: string, slug: string): Promise<boolean> {
  const { rows } = await pg.query<{ allowed: boolean }>({
    name: 'call-policy-allows',
    text: `select ${slugAllowedSql('c.slug', '$2::text')} as allowed from call c join service_key k on k.id = c.service_key_id
      where c.id = $1`,
    values: [callId, slug],
  })
  return rows[0]?.allowed ?? true
}

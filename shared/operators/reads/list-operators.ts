import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

/** A named operator, without the token. */
export type OperatorLine = {
  operator: string
  role: string
  last4: string
  created_at: string
  revoked_at: string | null
  last_act_at: string | null
}

/** Every operator, those in force first. */
export async function listOperators(pg: PgPool): Promise<OperatorLine[]> {
  const { rows } = await pg.query<OperatorLine>(LIST)
  return rows
}

const LIST = `
select o.name as operator, o.role, o.last4, ${isoUtc('o.created_at')} as created_at, ${isoUtc('o.revoked_at')} as revoked_at,
  (select ${isoUtc('max(a.at)')} from operator_action a where a.operator_id = o.id) as last_act_at
from operator o order by o.revoked_at is not null, o.name limit 500`

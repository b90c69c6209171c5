import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

/** A prepaid or trial key as operators see it, without the key. */
export type KeyLine = {
  key_id: string
  kind: string
  status: string
  last4: string
  posted_cents: number
  held_cents: number
  spent_cents: number
  created_at: string
  revoked_at: string | null
}

/** The newest keys; with a query, those with this id or these last four characters. */
export async function listKeys(pg: PgPool, query: string, limit = 50): Promise<KeyLine[]> {
  const { rows } = await pg.query<KeyLine>(LIST, [query, limit])
  return rows
}

const LIST = `
select k.key_id, k.kind, k.status, k.last4, (a.posted / 10000.0)::float8 as posted_cents, (a.held / 10000.0)::float8 as held_cents,
  ((a.granted - a.posted) / 10000.0)::float8 as spent_cents, ${isoUtc('k.created_at')} as created_at, ${isoUtc('k.revoked_at')} as revoked_at
from service_key k join account a on a.id = k.account_id
where $1 = '' or k.key_id = $1 or k.last4 = $1
order by k.created_at desc limit $2`

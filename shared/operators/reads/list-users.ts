import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import { publicId } from '#shared/market/public-id.ts'

/** An account of the marketplace as operators see it. */
export type UserLine = {
  user_id: string
  username: string
  is_agent: boolean
  status: string
  listings: number
  created_at: string
}

/** The newest accounts; with a query, those whose name begins with it. */
export async function listUsers(pg: PgPool, query: string, limit = 50): Promise<UserLine[]> {
  const { rows } = await pg.query<Omit<UserLine, 'user_id'> & { id: string }>(LIST, [query.toLowerCase(), limit])
  return rows.map(({ id, ...user }) => ({ user_id: publicId('usr', id), ...user }))
}

const LIST = `
select u.id, u.username, u.is_agent, u.status, (select count(*)::int from listing l where l.owner_id = u.id) as listings,
  ${isoUtc('u.created_at')} as created_at
from market_user u where $1 = '' or starts_with(u.username, $1) order by u.created_at desc limit $2`

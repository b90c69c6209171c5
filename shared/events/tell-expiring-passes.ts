import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

/**
 * Writes `pass.expiring` for up to `limit` watched passes that end soon, once for each: a day pass two hours before its
 * end, others a day. Returns how many there were.
 */
export async function tellExpiringPasses(pg: PgPool, limit: number): Promise<number> {
  const { rowCount } = await pg.query(TELL, [limit])
  return rowCount ?? 0
}

const TELL = `
with due as (
  select id from pass where is_watched and expiry_told_at is null and status = 'active' and valid_until > now()
    and valid_until < now() + case kind when 'day' then interval '2 hours' else interval '1 day' end
  order by id limit $1 for update skip locked
),
told as (update pass p set expiry_told_at = now() from due where p.id = due.id returning p.*)
select tell('pass:' || id, 'pass.expiring', jsonb_build_object('pass_id', pass_id, 'kind', kind, 'valid_until', ${isoUtc('valid_until')})) from told`

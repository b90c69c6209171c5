import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { publicId } from '../../public-id.ts'

/** A dispute as the operator sees it, with what both sides said. */
export type Dispute = {
  job_id: string
  title: string
  bid_cents: number
  opened_by: string
  opened_at: string
  waits_for: 'operator' | 'answers'
  statements: { at: string; event: string; actor: string; reason: string | null }[]
}

type Row = Omit<Dispute, 'job_id'> & { id: string }

/** The open disputes, oldest first. */
export async function listDisputes(pg: PgPool, limit = 100): Promise<Dispute[]> {
  // SQL: each dispute comes with what was said in it.
  const { rows } = await pg.query<Row>(DISPUTES, [limit])
  return rows.map(({ id, ...row }) => ({ job_id: publicId('job', id), ...row }))
}

const DISPUTES = `
select j.id, j.title, e.bid_cents, e.disputed_by as opened_by, ${isoUtc('e.disputed_at')} as opened_at,
  case when j.wake_at is null then 'operator' else 'answers' end as waits_for,
  (select json_agg(json_build_object('at', ${isoUtc('s.at')}, 'event', s.event, 'actor', s.actor, 'reason', s.reason) order by s.nth)
    from job_event s where s.job_id = j.id and s.reason is not null) as statements
from job j join engagement e on e.job_id = j.id where j.status = 'disputed' order by e.disputed_at limit $1`

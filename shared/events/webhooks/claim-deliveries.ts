import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { FORMER_SECRET_HOURS } from '#shared/lib/crypto/rotated-secrets.ts'

/** Lanes that one claim looks at; the next one goes on behind them. */
const LANES = 500
/** How long a claimed delivery belongs to its process: the time limit of an attempt and a margin. */
export const LEASE_S = 20

/** A delivery that this process tries now. `generation` is null for a callback. */
export type ClaimedDelivery = {
  id: string
  lane: string
  attempt: number
  webhookId: string | null
  /** Null when the webhook was deleted or disabled meanwhile. */
  url: string | null
  generation: number | null
  /** The secret before a rotation still signs. */
  isRotating: boolean
  /** The webhook row has to learn of a success. */
  noteSuccess: boolean
  eventId: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

/**
 * Claims up to `limit` deliveries that are due, at most `perLane` of each lane, fewer where `open` names what the process
 * has under way, and `slow` lanes one at a time. `after` is the lane behind which to look; the answer's `after` is null at the last lane. A
 * delivery that another process claims is skipped.
 */
export async function claimDeliveries(
  pg: PgPool,
  given: {
    after: string
    perLane: number
    limit: number
    open: ReadonlyMap<string, number>
    slow: ReadonlySet<string>
  },
): Promise<{ deliveries: ClaimedDelivery[]; after: string | null }> {
  const lanes = [...new Set([...given.open.keys(), ...given.slow])]
  const room = lanes.map((lane) => (given.slow.has(lane) ? 1 : given.perLane) - (given.open.get(lane) ?? 0))
  const { rows } = await pg.query<Row>({
    name: 'deliveries-claim',
    text: CLAIM,
    values: [given.after, given.perLane, given.limit, lanes, room.map((places) => Math.max(0, places))],
  })
  const [facts] = rows
  return {
    after: facts === undefined || Number(facts.lanes) < LANES ? null : facts.last_lane,
    deliveries: rows.flatMap(({ id, ...row }) =>
      id === null
        ? []
        : [
            {
              id,
              lane: row.lane,
              attempt: row.attempt,
              webhookId: row.webhook_id,
              url: row.url,
              generation: row.generation,
              isRotating: row.is_rotating,
              noteSuccess: row.note_success,
              eventId: row.event_id,
              type: row.type,
              timestamp: row.at,
              data: row.data,
            },
          ],
    ),
  }
}

type Row = {
  lanes: string
  last_lane: string | null
  id: string | null
  lane: string
  attempt: number
  webhook_id: string | null
  url: string | null
  generation: number | null
  is_rotating: boolean
  note_success: boolean
  event_id: string
  type: string
  at: string
  data: Record<string, unknown>
}

// A skip scan: one probe of the index for each lane that has something to do, however much that is, so that a lane with
// many deliveries costs the others nothing.
const CLAIM = `
with recursive lanes(lane, nth) as (
  (select lane, 1 from webhook_delivery where state = 'pending' and lane > $1::uuid order by lane limit 1)
  union all
  select (select d.lane from webhook_delivery d where d.state = 'pending' and d.lane > l.lane order by d.lane limit 1), l.nth + 1
  from lanes l where l.lane is not null and l.nth < ${LANES}
),
looked as materialized (select lane from lanes where lane is not null),
due as materialized (
  select d.id from looked l
  left join unnest($4::uuid[], $5::int[]) as r(lane, room) on r.lane = l.lane
  cross join lateral (
    select id from webhook_delivery where state = 'pending' and lane = l.lane and due_at <= now()
    order by due_at limit coalesce(r.room, $2::int) for update skip locked
  ) d
  limit $3
),
claimed as (
  update webhook_delivery d set attempt = attempt + 1, due_at = now() + interval '${LEASE_S} seconds'
  from due where d.id = due.id
  returning d.id, d.lane, d.attempt, d.webhook_id, d.url, d.event_id
)
select f.lanes, f.last_lane, c.id, c.lane, c.attempt, c.webhook_id, coalesce(c.url, w.url) as url, w.secret_generation as generation,
  coalesce(w.secret_generation > 0 and w.secret_rotated_at > now() - interval '${FORMER_SECRET_HOURS} hours', false) as is_rotating,
  w.failing_since is not null or w.last_success_at is null or w.last_success_at < now() - interval '1 minute' as note_success,
  c.event_id, e.type, ${isoUtc('e.created_at')} as at, e.data
from (select count(*) as lanes, max(lane::text) as last_lane from looked) f
left join (claimed c join event e on e.id = c.event_id left join webhook w on w.id = c.webhook_id and w.state = 'enabled') on true`

import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { publicId } from '../market/public-id.ts'

/** How long events can be read. */
export const EVENT_DAYS = 30

/** An event as its owner reads it. `cursor` is what a reader sends as `after` to go on behind it. */
export type EventView = { id: string; cursor: string; type: string; timestamp: string; data: Record<string, unknown> }

/** Reads up to `limit` published events of a stream behind a position, oldest first. `types` is null for all types. */
export async function readEvents(
  pg: PgPool,
  stream: string,
  { after, types, limit }: { after: string; types: readonly string[] | null; limit: number },
): Promise<EventView[]> {
  const { rows } = await pg.query<Row>({ name: 'events-read', text: READ, values: [stream, after, types, limit] })
  return rows.map(({ id, position, type, at, data }) => ({
    id: publicId('evt', id),
    cursor: position,
    type,
    timestamp: at,
    data,
  }))
}

/** The position of the newest published event of a stream; 0 when there is none. */
export async function newestPosition(pg: PgPool, stream: string): Promise<string> {
  const { rows } = await pg.query<{ position: string }>({
    name: 'events-newest',
    text: `select coalesce(max(position), 0)::text as position from event where stream = $1 and position is not null`,
    values: [stream],
  })
  return rows[0]?.position ?? '0'
}

type Row = { id: string; position: string; type: string; at: string; data: Record<string, unknown> }

// Ordered by the column, not by its text of the same name: 10 comes after 9.
const READ = `
select id, position::text, type, ${isoUtc('created_at')} as at, data from event
where stream = $1 and position is not null and position > $2::bigint and ($3::text[] is null or type = any($3))
  and created_at > now() - interval '${EVENT_DAYS} days'
order by event.position limit $4`

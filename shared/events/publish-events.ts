import type { Pool as PgPool } from 'pg'

/** The advisory lock of whoever publishes: positions follow each other in the order of commits. */
const LOCK = 733_402_501

/**
 * Publishes up to `limit` events: each gets its position and a delivery for every webhook that wants it, in one
 * statement. One process at a time does so; another one that tries meanwhile publishes nothing. Returns how many there
 * were.
 */
export async function publishEvents(pg: PgPool, limit: number): Promise<number> {
  const { rows } = await pg.query<{ published: string }>({ name: 'events-publish', text: PUBLISH, values: [limit] })
  return Number(rows[0]?.published ?? 0)
}

// A process that waited for nothing may see events that another one has just published: the update looks again.
const PUBLISH = `
with turn as materialized (select pg_try_advisory_xact_lock(${LOCK}) as is_ours),
batch as materialized (
  select id from event where position is null and (select is_ours from turn) order by created_at, id limit $1
),
published as (
  update event e set position = n.position
  from (select id, nextval('event_position') as position from batch) n
  where e.id = n.id and e.position is null
  returning e.id, e.stream, e.type
),
to_webhooks as (
  insert into webhook_delivery (webhook_id, event_id, lane)
  select w.id, p.id, w.id from published p
  join webhook w on w.stream = p.stream and w.state = 'enabled' and (w.types is null or p.type = any(w.types))
  on conflict do nothing
),
to_callbacks as (
  insert into webhook_delivery (url, event_id, lane)
  select c.url, p.id, md5(split_part(c.url, '/', 3))::uuid from published p
  join call_callback c on p.stream like 'callback:%' and c.call_id = substring(p.stream from 10)::uuid
)
select count(*) as published from published`

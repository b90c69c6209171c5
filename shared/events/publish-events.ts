import type { Pool as PgPool } from 'pg'

import { KEY_NOTICES, NOTICES } from '../mail/notices.rules.ts'

/** The advisory lock of whoever publishes: positions follow each other in the order of commits. */
const LOCK = 733_402_501

/**
 * Publishes up to `limit` events: each gets its position, a delivery for every webhook that wants it, and the mail of its
 * notice, in one statement. One process at a time does so; another one that tries meanwhile publishes nothing. Returns how many there
 * were.
 */
export async function publishEvents(pg: PgPool, limit: number): Promise<number> {
  const { rows } = await pg.query<{ published: string }>({ name: 'events-publish', text: PUBLISH, values: [limit] })
  return Number(rows[0]?.published ?? 0)
}

const conditionOf = (type: string, when: Readonly<Record<string, string>> = {}) =>
  `(p.type = '${type}' and p.data @> '${JSON.stringify(when)}')`
const conditionsOf = (isSecurity: boolean) =>
  Object.entries(NOTICES)
    .filter(([, notice]) => (notice.isSecurity ?? false) === isSecurity)
    .map(([type, { when }]) => conditionOf(type, when))
    .join(' or ')
const IS_SECURITY = `(${conditionsOf(true)})`
const IS_NOTICE = conditionsOf(false)
const KEY_NOTICE_TYPES = Object.keys(KEY_NOTICES)
  .map((type) => `'${type}'`)
  .join(', ')

// A process that waited for nothing may see events that another one has just published: the update looks again.
const PUBLISH = `
with turn as materialized (select pg_try_advisory_xact_lock(${LOCK}) as is_ours),
batch as materialized (
  select id, created_at from event where position is null and (select is_ours from turn) order by created_at, id limit $1
),
published as (
  update event e set position = n.position
  from (select id, created_at, nextval('event_position') as position from batch) n
  where e.id = n.id and e.created_at = n.created_at and e.position is null
  returning e.id, e.stream, e.type, e.data
),
to_webhooks as (
  insert into webhook_delivery (webhook_id, event_id, lane)
  select w.id, p.id, w.id from published p
  join webhook w on w.stream = p.stream and w.state = 'enabled' and (w.types is null or p.type = any(w.types))
  on conflict do nothing
),
to_mail as (
  insert into mail (user_id, kind, about)
  select u.id, 'notice', jsonb_build_object('type', p.type, 'data', p.data) from published p
  join market_user u on u.id = substring(p.stream from 9)::uuid and u.email_confirmed_at is not null and u.status = 'active'
  where p.stream like 'account:%' and (${IS_SECURITY} or (u.wants_notices and (${IS_NOTICE})))
),
to_keys as (
  insert into mail (key_account_id, kind, about)
  select n.account_id, 'notice', jsonb_build_object('type', p.type, 'data', p.data) from published p
  join key_notice n on n.account_id = case when p.stream like 'key:%' then substring(p.stream from 5)::bigint end
    and n.confirmed_at is not null
  where p.type in (${KEY_NOTICE_TYPES})
),
to_callbacks as (
  insert into webhook_delivery (url, event_id, lane)
  select c.url, p.id, md5(split_part(c.url, '/', 3))::uuid from published p
  join call_callback c on p.stream like 'callback:%' and c.call_id = substring(p.stream from 10)::uuid
)
select count(*) as published from published`

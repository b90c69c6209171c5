import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

/** What is kept of an event of the processor. `happenedAt` is the processor's time. */
export type ReceivedEvent = {
  id: string
  type: string
  intentId: string | null
  isLive: boolean
  account: string | null
  happenedAt: Date
}

/** Events that wait, of one payment intent. */
export type DueEvents = {
  intentId: string | null
  events: { id: string; type: string; isLive: boolean; account: string | null }[]
}

/** Seconds in which whoever took events handles them; then others may. */
const LEASE_S = 30
/** Seconds until events are looked at again that wait for something else: each time longer, an hour at most. */
const AGAIN_S = 5
/** Times that an event is tried: several days. */
const MOST_TRIES = 80

/** Keeps events, each id once. Returns the ids that are new. */
export async function keepEvents(pg: PgPool, given: readonly ReceivedEvent[]): Promise<string[]> {
  if (given.length === 0) return []
  // In the order of their ids, so that of two that keep the same ones none waits for the other.
  const events = given.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  // SQL: many at once, and none twice.
  const { rows } = await pg.query<{ id: string }>({
    name: 'card-events-keep',
    text: KEEP,
    values: [
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ intentId }) => intentId),
      events.map(({ isLive }) => isLive),
      events.map(({ account }) => account),
      events.map(({ happenedAt }) => happenedAt),
    ],
  })
  return rows.map(({ id }) => id)
}

/** Takes events that are due, by payment intent. Of several processes at once, one takes an event. */
export async function takeDueEvents(pg: PgPool, limit: number): Promise<DueEvents[]> {
  // SQL: of several processes, one takes an event.
  const { rows } = await pg.query<{
    id: string
    type: string
    intent_id: string | null
    livemode: boolean
    account: string | null
  }>({
    name: 'card-events-take',
    text: TAKE,
    values: [limit, LEASE_S],
  })
  return [...Map.groupBy(rows, ({ id, intent_id }) => intent_id ?? id).values()].map((events) => ({
    intentId: events[0]?.intent_id ?? null,
    events: events.map(({ id, type, livemode: isLive, account }) => ({ id, type, isLive, account })),
  }))
}

/** Ends events: nothing is left to do for them. */
export async function endEvents(
  pg: PgPool,
  ids: readonly string[],
  { state, reason = null }: { state: 'done' | 'ignored' | 'quarantined'; reason?: string | null },
): Promise<void> {
  // SQL: only from a state that is open.
  await pg.query({ name: 'card-events-end', text: END, values: [ids, state, reason] })
}

/** Has events looked at again later; after too many tries they are quarantined. `parked` ones wait for another event. */
export async function putOff(pg: PgPool, ids: readonly string[], state: 'waiting' | 'parked'): Promise<void> {
  // SQL: each by its own number of tries.
  await pg.query({ name: 'card-events-put-off', text: PUT_OFF, values: [ids, state] })
}

/** Lets an operator have quarantined events tried again. Returns how many were quarantined. */
export async function retryEvents(pg: PgPool, ids: readonly string[]): Promise<number> {
  // SQL: only from quarantine.
  const { rowCount } = await pg.query(
    `update card_event set state = 'waiting', look_at = now(), tries = 0 where id = any($1::text[]) and state = 'quarantined'`,
    [ids],
  )
  return rowCount ?? 0
}

/** Deletes events that ended long ago. The processor sends none again that is older than 30 days. */
export const purgeCardEvents = (pg: PgPool): Promise<void> =>
  removeRows(
    pg,
    'card_event',
    `look_at is null and state <> 'quarantined' and received_at < now() - interval '60 days'`,
  )

const KEEP = `
insert into card_event (id, type, intent_id, livemode, account, happened_at)
select * from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::text[], $6::timestamptz[]) on conflict do nothing returning id`

const TAKE = `
update card_event e set look_at = now() + make_interval(secs => $2), tries = e.tries + 1
from (select id from card_event where look_at <= now() order by look_at limit $1 for update skip locked) due
where e.id = due.id returning e.id, e.type, e.intent_id, e.livemode, e.account`

const END = `
update card_event set state = $2, reason = $3, look_at = null where id = any($1::text[]) and state in ('waiting', 'parked')`

const PUT_OFF = `
update card_event set
  state = case when tries >= ${MOST_TRIES} then 'quarantined' else $2 end,
  reason = case when tries >= ${MOST_TRIES} then 'tried_too_often' end,
  look_at = case when tries < ${MOST_TRIES} then now() + least(make_interval(secs => ${AGAIN_S} * 2 ^ least(tries, 12)), interval '1 hour') end
where id = any($1::text[]) and state in ('waiting', 'parked')`

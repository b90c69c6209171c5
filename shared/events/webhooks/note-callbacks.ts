import type { Pool as PgPool } from 'pg'

/** How old what an ingress asked for is when housekeeping takes it up, in seconds: longer than a charge takes. */
const LEFT_AFTER_S = 10

/** Writes down the callback of a call that is about to be charged. */
export async function askCallback(pg: PgPool, callId: string, url: string): Promise<void> {
  await pg.query({
    name: 'callback-ask',
    text: 'insert into callback_asked (call_id, url) values ($1, $2) on conflict do nothing',
    values: [callId, url],
  })
}

/** Forgets the callback of a call that was refused; that of one that was accepted after all stays. */
export async function forgetCallback(pg: PgPool, callId: string): Promise<void> {
  await pg.query({ name: 'callback-forget', text: FORGET, values: [callId] })
}

const FORGET =
  'delete from callback_asked where call_id = $1::uuid and not exists (select from call where id = $1::uuid)'

/**
 * Has the end of an accepted call sent to the callback that was asked for: it becomes an event when the call ends, or at
 * once when the call has ended. A call that is just ending is left to housekeeping.
 */
export async function noteCallback(pg: PgPool, callId: string): Promise<void> {
  await pg.query({ name: 'callback-note', text: noteSql('b.call_id = $1::uuid'), values: [callId] })
}

/**
 * Does the same for up to `limit` callbacks whose ingress ended between the charge and the note. Returns how many there
 * were. Several processes share them.
 */
export async function noteLeftCallbacks(pg: PgPool, limit: number): Promise<number> {
  const { rows } = await pg.query<{ noted: number }>({ name: 'callbacks-left', text: LEFT, values: [limit] })
  return rows[0]?.noted ?? 0
}

// The call is locked before anything is decided, and `asked` has it as it is then: a call that ends meanwhile either sees
// the callback or is told here. A call that had a callback before is not told twice.
function noteSql(which: string): string {
  return `
with asked as materialized (
  select c.*, b.url from callback_asked b join call c on c.id = b.call_id where ${which} for update of c skip locked
),
taken as (delete from callback_asked b using asked a where b.call_id = a.id returning b.call_id),
noted as (
  insert into call_callback (call_id, url) select a.id, a.url from asked a join taken t on t.call_id = a.id
  on conflict do nothing returning call_id
),
watched as (
  update call c set is_watched = true from asked a join noted n on n.call_id = a.id where c.id = a.id and a.finished_at is null
),
told as (
  insert into event (stream, type, data)
  select 'callback:' || a.id, case a.state when 'captured' then 'call.completed' else 'call.failed' end, jsonb_build_object(
    'call_id', public_id('call', a.id), 'slug', a.slug,
    'code', case a.state when 'captured' then 'ok' else a.refusal::jsonb->>'code' end,
    'charged_cents', case a.state when 'captured' then a.price else 0 end / 10000,
    'total_usdc', usdc_text(case a.state when 'captured' then a.price else 0 end), 'run_ms', round(a.run_ms))
  from asked a join noted n on n.call_id = a.id where a.finished_at is not null
)
select count(*)::int as noted from taken`
}

const LEFT = noteSql(`b.call_id in (
    select o.call_id from callback_asked o join call k on k.id = o.call_id
    where o.created_at < now() - interval '${LEFT_AFTER_S} seconds' order by o.created_at limit $1)`)

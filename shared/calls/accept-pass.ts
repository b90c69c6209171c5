import type { Pool as PgPool } from 'pg'

import {
  type Accepted,
  type CallToAccept,
  commonParameters,
  INPUT,
  LOCK_WAIT_MS,
  QUEUE_ALLOWANCE_MS,
  REQUEST_COLUMNS,
  type Replay,
} from './accept.ts'

export type PassCall = CallToAccept & {
  passId: string
  passHmac: Buffer
  /** Whether the outcome is in the `guards` scope. */
  inGuards: boolean
  /** Whether any pass covers it. */
  isPassable: boolean
  /** The number of calls above 10 cents this call counts as. A pass covers 20 of those per UTC day. */
  dear: number
  /** Whether the call uses the pass's one featured slot. */
  featured: boolean
}

export type PassRefusal = {
  kind: 'refused'
  code: 'invalid_pass' | 'pass_expired' | 'pass_scope' | 'pass_fair_use'
  detail: string | null
}

/** Calls of one pass that may be open at once, and calls above 10 cents it may make per UTC day. */
export const PASS_OPEN_CALLS = 5
export const PASS_DEAR_CALLS_A_DAY = 20

/**
 * Accepts a batch of calls covered by passes, in one statement. Validity (by the database's clock), scope, open calls
 * and the day's expensive calls are checked on the locked pass row, so no limit is exceeded. The price of such a call
 * is 0.
 */
export async function acceptPass(
  pg: PgPool,
  calls: readonly PassCall[],
  replyTo: string,
  lockWaitMs = LOCK_WAIT_MS,
): Promise<(Accepted | Replay | PassRefusal)[]> {
  const { rows } = await pg.query<Row>({
    name: 'call-accept-pass',
    text: ACCEPT,
    values: [
      ...commonParameters(calls),
      calls.map((call) => call.passId),
      calls.map((call) => call.passHmac),
      calls.map((call) => call.inGuards),
      calls.map((call) => call.dear),
      calls.map((call) => call.featured),
      replyTo,
      String(lockWaitMs),
      calls.map((call) => call.isPassable),
    ],
  })
  return rows.map(({ verdict, replay_of, same_body, why }) => {
    if (verdict === 'accepted') return { kind: 'accepted', payer: 'pass', availableMicroUsdc: null }
    if (verdict === 'replay')
      return { kind: 'replay', callId: replay_of ?? '', sameBody: same_body ?? true, availableMicroUsdc: null }
    return { kind: 'refused', code: verdict, detail: why }
  })
}

type Row = {
  verdict: 'accepted' | 'replay' | PassRefusal['code']
  replay_of: string | null
  same_body: boolean | null
  why: string | null
}

const ACCEPT = `
with req as (
  select * from ${REQUEST_COLUMNS}, $11::text[], $12::bytea[], $13::bool[], $14::int[], $15::bool[], $18::bool[])
    with ordinality as r(call_id, slug, pool, price, timeout_ms, input_from, input_bytes, input_digest, idem, pass_id, pass_hmac, in_guards, dear, featured, passable, ord)
),
locked as materialized (
  select p.*, case when p.day = (now() at time zone 'utc')::date then p.day_dear else 0 end as dear_today
  from pass p, (select set_config('lock_timeout', $17, true)) as patience
  where p.pass_id in (select pass_id from req) order by p.id for update of p
),
judged as materialized (
  select r.ord, r.call_id, r.dear, r.featured, p.id as pass_uuid, p.is_watched, p.open_calls, p.dear_today, p.featured_used,
    c.call_id as replay_of, c.input_digest = r.input_digest as same_body,
    case
      when p.id is null or p.status <> 'active' then 'invalid_pass'
      when c.call_id is not null or (r.idem is not null and row_number() over (partition by r.idem order by r.ord) > 1) then 'replay'
      when p.valid_until <= now() then 'pass_expired'
      when not r.passable or (p.scope = 'guards' and not r.in_guards) then 'pass_scope'
    end as verdict
  from req r
  left join locked p on p.pass_id = r.pass_id and p.hmac = r.pass_hmac
  left join call_key c on p.id is not null and c.idem = r.idem
),
ranked as (
  select *,
    row_number() over (partition by pass_uuid order by dear, ord) as nth,
    sum(dear) over (partition by pass_uuid order by dear, ord) as nth_dear,
    count(*) filter (where featured) over (partition by pass_uuid order by dear, ord) as nth_featured
  from judged where verdict is null
),
fitting as materialized (
  select * from ranked
  where nth + open_calls <= ${PASS_OPEN_CALLS}
    and (dear = 0 or nth_dear + dear_today <= ${PASS_DEAR_CALLS_A_DAY})
    and (not featured or nth_featured + featured_used <= 1)
),
accepted as (
  insert into call (id, slug, pool, payer, pass_id, price, state, timeout_ms, deadline, reply_to, input, input_digest, idem, is_watched)
  select f.call_id, r.slug, r.pool, 'pass', f.pass_uuid, 0, 'held', r.timeout_ms,
    now() + make_interval(secs => (r.timeout_ms + ${QUEUE_ALLOWANCE_MS}) / 1000.0), $16, ${INPUT}, r.input_digest, r.idem, f.is_watched
  from fitting f join req r on r.ord = f.ord
  on conflict do nothing
  returning id, pass_id
),
counted as (
  update pass p set open_calls = p.open_calls + s.calls, day = (now() at time zone 'utc')::date,
    day_dear = case when p.day = (now() at time zone 'utc')::date then p.day_dear else 0 end + s.dear,
    featured_used = p.featured_used + s.featured
  from (
    select a.pass_id, count(*) as calls, sum(f.dear) as dear, count(*) filter (where f.featured) as featured
    from accepted a join fitting f on f.call_id = a.id group by a.pass_id
  ) s
  where p.id = s.pass_id
)
select
  case
    when c.id is not null then 'accepted'
    when f.ord is not null then 'replay'
    else coalesce(j.verdict, 'pass_fair_use')
  end as verdict,
  j.replay_of, j.same_body,
  case when j.verdict is null and f.ord is null then
    case
      when j.featured and j.featured_used >= 1 then 'A pass holds one featured slot.'
      when j.dear > 0 and j.dear_today + j.dear > ${PASS_DEAR_CALLS_A_DAY} then 'A pass covers ${PASS_DEAR_CALLS_A_DAY} calls above 10 cents a day (UTC).'
      else 'A pass covers ${PASS_OPEN_CALLS} calls at once.'
    end
  end as why
from judged j
left join fitting f on f.ord = j.ord
left join accepted c on c.id = j.call_id
order by j.ord`

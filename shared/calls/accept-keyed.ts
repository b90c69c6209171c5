import type { Pool as PgPool } from 'pg'

import type { RefusalCode } from '#shared/errors.ts'
import { MICRO_USDC_PER_CENT, microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { TRIAL } from '#shared/terms.ts'

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

export type KeyedCall = CallToAccept & {
  keyId: string
  keyHmac: Buffer
  /** For a bundle: the slugs it runs. A key's policy lists may name these instead of the bundle. */
  members?: readonly string[]
}

/** Why a key was refused: a code of the error table, and the balance its message needs. */
export type KeyRefusal = {
  kind: 'refused'
  code: Extract<
    RefusalCode,
    | 'invalid_service_key'
    | 'key_revoked'
    | 'trial_expired'
    | 'trial_price_cap'
    | 'policy_slug'
    | 'policy_call_ceiling'
    | 'policy_daily_ceiling'
    | 'policy_monthly_ceiling'
    | 'insufficient_balance'
  >
  availableMicroUsdc: bigint
}

/**
 * Accepts a batch of calls paid with service keys, in one statement: checks the key, places the hold, writes the call.
 * Safe when several batches and ingresses run at once. Account rows are locked in id order, so the statements cannot
 * deadlock. Each decision uses the locked balance, so no account is overdrawn. Within a batch, the cheapest calls of a
 * key are accepted first, so an expensive call that does not fit cannot refuse a cheaper one that does.
 */
export async function acceptKeyed(
  pg: PgPool,
  calls: readonly KeyedCall[],
  replyTo: string,
  lockWaitMs = LOCK_WAIT_MS,
): Promise<(Accepted | Replay | KeyRefusal)[]> {
  const { rows } = await pg.query<Row>({
    name: 'call-accept-keyed',
    text: ACCEPT,
    values: [
      ...commonParameters(calls),
      calls.map((call) => call.keyId),
      calls.map((call) => call.keyHmac),
      replyTo,
      String(lockWaitMs),
      calls.map((call) => call.members?.join(' ') ?? null),
    ],
  })
  return rows.map(answerOf)
}

type Row = {
  verdict: 'accepted' | 'replay' | KeyRefusal['code']
  payer: 'prepaid' | 'trial'
  available: string | null
  replay_of: string | null
  same_body: boolean | null
  refill_below: string | null
}

function answerOf({
  verdict,
  payer,
  available,
  replay_of,
  same_body,
  refill_below,
}: Row): Accepted | Replay | KeyRefusal {
  if (verdict === 'accepted') {
    const availableMicroUsdc = BigInt(available ?? 0)
    const isRefillDue = refill_below !== null && availableMicroUsdc < BigInt(refill_below) * MICRO_USDC_PER_CENT
    return { kind: 'accepted', payer, availableMicroUsdc, isRefillDue }
  }
  if (verdict === 'replay') {
    return {
      kind: 'replay',
      callId: replay_of ?? '',
      sameBody: same_body ?? true,
      availableMicroUsdc: BigInt(available ?? 0),
    }
  }
  return { kind: 'refused', code: verdict, availableMicroUsdc: BigInt(available ?? 0) }
}

// `moved` writes the values `locked` read. PostgreSQL first checks constraints against the row version of the
// statement's snapshot; against that version, a hold that fits only after a concurrent release would fail.
const ACCEPT = `
with req as (
  select * from ${REQUEST_COLUMNS}, $11::text[], $12::bytea[], $15::text[])
    with ordinality as r(call_id, slug, pool, price, timeout_ms, input_from, input_bytes, input_digest, idem, key_id, key_hmac, members, ord)
),
keyed as materialized (
  select r.ord, r.call_id, r.price, r.idem, r.slug,
    k.id as service_key_id, k.kind, k.account_id, k.status, k.max_per_call, k.daily_limit, k.monthly_limit,
    case when (k.auto_refill->>'enabled')::boolean then k.auto_refill->>'below_cents' end as refill_below,
    (k.allow_slugs is null or r.slug = any(k.allow_slugs) or string_to_array(r.members, ' ') <@ k.allow_slugs) is true
      and r.slug <> all(k.deny_slugs) and (r.members is null or not string_to_array(r.members, ' ') && k.deny_slugs) as slug_allowed,
    c.id as replay_of, c.input_digest = r.input_digest as same_body,
    row_number() over (partition by r.idem order by r.ord) > 1 and r.idem is not null as twin
  from req r
  left join service_key k on k.key_id = r.key_id and k.hmac = r.key_hmac
  left join call c on k.id is not null and r.idem is not null and c.idem = r.idem and c.state <> 'released'
),
locked as materialized (
  select a.* from account a, (select set_config('lock_timeout', $14, true)) as patience
  where a.id in (select account_id from keyed) order by a.id for update of a
),
judged as materialized (
  select k.*, a.posted - a.held as available,
    k.daily_limit - case when a.day = (now() at time zone 'utc')::date then a.day_spent else 0 end as daily_left,
    k.monthly_limit - case when a.month = date_trunc('month', now() at time zone 'utc')::date then a.month_spent else 0 end as monthly_left,
    case
      when k.service_key_id is null then 'invalid_service_key'
      when k.replay_of is not null or k.twin then 'replay'
      when k.status <> 'active' then 'key_revoked'
      when a.expires_at <= now() then 'trial_expired'
      when k.kind = 'trial' and k.price > ${microUsdcOf(TRIAL.maxPriceCents)} then 'trial_price_cap'
      when not k.slug_allowed then 'policy_slug'
      when k.price > k.max_per_call then 'policy_call_ceiling'
    end as verdict
  from keyed k left join locked a on a.id = k.account_id
),
ranked as (
  select *, sum(price) over (partition by account_id order by price, ord) as running from judged where verdict is null
),
fitting as materialized (
  select ord, call_id, service_key_id, kind, account_id, price, nextval('transfer_id_seq') as hold_id
  from ranked where running <= least(available, daily_left, monthly_left)
),
accepted as (
  insert into call (id, slug, pool, payer, service_key_id, account_id, price, hold_id, state, timeout_ms, deadline, reply_to, input, input_digest, idem)
  select f.call_id, r.slug, r.pool, f.kind, f.service_key_id, f.account_id, f.price, f.hold_id, 'held', r.timeout_ms,
    now() + make_interval(secs => (r.timeout_ms + ${QUEUE_ALLOWANCE_MS}) / 1000.0), $13, ${INPUT}, r.input_digest, r.idem
  from fitting f join req r on r.ord = f.ord
  on conflict do nothing
  returning id, account_id, price, hold_id
),
held as (
  insert into transfer (id, kind, call_id, account_id, amount) select hold_id, 'hold', id, account_id, price from accepted
),
moved as (
  update account a set posted = l.posted, held = l.held + s.total,
    day = (now() at time zone 'utc')::date,
    day_spent = case when a.day = (now() at time zone 'utc')::date then a.day_spent else 0 end + s.total,
    month = date_trunc('month', now() at time zone 'utc')::date,
    month_spent = case when a.month = date_trunc('month', now() at time zone 'utc')::date then a.month_spent else 0 end + s.total
  from (select account_id, sum(price) as total from accepted group by account_id) s join locked l on l.id = s.account_id
  where a.id = s.account_id
  returning a.id, a.posted - a.held as available
)
select
  case
    when c.id is not null then 'accepted'
    when f.ord is not null then 'replay'
    when j.verdict is not null then j.verdict
    when j.price > j.available then 'insufficient_balance'
    when j.price > j.daily_left then 'policy_daily_ceiling'
    when j.price > j.monthly_left then 'policy_monthly_ceiling'
    when j.available <= least(j.daily_left, j.monthly_left) or (j.daily_left is null and j.monthly_left is null) then 'insufficient_balance'
    when j.daily_left <= j.monthly_left or j.monthly_left is null then 'policy_daily_ceiling'
    else 'policy_monthly_ceiling'
  end as verdict,
  j.kind as payer, coalesce(m.available, j.available) as available, j.replay_of, j.same_body, j.refill_below
from judged j
left join fitting f on f.ord = j.ord
left join accepted c on c.id = j.call_id
left join moved m on m.id = j.account_id
order by j.ord`

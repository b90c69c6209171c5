import type { Pool as PgPool } from 'pg'

import type { KeyedAnswer, KeyedCall, KeyRefusal } from './accept-keyed.ts'

import { QUEUE_ALLOWANCE_MS } from './accept.ts'
import { FIRST_ATTEMPT_COLUMNS, firstAttemptSql } from './first-attempt-sql.ts'
import { acceptedAnswer, CEILINGS_LEFT, KEY_COLUMNS, keyVerdictSql, limitPassed, slugAllowedSql } from './judge-key.ts'

/** Accepts one call paid with a service key. Decides what `acceptKeyed` does for a batch of one. */
export async function acceptKeyedLone(
  pg: PgPool,
  call: KeyedCall,
  replyTo: string,
  lockWaitMs: number,
): Promise<KeyedAnswer> {
  const { rows } = await pg.query<Row>({
    name: 'call-accept-keyed',
    text: ACCEPT,
    values: [
      call.callId,
      call.slug,
      call.pool,
      call.priceMicroUsdc.toString(),
      call.timeoutMs,
      Buffer.from(call.input),
      call.inputDigest,
      call.idem,
      call.keyId,
      call.keyHmac,
      call.members?.join(' ') ?? null,
      replyTo,
      String(lockWaitMs),
      call.isCarried === true,
    ],
  })
  const [row] = rows
  if (row === undefined) return { kind: 'refused', code: 'invalid_service_key', availableMicroUsdc: 0n }
  const available = BigInt(row.available ?? 0)
  if (row.is_accepted)
    return acceptedAnswer(row.kind, available - call.priceMicroUsdc, row.refill_below, row.account_id)
  if (row.replay_of !== null)
    return { kind: 'replay', callId: row.replay_of, sameBody: row.same_body ?? true, availableMicroUsdc: available }
  if (row.verdict !== null) return { kind: 'refused', code: row.verdict, availableMicroUsdc: available }
  // The call fits, and a call with its id or its Idempotency-Key was written meanwhile.
  if (row.fits) return { kind: 'replay', callId: '', sameBody: true, availableMicroUsdc: available }
  return { kind: 'refused', code: limitPassed(call.priceMicroUsdc, row), availableMicroUsdc: available }
}

type Row = {
  account_id: string
  kind: 'prepaid' | 'trial'
  verdict: KeyRefusal['code'] | null
  available: string | null
  daily_left: string | null
  monthly_left: string | null
  replay_of: string | null
  same_body: boolean | null
  refill_below: string | null
  fits: boolean
  is_accepted: boolean
}

// The trigger `call_holds` holds the price.
const ACCEPT = `
with keyed as materialized (
  select ${KEY_COLUMNS}, ${slugAllowedSql('$2::text', '$11::text')} as slug_allowed,
    c.call_id as replay_of, c.input_digest = $7::bytea as same_body
  from (select set_config('lock_timeout', $13, true)) as patience
  join service_key k on k.key_id = $9 and k.hmac = $10
  left join call_key c on c.idem = $8::text
),
locked as materialized (
  select * from account where id = (select account_id from keyed) for update
),
limits as materialized (
  select k.*, a.posted, a.held, a.is_watched, a.posted - a.held as available, ${keyVerdictSql('$4::bigint')} as verdict, ${CEILINGS_LEFT}
  from keyed k left join locked a on true
),
judged as materialized (
  select *, replay_of is null and verdict is null and $4::bigint <= least(available, daily_left, monthly_left) as fits from limits
),
accepted as (
  insert into call (id, slug, pool, payer, service_key_id, account_id, price, state, ${FIRST_ATTEMPT_COLUMNS}, timeout_ms, deadline, reply_to, input, input_digest, idem, is_watched)
  select $1::uuid, $2::text, $3::text, kind, service_key_id, account_id, $4::bigint, 'held', ${firstAttemptSql('$14::bool')}, $5::int,
    now() + make_interval(secs => ($5::int + ${QUEUE_ALLOWANCE_MS}) / 1000.0), $12::text, convert_from($6::bytea, 'UTF8'), $7::bytea, $8::text, is_watched
  from judged where fits
  on conflict do nothing
  returning id
)
select account_id, kind, verdict, available, daily_left, monthly_left, replay_of, same_body, refill_below, coalesce(fits, false) as fits,
  exists (select from accepted) as is_accepted
from judged`

import type { Pool as PgPool } from 'pg'

import type { RowOf } from '#shared/db/row-of.ts'

import { LOCK_WAIT_MS } from './accept.ts'
import type { Call } from './call.entity.ts'
import type { Finish } from './finish.ts'
import { LEDGER } from './ledger-accounts.ts'

/** The end of an attempt that costs no more than the hold of its call. */
export type PartialFinish = Extract<Finish, { result: string }> & { chargedMicroUsdc: bigint }

/**
 * Stores the result of an attempt and captures the part of its hold that it costs, in one statement; the price of the
 * call becomes what was captured. The rest of a hold is free again, and what a settled payment has over is due as a
 * credit. Ends a call as `finishCalls` does: an attempt that is not the current one changes nothing. Returns whether this
 * statement ended the call.
 */
export async function finishPartly(
  pg: PgPool,
  { callId, attempt, result, runMs, steps = null, agentId = null, chargedMicroUsdc }: PartialFinish,
  lockWaitMs = LOCK_WAIT_MS,
): Promise<boolean> {
  const { rowCount } = await pg.query<RowOf<Call, 'id'>>({
    name: 'call-finish-partly',
    text: FINISH_PARTLY,
    values: [callId, attempt, result, runMs, steps, String(lockWaitMs), agentId, chargedMicroUsdc.toString()],
  })
  return rowCount === 1
}

// SQL: a decision about money. A hold that costs nothing is released, because a capture moves more than nothing.
const FINISH_PARTLY = `
with before as materialized (
  select c.id, c.price, c.accepted_at from call c, (select set_config('lock_timeout', $6, true)) as patience
  where c.id = $1::uuid and c.state = 'running' and c.lease_until is not null and c.attempt = $2::int for update of c
),
done as materialized (
  update call c set state = 'captured', price = least(b.price, $8::bigint), result = $3::text, run_ms = $4::real,
    steps = $5::text, agent_id = $7::text, input = null, lease_until = null, finished_at = now()
  from before b where c.id = b.id
  returning c.id, c.account_id, c.hold_id, c.price, b.price as held, b.accepted_at
),
resolved as (
  insert into transfer (kind, call_id, hold_id, account_id, amount)
  select case when price > 0 then 'capture' else 'release' end, id, hold_id, account_id, case when price > 0 then price else held end
  from done where hold_id is not null
  returning id, kind, account_id, amount
),
entered as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from resolved where kind = 'capture'
  union all
  select id, ${LEDGER.revenueOutcomes}, amount from resolved where kind = 'capture'
),
settled as (
  update account a set
    held = a.held - d.held,
    posted = a.posted - d.price,
    day_spent = case
      when a.day = (now() at time zone 'utc')::date and a.day = (d.accepted_at at time zone 'utc')::date
      then greatest(a.day_spent - (d.held - d.price), 0) else a.day_spent end,
    month_spent = case
      when a.month = date_trunc('month', now() at time zone 'utc')::date
        and a.month = date_trunc('month', d.accepted_at at time zone 'utc')::date
      then greatest(a.month_spent - (d.held - d.price), 0) else a.month_spent end
  from done d where a.id = d.account_id and a.kind in ('wallet', 'promo')
)
select id from done`

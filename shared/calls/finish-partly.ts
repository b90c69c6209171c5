import type { Pool as PgPool } from 'pg'

import { LOCK_WAIT_MS } from './accept.ts'
import type { Finish } from './finish.ts'
import { ENDED } from './free-passes.ts'

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
  const { rowCount } = await pg.query({
    name: 'call-finish-partly',
    text: FINISH_PARTLY,
    values: [callId, attempt, result, runMs, steps, String(lockWaitMs), agentId, chargedMicroUsdc.toString()],
  })
  return rowCount === 1
}

// SQL: a decision about money. What was held and is not captured is free again, by the trigger that moves the money.
const FINISH_PARTLY = `
update call c set state = 'captured', price = least(c.price, $8::bigint), result = $3::text, run_ms = $4::real,
  steps = $5::text, agent_id = $7::text, ${ENDED}
from (select set_config('lock_timeout', $6, true)) as patience
where c.id = $1::uuid and c.state = 'running' and c.lease_until is not null and c.attempt = $2::int`

import type { Pool as PgPool } from 'pg'

import type { WireRefusal } from '#shared/errors.ts'

import { LOCK_WAIT_MS } from './accept.ts'
import { idRangeOf } from './id-range.ts'
import { DONE_COLUMNS, ENDED, FREE_LONE_PASS, FREE_PASSES } from './free-passes.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import type { Call } from './call.entity.ts'

/** The end of one attempt: a result (JSON text) captures the price of its call, a refusal releases it. */
export type Finish = {
  callId: string
  attempt: number
  runMs: number
  /** JSON text of the answer's `steps`; null when the outcome has none. */
  steps?: string | null
  /** The agent label from the body; null when it had none. */
  agentId?: string | null
} & ({ result: string; refusal?: never } | { refusal: WireRefusal; result?: never })

/**
 * Stores the results of a batch of attempts and moves their money, in one statement. What it captures from one account
 * is one journal. An attempt that is not the current
 * one, or whose call is final, changes nothing. A held call has a current attempt when its job
 * carries that: attempt 1. Returns the ids finished by this statement. Waits up to `lockWaitMs`
 * for a wallet that another transaction has locked. An attempt that ends alone has a shorter statement, which does the
 * same.
 */
export async function finishCalls(
  pg: PgPool,
  finishes: readonly Finish[],
  lockWaitMs = LOCK_WAIT_MS,
): Promise<Set<string>> {
  const [lone] = finishes
  if (lone !== undefined && finishes.length === 1) return finishLone(pg, lone, lockWaitMs)
  // Sorted, so that two statements that end the same calls lock them in the same order.
  const ends = finishes.toSorted((one, other) => (one.callId < other.callId ? -1 : 1))
  const { rows } = await pg.query<RowOf<Call, 'id'>>({
    name: 'call-finish-batch',
    text: FINISH,
    values: [
      ends.map((end) => end.callId),
      ends.map((end) => end.attempt),
      ends.map((end) => (end.refusal === undefined ? 'captured' : 'released')),
      ends.map((end) => end.result ?? null),
      ends.map((end) => (end.refusal === undefined ? null : JSON.stringify(end.refusal))),
      ends.map((end) => end.runMs),
      ends.map((end) => end.steps ?? null),
      String(lockWaitMs),
      ends.map((end) => end.agentId ?? null),
      ...idRangeOf(ends.map((end) => end.callId)),
    ],
  })
  return new Set(rows.map((row) => row.id))
}

async function finishLone(pg: PgPool, end: Finish, lockWaitMs: number): Promise<Set<string>> {
  const { rows } = await pg.query<RowOf<Call, 'id'>>({
    name: 'call-finish',
    text: FINISH_LONE,
    values: [
      end.callId,
      end.attempt,
      end.refusal === undefined ? 'captured' : 'released',
      end.result ?? null,
      end.refusal === undefined ? null : JSON.stringify(end.refusal),
      end.runMs,
      end.steps ?? null,
      String(lockWaitMs),
      end.agentId ?? null,
    ],
  })
  return new Set(rows.map((row) => row.id))
}

const FINISH_LONE = `
with done as materialized (
  update call c set state = $3::text, result = $4::text, refusal = $5::text, run_ms = $6::real, steps = $7::text, agent_id = $9::text,
    journal_id = case when $3::text = 'captured' and c.price > 0 then nextval('transfer_id_seq') end, ${ENDED}
  from (select set_config('lock_timeout', $8, true)) as patience
  where c.id = $1::uuid and c.state in ('held', 'running') and c.lease_until is not null and c.attempt = $2::int
  returning ${DONE_COLUMNS}
),
${FREE_LONE_PASS}
select id from done`

// The account of a call never changes, so it is read without a lock. A journal whose captures all fail is not written.
const FINISH = `
with ends as materialized (
  select e.*, case when e.state = 'captured' and c.price > 0 then min(e.ticket) over (partition by c.account_id) end as journal_id
  from (
    select *, nextval('transfer_id_seq') as ticket
    from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::real[], $7::text[], $9::text[])
      as e(id, attempt, state, result, refusal, run_ms, steps, agent_id),
      (select set_config('lock_timeout', $8, true)) as patience
  ) e join call c on c.id = e.id and c.id between $10::uuid and $11::uuid order by e.id
),
done as materialized (
  update call c set state = e.state, result = e.result, refusal = e.refusal, run_ms = e.run_ms, steps = e.steps, agent_id = e.agent_id,
    journal_id = e.journal_id, ${ENDED}
  from ends e
  where c.id = e.id and c.state in ('held', 'running') and c.lease_until is not null and c.attempt = e.attempt
    and c.id between $10::uuid and $11::uuid
  returning ${DONE_COLUMNS}
),
${FREE_PASSES}
select id from done`

import type { Pool as PgPool } from 'pg'

import type { WireRefusal } from '#shared/errors.ts'

import { LOCK_WAIT_MS } from './accept.ts'
import { DONE_COLUMNS, RESOLVE_HOLDS } from './resolve-holds.ts'

/** The end of one attempt: a result (JSON text) that captures the hold, or a refusal that releases it. */
export type Finish = {
  callId: string
  attempt: number
  runMs: number
  /** JSON text of what the answer says of its steps; null when the outcome has none. */
  steps?: string | null
  /** The agent label the body carried; null when it carried none. */
  agentId?: string | null
} & ({ result: string; refusal?: never } | { refusal: WireRefusal; result?: never })

/**
 * Stores results and moves the money of a batch of attempts in one statement. An attempt that is no longer the current
 * one, or whose call is final already, changes nothing. Answers with the ids that were finished now. Waits `lockWaitMs`
 * for a wallet that another transaction holds.
 */
export async function finishCalls(
  pg: PgPool,
  finishes: readonly Finish[],
  lockWaitMs = LOCK_WAIT_MS,
): Promise<Set<string>> {
  // In one order, so that two that end the same calls do not wait for each other in a ring.
  const ends = finishes.toSorted((one, other) => (one.callId < other.callId ? -1 : 1))
  const { rows } = await pg.query<{ id: string }>({
    name: 'call-finish',
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
    ],
  })
  return new Set(rows.map((row) => row.id))
}

const FINISH = `
with ends as (
  select * from unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::real[], $7::text[], $9::text[])
    as e(id, attempt, state, result, refusal, run_ms, steps, agent_id),
    (select set_config('lock_timeout', $8, true)) as patience
),
done as materialized (
  update call c set state = e.state, result = e.result, refusal = e.refusal, run_ms = e.run_ms, steps = e.steps, agent_id = e.agent_id,
    input = null, lease_until = null, finished_at = now()
  from ends e
  where c.id = e.id and c.state = 'running' and c.attempt = e.attempt
  returning ${DONE_COLUMNS}
),
${RESOLVE_HOLDS}
select id from done`

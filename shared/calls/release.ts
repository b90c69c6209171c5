import type { Pool as PgPool } from 'pg'

import type { WireRefusal } from '#shared/errors.ts'

import { DONE_COLUMNS, ENDED, FREE_LONE_PASS, FREE_PASSES } from './free-passes.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import type { Call } from './call.entity.ts'

export type ReleasedCall = { callId: string; replyTo: string; slug: string }

/**
 * Releases the hold of a call whose caller left before it started. Returns false when it had started or was final. An
 * attempt that travels with its job has not started for the database: its run, if there is one, is not charged.
 */
export async function releaseUnstarted(pg: PgPool, callId: string): Promise<boolean> {
  const { rowCount } = await pg.query({
    name: 'call-release-unstarted',
    text: RELEASE_UNSTARTED,
    values: [callId, JSON.stringify(CALLER_LEFT)],
  })
  return rowCount === 1
}

/**
 * Releases up to `limit` calls whose deadline has passed, except those that wait for the chain: their payment decides.
 * Skips rows locked by another sweeper or a finishing worker, so several sweepers can run at once.
 */
export async function releaseOverdue(pg: PgPool, limit = 500): Promise<ReleasedCall[]> {
  const { rows } = await pg.query<RowOf<Call, 'id' | 'replyTo' | 'slug'>>({
    name: 'call-release-overdue',
    text: RELEASE_OVERDUE,
    values: [limit, JSON.stringify(OUT_OF_TIME)],
  })
  return rows.map((row) => ({ callId: row.id, replyTo: row.reply_to, slug: row.slug }))
}

const CALLER_LEFT: WireRefusal = {
  code: 'unavailable',
  error: 'The caller left before this call started; its hold was given back.',
  fix: { action: 'Send the call again.' },
}

export const OUT_OF_TIME: WireRefusal = {
  code: 'timeout',
  error: 'This call did not finish in its time; nothing was charged.',
  fix: { action: 'Send the call again; with the same Idempotency-Key it may run anew.' },
  retryAfterS: 1,
}

const RELEASED = `state = 'released', refusal = $2, ${ENDED}`

const RELEASE_UNSTARTED = `
with done as materialized (
  update call c set ${RELEASED} where c.id = $1::uuid and c.state = 'held' returning ${DONE_COLUMNS}
),
${FREE_LONE_PASS}
select id from done`

const RELEASE_OVERDUE = `
with due as materialized (
  select id from call where finished_at is null and deadline < now() and state in ('held', 'running')
  order by deadline limit $1 for update skip locked
),
done as materialized (
  update call c set ${RELEASED} from due where c.id = due.id returning ${DONE_COLUMNS}
),
${FREE_PASSES}
select id, reply_to, slug from done`

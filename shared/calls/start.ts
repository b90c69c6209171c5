import type { Pool as PgPool } from 'pg'

import type { Pool } from './pools.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import { idRangeOf } from './id-range.ts'
import type { Call } from './call.entity.ts'

/** A call that a worker has started. Run it, then finish it with this attempt number before the lease ends. */
export type StartedCall = {
  callId: string
  attempt: number
  slug: string
  input: string
  timeoutMs: number
  replyTo: string
  /** The ledger account that pays; null when no money moves, or it is not known. */
  accountId: string | null
  /** Whether it is paid by a signed authorization that settles after the run. */
  settlesAfter: boolean
  /** Milliseconds until the deadline, by the database's clock. */
  leftMs: number
  /** Milliseconds since the call was accepted, by the database's clock. */
  waitedMs: number
  /** What `startedWith` read of it. */
  with: unknown
}

/** How long a started call belongs to its worker without a renewal. The worker renews the lease while the call runs. */
export const LEASE_MS = 4_000

/**
 * Starts the calls of `callIds` that may run (in `pool`, if given): held ones whose job carries no attempt, and
 * those whose carried or running attempt lost its lease because the job or the worker is gone. Each gets the next attempt number, which fences off every earlier attempt. Calls that
 * another worker holds, that belong to another pool, that are final or that do not exist are left out: the queue only
 * suggests calls, the database decides.
 *
 * `startedWith` is SQL: an expression over the columns of `call`, as JSON, that the same statement reads. A pool of
 * connections starts all calls with the same one, because the statement has one name.
 */
export async function startCalls(
  pg: PgPool,
  callIds: readonly string[],
  pool?: Pool,
  startedWith = 'null',
): Promise<StartedCall[]> {
  const { rows } = await pg.query<Row>({
    name: 'call-start',
    text: `${START}, ${startedWith} as started_with`,
    values: [callIds, pool ?? null, ...idRangeOf(callIds)],
  })
  return rows.map((row) => ({
    callId: row.id,
    attempt: row.attempt,
    slug: row.slug,
    input: row.input ?? '{}',
    timeoutMs: row.timeout_ms,
    replyTo: row.reply_to,
    accountId: row.account_id,
    settlesAfter: row.settles_after,
    leftMs: row.left_ms,
    waitedMs: row.waited_ms,
    with: row.started_with,
  }))
}

/** Extends the leases of running calls. Calls that another attempt has taken over are not changed. */
export async function renewLeases(pg: PgPool, calls: readonly { callId: string; attempt: number }[]): Promise<void> {
  await pg.query({
    name: 'call-renew',
    text: RENEW,
    values: [
      calls.map((call) => call.callId),
      calls.map((call) => call.attempt),
      ...idRangeOf(calls.map((call) => call.callId)),
    ],
  })
}

type Row = RowOf<Call, 'id' | 'attempt' | 'slug' | 'input' | 'timeoutMs' | 'replyTo' | 'accountId'> & {
  settles_after: boolean
  left_ms: number
  waited_ms: number
  started_with: unknown
}

const START = `
update call set state = 'running', attempt = attempt + 1,
  lease_until = now() + interval '${LEASE_MS} milliseconds'
where id = any($1::uuid[]) and id between $3::uuid and $4::uuid and pool = coalesce($2, pool) and deadline > now() and ((state = 'held' and lease_until is null) or (state in ('held', 'running') and lease_until < now()))
returning id, attempt, slug, input, timeout_ms, reply_to, account_id, coalesce(settle = 'after', false) as settles_after,
  (extract(epoch from deadline - now()) * 1000)::float8 as left_ms,
  (extract(epoch from now() - accepted_at) * 1000)::float8 as waited_ms`

const RENEW = `
update call c set lease_until = now() + interval '${LEASE_MS} milliseconds'
from unnest($1::uuid[], $2::int[]) as r(id, attempt)
where c.id = r.id and c.id between $3::uuid and $4::uuid and c.attempt = r.attempt and c.state in ('held', 'running')`

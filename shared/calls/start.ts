import type { Pool as PgPool } from 'pg'

import type { Pool } from './pools.ts'

/** A call a worker holds: run it, then finish it with this attempt number before the lease ends. */
export type StartedCall = {
  callId: string
  attempt: number
  slug: string
  input: string
  timeoutMs: number
  replyTo: string
  /** Paid by a signed authorization that settles after the run. */
  settlesAfter: boolean
  /** Milliseconds until the deadline, by the database's clock. */
  leftMs: number
  /** Milliseconds the call waited, by the database's clock. */
  waitedMs: number
}

/** How long a started call is its worker's without a sign of life; the worker renews it while the call runs. */
export const LEASE_MS = 4_000

/**
 * Takes the calls among `callIds` that may run (in this pool, when one is named): held ones, and running ones whose lease
 * ended (their worker is gone). Each gets the next attempt number, which fences every earlier attempt out. What another
 * worker holds, what is another pool's, what is final and what does not exist is left out: a queue says what to look at,
 * never what to do.
 */
export async function startCalls(pg: PgPool, callIds: readonly string[], pool?: Pool): Promise<StartedCall[]> {
  const { rows } = await pg.query<Row>({ name: 'call-start', text: START, values: [callIds, pool ?? null] })
  return rows.map((row) => ({
    callId: row.id,
    attempt: row.attempt,
    slug: row.slug,
    input: row.input ?? '{}',
    timeoutMs: row.timeout_ms,
    replyTo: row.reply_to,
    settlesAfter: row.settles_after,
    leftMs: row.left_ms,
    waitedMs: row.waited_ms,
  }))
}

/** Keeps calls that are still running from being taken for lost. What another attempt has taken over is left alone. */
export async function renewLeases(pg: PgPool, calls: readonly { callId: string; attempt: number }[]): Promise<void> {
  await pg.query({
    name: 'call-renew',
    text: RENEW,
    values: [calls.map((call) => call.callId), calls.map((call) => call.attempt)],
  })
}

type Row = {
  id: string
  attempt: number
  slug: string
  input: string | null
  timeout_ms: number
  reply_to: string
  settles_after: boolean
  left_ms: number
  waited_ms: number
}

const START = `
update call set state = 'running', attempt = attempt + 1,
  lease_until = now() + interval '${LEASE_MS} milliseconds'
where id = any($1::uuid[]) and pool = coalesce($2, pool) and deadline > now() and (state = 'held' or (state = 'running' and lease_until < now()))
returning id, attempt, slug, input, timeout_ms, reply_to, payer = 'x402' and account_id <> 7 as settles_after,
  (extract(epoch from deadline - now()) * 1000)::float8 as left_ms,
  (extract(epoch from now() - accepted_at) * 1000)::float8 as waited_ms`

const RENEW = `
update call c set lease_until = now() + interval '${LEASE_MS} milliseconds'
from unnest($1::uuid[], $2::int[]) as r(id, attempt)
where c.id = r.id and c.attempt = r.attempt and c.state = 'running'`

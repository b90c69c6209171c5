import type { Pool as PgPool } from 'pg'

import type { WireRefusal } from '#shared/errors.ts'

/** A step, as callers and the resuming worker see it. `ms` is its run time; `result` is JSON text. */
export type Step = {
  step: string
  slug: string
  state: 'running' | 'done' | 'failed'
  result: string | null
  refusal: WireRefusal | null
  ms: number | null
}

/** The part of a step that the call's answer shows. */
export type StepLine = { step: string; slug: string; ms: number | null; state: Step['state'] }

export const stepLine = ({ step, slug, ms, state }: Step): StepLine => ({
  step,
  slug,
  ms: ms === null ? null : Math.round(ms * 100) / 100,
  state,
})

/** Returns the steps of a call in the order they began. */
export async function readSteps(pg: PgPool, callId: string): Promise<Step[]> {
  const { rows } = await pg.query<Omit<Step, 'refusal'> & { refusal: string | null }>({
    name: 'call-steps',
    text: `select step, slug, state, result, refusal, ms from call_step where call_id = $1 order by started_at, step`,
    values: [callId],
  })
  // Safe: the column is only written from a WireRefusal.
  return rows.map((row) => ({
    ...row,
    refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as WireRefusal),
  }))
}

/** Identifies a step: the call, the step's name, and the slug it runs. */
export type StepKey = { callId: string; step: string; slug: string }

/** Records that a step is running, for callers who poll. A step that is done or failed is not changed. */
export async function beginStep(relaxed: PgPool, { callId, step, slug }: StepKey): Promise<void> {
  await relaxed.query({
    name: 'call-step-begin',
    text: `insert into call_step (call_id, step, slug, state) values ($1, $2, $3, 'running') on conflict do nothing`,
    values: [callId, step, slug],
  })
}

export type StepEnd = { result: string; refusal?: never } | { refusal: WireRefusal; result?: never }

/** Stores how a step ended after `ms` milliseconds, even if its begin was not recorded. Only the first end counts. */
export async function endStep(
  pg: PgPool,
  { callId, step, slug }: StepKey,
  { result, refusal }: StepEnd,
  ms: number,
): Promise<void> {
  await pg.query({
    name: 'call-step-end',
    text: `insert into call_step as s (call_id, step, slug, state, result, refusal, ms, started_at, ended_at)
      values ($1, $2, $3, $4, $5, $6, $7::float8, now() - make_interval(secs => $7::float8 / 1000), now())
      on conflict (call_id, step) do update set state = excluded.state, result = excluded.result,
        refusal = excluded.refusal, ms = excluded.ms, ended_at = excluded.ended_at
        where s.state = 'running'`,
    values: [
      callId,
      step,
      slug,
      refusal === undefined ? 'done' : 'failed',
      result ?? null,
      refusal === undefined ? null : JSON.stringify(refusal),
      ms,
    ],
  })
}

import type { EntityManager } from '@mikro-orm/sql'
import type { ClientBase, Pool as PgPool } from 'pg'

import { fragment } from '#shared/db/fragment.ts'

import { LimitCounter } from '../users/limit-counter.entity.ts'

/** What is taken from one counter. `who` is a keyed hash (account-hashes.ts), so that the counters identify nobody. */
export type CounterUse = { name: string; who: Buffer; windowS: number; points: number }
/** A counter after a use; `endsAt` identifies its window. */
export type TakenFrom = { name: string; who: Buffer; taken: number; endsAt: string; leftS: number }

/**
 * Takes points from counters in one statement. A window opens with its first use, by the database's clock. All processes
 * share the rows, so concurrent uses are all counted; inside a transaction a use rolls back with it. Returns the counters
 * in the order of `uses`.
 */
export async function takeFromCounters(sql: ClientBase | PgPool, uses: readonly CounterUse[]): Promise<TakenFrom[]> {
  // SQL: several counters, each of which opens a window or adds to it, in one prepared statement.
  const { rows } = await sql.query<{ name: string; taken: number; ends_at: string; left_s: number }>({
    name: 'counters-take',
    text: TAKE,
    values: [
      uses.map(({ name }) => name),
      uses.map(({ who }) => who),
      uses.map(({ windowS }) => windowS),
      uses.map(({ points }) => points),
    ],
  })
  return uses.map(({ name, who }) => {
    const row = rows.find((one) => one.name === name)
    if (row === undefined) throw new Error('a counter was not written')
    return { name, who, taken: row.taken, endsAt: row.ends_at, leftS: Math.max(1, row.left_s) }
  })
}

/** Gives points back to the windows they were taken from, unless those have ended. */
export async function giveBackTo(em: EntityManager, taken: readonly TakenFrom[], points: number): Promise<void> {
  // One row per statement: locking several rows in another order than above could deadlock.
  for (const { name, who, endsAt } of taken)
    await em.nativeUpdate(
      LimitCounter,
      { name, who, endsAt: fragment`${endsAt}::timestamptz` },
      { taken: fragment`greatest(0, taken - ${points})` },
    )
}

// The limit on what is added to keeps the sum within an integer.
const TAKE = `
insert into limit_counter as c (name, who, ends_at, taken)
  select name, who, now() + make_interval(secs => window_s), points
  from unnest($1::text[], $2::bytea[], $3::int[], $4::int[]) as t (name, who, window_s, points) order by name, who
on conflict (name, who) do update set
  taken = case when c.ends_at <= now() then 0 else least(c.taken, 1000000000) end + excluded.taken,
  started_at = case when c.ends_at <= now() then now() else c.started_at end,
  ends_at = case when c.ends_at <= now() then excluded.ends_at else c.ends_at end
returning name, taken, ends_at::text, ceil(extract(epoch from ends_at - now()))::int as left_s`

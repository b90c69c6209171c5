import type { Pool as PgPool } from 'pg'

import { inTransaction } from './in-transaction.ts'

/** Sums over a month take as long as they take; no table is locked meanwhile. The planner settings of paid calls do not fit them. */
const WHOLE_MONTH =
  'set local statement_timeout = 0; set local enable_seqscan = on; set local enable_hashjoin = on; set local enable_mergejoin = on; set local plan_cache_mode = auto'
/** How long locking a table may take, while calls wait behind it. */
const LOCK_WAIT = `set local lock_timeout = '1s'`
/** How long the client waits for a month, in ms: connections of the product give up on a statement after seven seconds. */
const MOST_WAIT_MS = 3_600_000
const MOST_MONTHS = 24
/** What `months.drop_calls` answers when another process was faster. */
const AT_IT = 'another process drops a month'
const GONE = 'it is gone'

/** A month of calls that was dropped, or why the oldest one that is due waits. */
type DroppedMonths = { dropped: string[]; waits: { name: string; why: string } | null }

/**
 * Drops months of calls that ended `months` whole months ago, the oldest first, with journals that no remaining call is in; 0
 * drops nothing. Each month is one transaction, which carries forward what it moved, so it is dropped once or not at all, whatever
 * is killed. Safe in several processes at once.
 */
export async function dropCallMonths(pg: PgPool, months: number): Promise<DroppedMonths> {
  const dropped: string[] = []
  while (months > 0 && dropped.length < MOST_MONTHS) {
    const name = await oldestDue(pg, months)
    if (name === null) break
    await inTransaction(pg, async (tx) => {
      await tx.query(LOCK_WAIT)
      await tx.query('select months.seal_calls($1)', [name])
    })
    const why = await inTransaction(pg, async (tx) => {
      await tx.query(WHOLE_MONTH)
      await tx.query(LOCK_WAIT)
      const wait = { text: 'select months.drop_calls($1) as answer', values: [name], query_timeout: MOST_WAIT_MS }
      const { rows } = await tx.query<{ answer: string }>(wait)
      return rows[0]?.answer ?? ''
    })
    if (why === AT_IT || why === GONE) break
    if (why !== 'dropped') return { dropped, waits: { name, why } }
    dropped.push(name)
  }
  return { dropped, waits: null }
}

async function oldestDue(pg: PgPool, months: number): Promise<string | null> {
  const { rows } = await pg.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.call'::regclass and to_regprocedure('months.drop_calls(text)') is not null
      and months.until(c.oid) <= (date_trunc('month', now() at time zone 'utc') - make_interval(months => $1)) at time zone 'utc'
    order by months.until(c.oid) limit 1`,
    [months],
  )
  return rows[0]?.name ?? null
}

/** Whether a call of this id (UUID) would be in a month that was dropped. */
export async function isDropped(pg: PgPool, callId: string): Promise<boolean> {
  const { rows } = await pg.query<{ is_dropped: boolean }>({
    name: 'month-dropped',
    text: `select coalesce(min(low), '') > $1::uuid::text as is_dropped from (
        select coalesce((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''([0-9a-f-]{36})'''))[1], '') as low
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.call'::regclass
      ) p`,
    values: [callId],
  })
  return rows[0]?.is_dropped === true
}

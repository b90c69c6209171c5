import type { ClientBase, Pool as PgPool } from 'pg'

/** Tables with partitions for each month of a time or of an id that has one (migrations 0048 to 0054). */
export const MONTHLY_TABLES = ['event', 'call', 'transfer', 'entry'] as const
export type MonthlyTable = (typeof MONTHLY_TABLES)[number]

/** Whole months for which partitions are made ahead, beside the month that runs. */
export const MONTHS_AHEAD = 2

/** How long making or dropping a partition waits for a lock: calls wait behind it meanwhile. The next run tries again. */
const LOCK_WAIT = '1s'
const MOST_MONTHS = 120

type Queries = Pick<ClientBase, 'query'>

/**
 * Makes the partitions of this month and of the two after it, for each table that is monthly by now, and lets the ids of transfers
 * go on in this month. Safe in several processes at once, and beside reads and writes.
 */
export async function addMonths(sql: Queries): Promise<void> {
  const { rows } = await sql.query<{ is_monthly: boolean; has_ids: boolean }>(
    `select exists (select from pg_inherits where inhparent = to_regclass('public.event')) as is_monthly,
      to_regprocedure('months.advance_ids()') is not null as has_ids`,
  )
  if (rows[0]?.is_monthly !== true) return
  for (const table of MONTHLY_TABLES) for (let nth = 0; nth < MOST_MONTHS && (await addMonth(sql, table)); nth += 1);
  if (rows[0].has_ids) await sql.query('select months.advance_ids()')
}

/** Makes the month after the last one, when it is due. Returns whether it was. One statement is one transaction. */
async function addMonth(sql: Queries, table: MonthlyTable): Promise<boolean> {
  const { rows } = await sql.query<{ is_due: boolean }>(
    `with last as materialized (select months.last_until($1) as until, set_config('lock_timeout', $3, true) as patience)
    select coalesce(until < (date_trunc('month', now() at time zone 'utc') + make_interval(months => $2 + 1)) at time zone 'utc', false) as is_due,
      case when until < (date_trunc('month', now() at time zone 'utc') + make_interval(months => $2 + 1)) at time zone 'utc' then months.add($1, until) end
    from last where patience is not null`,
    [table, MONTHS_AHEAD, LOCK_WAIT],
  )
  return rows[0]?.is_due === true
}

/** Until when each table that is monthly by now has partitions. */
export async function readMonths(pg: PgPool): Promise<Map<MonthlyTable, Date>> {
  const { rows } = await pg.query<{ name: MonthlyTable; seconds: string }>(
    `select t as name, extract(epoch from months.last_until(t)) as seconds from unnest($1::text[]) t
    where months.last_until(t) is not null`,
    [[...MONTHLY_TABLES]],
  )
  return new Map(rows.map(({ name, seconds }) => [name, new Date(Number(seconds) * 1_000)]))
}

/**
 * Drops partitions of events whose last day was `days` ago, whole. A partition with events that were never published stays.
 * Of the first partition and the default one, which hold more than a month, it says the names instead: their rows are removed
 * one by one.
 */
export async function dropEventMonths(pg: PgPool, days: number): Promise<{ mixed: string[] }> {
  const { rows } = await pg.query<{ name: string; is_mixed: boolean; is_past: boolean }>(
    `select format('months.%I', c.relname) as name, c.relname in ('event_first', 'event_default') as is_mixed,
      coalesce(months.until(c.oid) <= now() - make_interval(days => $1), false) as is_past
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.event'::regclass order by 1`,
    [days],
  )
  for (const { name, is_past } of rows) if (is_past) await dropPublished(pg, name)
  return { mixed: rows.filter(({ is_mixed, is_past }) => is_mixed && !is_past).map(({ name }) => name) }
}

/** Drops one partition, unless an event in it waits to be published. `name` comes from the catalog, quoted. */
async function dropPublished(pg: PgPool, name: string): Promise<void> {
  const client = await pg.connect()
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${LOCK_WAIT}'`)
    await client.query(`lock table public.event in access exclusive mode`)
    const { rowCount } = await client.query(`select from ${name} where position is null limit 1`)
    if (rowCount === 0) await client.query(`drop table ${name}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

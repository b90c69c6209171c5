import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { EXCERPT, type FeedRow, type JobView, viewJob } from './job.view.ts'

/** What the feed is asked for; null where a filter is not used. */
export type FeedFilter = {
  jobKind: string | null
  category: string | null
  q: string | null
  tag: string | null
  minBudgetCents: number | null
  limit: number
  offset: number
}

/** Up to this many open jobs of a tag are found by the tag; those of a commoner one among the newest jobs. */
const FEW = 500

/** Reads a page of open jobs, the latest change first. */
export async function readFeed(lists: PgPool, baseUrl: string, filter: FeedFilter): Promise<JobView[]> {
  const { limit, offset, tag, ...wanted } = filter
  const tagged = tag === null ? null : await fewOfTag(lists, tag)
  const { sql, values } = conditionsOf({ ...wanted, ...(tagged === null ? { tag } : { ids: tagged }) }, [limit, offset])
  // SQL: the page is found in an index, and only its jobs are read. It has no name, so that the planner sees the values
  // and chooses between the newest jobs and the index of words or budgets.
  const { rows } = await lists.query<FeedRow>(
    `with page as materialized (
      select id from job where status = 'open' ${sql} order by updated_at desc, id desc limit $1 offset $2
    ) ${SELECT} join page using (id) order by j.updated_at desc, id desc`,
    values,
  )
  return rows.map((row) => viewJob(row, baseUrl))
}

/** Counts all open jobs. */
export async function countOpenJobs(lists: PgPool): Promise<number> {
  // SQL: counts an index.
  const { rows } = await lists.query<{ n: number }>(`select count(*)::int as n from job where status = 'open'`)
  return rows[0]?.n ?? 0
}

/** The open jobs of a tag; null when there are more than a few. The planner expects many of a tag that nobody uses. */
async function fewOfTag(lists: PgPool, tag: string): Promise<string[] | null> {
  // SQL: reads the index of tags.
  const { rows } = await lists.query<{ id: string }>(
    `select id from job where status = 'open' and capability_tags @> array[$1::text] limit ${FEW + 1}`,
    [tag],
  )
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

/** The SQL of what is asked for, with its values behind those that are there. What is null is not asked for. */
function conditionsOf(wanted: Partial<Record<keyof typeof CONDITIONS, unknown>>, before: readonly unknown[]) {
  const values = [...before]
  const conditions = Object.entries(wanted).flatMap(([name, value]) => {
    if (value === null) return []
    values.push(value)
    // Safe: the names are those of the conditions.
    return [` and ${CONDITIONS[name as keyof typeof CONDITIONS](`$${values.length}`)}`]
  })
  return { sql: conditions.join(''), values }
}

const CONDITIONS = {
  jobKind: (at: string) => `job_kind = ${at}`,
  category: (at: string) => `category = ${at}`,
  q: (at: string) => `search @@ websearch_to_tsquery('english', ${at})`,
  ids: (at: string) => `id = any(${at}::uuid[])`,
  tag: (at: string) => `capability_tags @> array[${at}::text]`,
  minBudgetCents: (at: string) => `budget_cents >= ${at}`,
}

const SELECT = `
select id, title, left(description, ${EXCERPT}) as excerpt, budget_cents, job_kind, category, listing_id, proposal_count, capability_tags,
  ${isoUtc('j.updated_at')} as updated_at
from job j`

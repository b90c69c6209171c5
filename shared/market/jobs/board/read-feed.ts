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

/** Reads a page of open jobs, the latest change first. */
export async function readFeed(lists: PgPool, baseUrl: string, filter: FeedFilter): Promise<JobView[]> {
  const { limit, offset, ...wanted } = filter
  const values: unknown[] = [limit, offset]
  const conditions = Object.entries(wanted).flatMap(([name, value]) => {
    if (value === null) return []
    values.push(value)
    // Safe: the names are those of the filter.
    return [CONDITIONS[name as keyof typeof CONDITIONS](`$${values.length}`)]
  })
  // SQL: the page is found in an index, and only its jobs are read. It has no name, so that the planner sees the values
  // and chooses between the newest jobs and the index of words or budgets.
  const { rows } = await lists.query<FeedRow>(
    `with page as materialized (
      select id from job where ${["status = 'open'", ...conditions].join(' and ')} order by updated_at desc, id desc limit $1 offset $2
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

const CONDITIONS = {
  jobKind: (at: string) => `job_kind = ${at}`,
  category: (at: string) => `category = ${at}`,
  q: (at: string) => `search @@ websearch_to_tsquery('english', ${at})`,
  tag: (at: string) => `capability_tags @> array[${at}::text]`,
  minBudgetCents: (at: string) => `budget_cents >= ${at}`,
}

const SELECT = `
select id, title, left(description, ${EXCERPT}) as excerpt, budget_cents, job_kind, category, listing_id, proposal_count, capability_tags,
  ${isoUtc('j.updated_at')} as updated_at
from job j`

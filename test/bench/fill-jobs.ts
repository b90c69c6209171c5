import { Client } from 'pg'

import { JOB_CATEGORIES } from '#shared/market/jobs/job.rules.ts'

import { TAGS, VOCABULARY, wordAt } from './fill-listings.ts'

/**
 * Fills a migrated database with so many open jobs and a tenth as many ended ones, of a thousand posters: words by Zipf's
 * law, the first categories and tags common, the last rare, budgets from a dollar to 20,000, most of them small.
 */
export async function fillJobs(databaseUrl: string, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(`set maintenance_work_mem = '256MB'`)
    await client.query(`select setseed(0.42)`)
    await client.query(USERS)
    const words = Array.from({ length: VOCABULARY }, (_, nth) => wordAt(nth))
    await client.query(JOBS, [count, words, JOB_CATEGORIES.map(({ id }) => id), TAGS])
    await client.query(`vacuum analyze job`)
  } finally {
    await client.end()
  }
}

const uuid = (n: string, kind: string) => `('01900000-0000-7000-8${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const USERS = `
insert into market_user (id, account_id, username, skeleton, email, created_at)
select ${uuid('n', '001')}, ${uuid('n', '001')}, 'poster' || n, 'poster' || n, 'poster' || n || '@mail.example', now() from generate_series(1, 1000) n`

/** A place from 1 to the length, the first ones more often. */
const skewed = (length: string) => `least(${length}, floor(exp(random() * ln(${length}::float8 + 1))))::int`

const JOBS = `
insert into job (id, poster_id, poster_account_id, status, job_kind, category, title, description, budget_cents, capability_tags, checks,
  expires_at, created_at, updated_at)
select ${uuid('n', '003')}, ${uuid('1 + n % 1000', '001')}, ${uuid('1 + n % 1000', '001')}, case when n > $1::int then 'expired' else 'open' end,
  'standalone', ($3::text[])[${skewed('cardinality($3::text[])')}], w.title, w.body, 100 * (1 + floor(exp(random() * 10 - 0.1 + n * 0)))::int,
  array[($4::text[])[${skewed('cardinality($4::text[])')}], ($4::text[])[${skewed('cardinality($4::text[])')}]], '[]',
  now() + interval '30 days', now() - (n || ' seconds')::interval, now() - (random() * $1::int || ' seconds')::interval
from generate_series(1, $1::int + $1::int / 10) n
cross join lateral (
  select string_agg(word, ' ') filter (where k <= 6) as title, string_agg(word, ' ') filter (where k > 6) as body
  from (select k, ($2::text[])[${skewed('cardinality($2::text[]) + n * 0')}] as word from generate_series(1, 66) k) picked) w`

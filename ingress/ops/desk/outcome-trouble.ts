import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'
import type { Db } from '#shared/db/open-db.ts'

/** What is wrong with outcomes lately, for the operator. */
export type OutcomeTrouble = {
  /** Outcomes and pools (`pool:` before the name) that take no calls, and until when. */
  paused: { slug: string; until: string }[]
  /** Outcomes of today and yesterday (UTC) whose calls had no result, the most first. */
  failing: { slug: string; calls: number; failed: number }[]
  /** Outcomes whose upstreams failed calls in the last quarter of an hour. */
  upstreams: { slug: string; calls: number }[]
}

const LIMIT_MS = 1_000

const PAUSED = `select slug, to_char(paused_until at time zone 'utc', 'YYYY-MM-DD HH24:MI') as until from outcome_pause where paused_until > now() order by slug`
const FAILING = `
select slug, sum(calls)::float8 as calls, sum(calls - succeeded)::float8 as failed
from outcome_stat where day >= current_date - 1 group by slug having sum(calls - succeeded) > 0 order by failed desc limit 10`
// At most 5,000 calls are looked at: a flood must not make the page slow.
const UPSTREAMS = `
select slug, count(*)::float8 as calls
from (select slug, refusal from call where finished_at > now() - interval '15 minutes' and purged_at is null and refusal is not null limit 5000) r
where refusal::json->>'code' = 'upstream_unavailable' group by 1 order by calls desc limit 12`

/** Returns a function that reads the troubles of outcomes; null when the database does not answer within a second. */
export function outcomeTrouble({ lists }: Pick<Db, 'lists'>): () => Promise<OutcomeTrouble | null> {
  const read = singleFlight(async (): Promise<OutcomeTrouble> => {
    const [paused, failing, upstreams] = await Promise.all([
      lists.query<OutcomeTrouble['paused'][number]>(PAUSED),
      lists.query<OutcomeTrouble['failing'][number]>(FAILING),
      lists.query<OutcomeTrouble['upstreams'][number]>(UPSTREAMS),
    ])
    return { paused: paused.rows, failing: failing.rows, upstreams: upstreams.rows }
  })
  return () => withinLimit(LIMIT_MS, read())
}

import type { Pool as PgPool } from 'pg'

import type { RowOf } from '#shared/db/row-of.ts'

import type { Vetting } from '../vetting/vetting.ts'
import { type SellerTerms, TERMS_COLUMNS, termsOf, type TermsRow } from './read-terms.ts'
import type { SellerEndpointVersion } from './seller-endpoint-version.entity.ts'
import type { SellerEndpoint } from './seller-endpoint.entity.ts'

/** An endpoint that is due for a test call. `isUnscanned`: its texts have no verdict yet. */
export type DueEndpoint = {
  terms: SellerTerms
  isUnscanned: boolean
  texts: { title: string; description: string; inputSchema: string; outputSchema: string; outputExample: string | null }
  inputExample: string
}

/** Seconds of the lease: a test call may take 60, and its texts are scanned before. */
const LEASE_S = 180
const LIVE_EVERY_S = 300
/** Failed tests in a row after which an endpoint is paused: one that is live, and one that never was. */
export const MOST_FAILURES = { live: 4, verifying: 12 } as const

/**
 * Leases the endpoint that has waited longest for its test, of a seller who is not among those passed; null when none is
 * due. Several processes may ask.
 */
export async function takeDueEndpoint(pg: PgPool, passedSellers: readonly string[]): Promise<DueEndpoint | null> {
  // SQL: picks and leases in one statement that skips what another process has locked.
  const { rows } = await pg.query<Row>({ name: 'seller-endpoint-due', text: TAKE, values: [passedSellers] })
  const [row] = rows
  return row === undefined
    ? null
    : {
        terms: termsOf(row),
        isUnscanned: row.verdict === null,
        texts: {
          title: row.title,
          description: row.description,
          inputSchema: row.input_schema,
          outputSchema: row.output_schema,
          outputExample: row.output_example,
        },
        inputExample: row.input_example,
      }
}

type Row = TermsRow &
  RowOf<SellerEndpoint, 'title' | 'description' | 'verdict'> &
  RowOf<SellerEndpointVersion, 'inputSchema' | 'inputExample' | 'outputExample'>

const TAKE = `
with due as materialized (
  select id from seller_endpoint where state in ('verifying', 'live') and next_probe_at <= now() and owner_id <> all($1::uuid[])
  order by next_probe_at limit 1 for update skip locked
), taken as (
  update seller_endpoint e set next_probe_at = now() + interval '${LEASE_S} seconds' from due where e.id = due.id returning e.*
)
select ${TERMS_COLUMNS}, e.title, e.description, e.verdict, v.input_schema, v.input_example, v.output_example
from taken e join seller_endpoint_version v on v.endpoint_id = e.id and v.version = e.version`

/**
 * Stores how a test ended: `problem` is null for one that was answered. The first answer puts an endpoint on sale; too
 * many failures in a row take it off. The pauses between failures grow. Of a version that was replaced meanwhile nothing
 * is stored, and it is tested again.
 */
export async function keepProbe(pg: PgPool, versionId: string, problem: string | null): Promise<void> {
  // SQL: one decision on the locked row, so that a pause by the seller stands.
  await pg.query({ name: 'seller-endpoint-probed', text: KEEP, values: [versionId, problem] })
}

/** Whether a failure is one too many. */
const IS_LAST = `e.probe_failures + 1 >= case e.state when 'live' then ${MOST_FAILURES.live} else ${MOST_FAILURES.verifying} end`

const KEEP = `
update seller_endpoint e set
  probed_at = case when e.version = v.version then now() else e.probed_at end,
  probe_problem = case when e.version = v.version then $2::text else e.probe_problem end,
  probe_failures = case when e.version <> v.version then e.probe_failures when $2::text is null then 0 else e.probe_failures + 1 end,
  state = case
    when e.version <> v.version then e.state
    when $2::text is null and e.verdict = 'failed' then 'paused'
    when $2::text is null and e.verdict is not null then 'live'
    when $2::text is not null and ${IS_LAST} then 'paused'
    else e.state
  end,
  pause_reason = case
    when e.version <> v.version then e.pause_reason
    when $2::text is null and e.verdict = 'failed' then 'scan'
    when $2::text is not null and ${IS_LAST} then 'probe'
  end,
  live_since = case when e.version = v.version and $2::text is null and e.verdict is not null and e.state = 'verifying' then now() else e.live_since end,
  next_probe_at = now() + case
    when e.version <> v.version or e.verdict is null then interval '0'
    when $2::text is null then interval '${LIVE_EVERY_S} seconds' * (0.9 + random() * 0.2)
    when e.state = 'live' then interval '30 seconds' * power(2, least(e.probe_failures, 6))
    else interval '5 seconds' * power(2, least(e.probe_failures, 8))
  end
from seller_endpoint_version v
where v.id = $1 and e.id = v.endpoint_id and e.state in ('verifying', 'live')`

/**
 * Stores what our scanners said of an endpoint's texts, unless the seller changed them meanwhile. One that failed is
 * taken off sale at once.
 */
export async function keepScan(
  pg: PgPool,
  { terms, texts }: Pick<DueEndpoint, 'terms' | 'texts'>,
  { verdict, checks }: Pick<Vetting, 'verdict' | 'checks'>,
): Promise<void> {
  // SQL: compares with the texts that were read.
  await pg.query(
    `update seller_endpoint e set verdict = $2, checks = $3,
       state = case when $2 = 'failed' and e.state = 'live' then 'paused' else e.state end,
       pause_reason = case when $2 = 'failed' and e.state = 'live' then 'scan' else e.pause_reason end
     from seller_endpoint_version v
     where v.id = $1 and e.id = v.endpoint_id and e.version = v.version and e.title = $4 and e.description = $5`,
    [terms.versionId, verdict, JSON.stringify(checks), texts.title, texts.description],
  )
}

/**
 * Takes endpoints off sale that fail most of their calls: over half of the last twenty, of three payers at least, so
 * that no single buyer can do that to a seller. Returns their slugs.
 */
export async function pauseFailing(pg: PgPool): Promise<string[]> {
  // SQL: one statement over the last calls of each endpoint.
  const { rows } = await pg.query<{ slug: string }>({ name: 'seller-endpoints-pause', text: PAUSE })
  return rows.map(({ slug }) => slug)
}

const PAUSE = `
update seller_endpoint e set state = 'paused', pause_reason = 'failures', updated_at = now()
where e.state = 'live' and exists (
  select from (
    select c.state, c.payer from seller_call c where c.endpoint_id = e.id and c.ended_at > e.live_since and c.state in ('answered', 'failed')
    order by c.ended_at desc limit 20
  ) last
  having count(*) >= 10 and count(*) filter (where state = 'failed') * 2 > count(*)
    and count(distinct payer) filter (where state = 'failed') >= 3
)
returning slug`

import type { ClientBase, Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'
import { containsPattern } from '#shared/lib/like-pattern.ts'

import { feePreview } from '../listings/fee-preview.ts'
import type { SellerEndpointStat } from './seller-endpoint-stat.entity.ts'
import type { SellerEndpointVersion } from './seller-endpoint-version.entity.ts'
import type { SellerEndpoint } from './seller-endpoint.entity.ts'
import { sellerPath } from './seller-slug.ts'

/** Orders of the list: by measured quality, newest, price, or the number of fair calls. */
export const ENDPOINT_SORTS = ['quality', 'newest', 'price_asc', 'price_desc', 'popular'] as const

export type EndpointFilter = {
  q?: string | undefined
  category?: string | undefined
  tag?: string | undefined
  maxCents?: number | undefined
  /** The seller's username. */
  seller?: string | undefined
  sort: (typeof ENDPOINT_SORTS)[number]
  limit: number
  offset: number
}

export type ListedRow = RowOf<
  SellerEndpoint,
  | 'ownerId'
  | 'slug'
  | 'title'
  | 'description'
  | 'category'
  | 'tags'
  | 'state'
  | 'pauseReason'
  | 'verdict'
  | 'checks'
  | 'probeProblem'
  | 'version'
> &
  RowOf<SellerEndpointVersion, 'targetUrl' | 'priceCents' | 'timeoutMs' | 'authHeader'> &
  RowOf<SellerEndpointStat, 'calls' | 'answered' | 'failed' | 'payers' | 'medianMs' | 'tailMs' | 'quality'> & {
    seller: string
    sold_cents: string
    age_days: number
    created_at: string
    probed_at: string | null
  }

/** An endpoint with its schemas and examples, which lists leave out: they may be 128 KB each time. */
export type EndpointRow = ListedRow &
  RowOf<SellerEndpointVersion, 'inputSchema' | 'inputExample' | 'outputSchema' | 'outputExample'>

/** A page of the endpoints that are on sale, and how many match. */
export async function browseEndpoints(
  lists: PgPool,
  filter: EndpointFilter,
): Promise<{ rows: ListedRow[]; total: number }> {
  const { q, category = null, tag = null, maxCents = null, seller = null, sort, limit, offset } = filter
  const pattern = q === undefined ? null : containsPattern(q)
  // SQL: a page of rows of four tables, and its count.
  const { rows } = await lists.query<ListedRow & { total: number }>(
    `select ${COLUMNS}, count(*) over ()::int as total ${FROM}
     where ${IS_SHOWN} and ($1::text is null or e.title ilike $1 or e.description ilike $1 or e.slug ilike $1 or exists (select from unnest(e.tags) t where t ilike $1))
       and ($2::text is null or e.category = $2) and ($3::text is null or $3 = any(e.tags)) and ($4::int is null or v.price_cents <= $4)
       and ($5::text is null or u.username = $5)
     order by ${ORDER[sort]}, e.id limit $6 offset $7`,
    [pattern, category, tag, maxCents, seller, limit, offset],
  )
  return { rows, total: rows[0]?.total ?? 0 }
}

/** The endpoint of a slug, in whatever state; null when there is none or it was deleted. */
export async function readEndpoint(sql: ClientBase | PgPool, slug: string): Promise<EndpointRow | null> {
  // SQL: as above, of one.
  const { rows } = await sql.query<EndpointRow>({
    name: 'seller-endpoint-read',
    text: `select ${COLUMNS}, v.input_schema, v.input_example, v.output_schema, v.output_example ${FROM} where e.slug = $1 and e.state <> 'deleted'`,
    values: [slug],
  })
  return rows[0] ?? null
}

/** All endpoints of a seller that are not deleted, newest first. */
export async function ownEndpoints(pg: PgPool, ownerId: string): Promise<ListedRow[]> {
  // SQL: as above, of one seller.
  const { rows } = await pg.query<ListedRow>(
    `select ${COLUMNS} ${FROM} where e.owner_id = $1 and e.state <> 'deleted' order by e.created_at desc, e.id limit 500`,
    [ownerId],
  )
  return rows
}

/** An endpoint as everybody sees it in lists. */
export function viewEndpoint(row: ListedRow, baseUrl: string) {
  const path = sellerPath(row.slug)
  const tried = row.answered + row.failed
  return {
    slug: row.slug,
    title: row.title,
    description: row.description,
    category: row.category,
    tags: row.tags,
    seller: { username: row.seller },
    state: row.state,
    method: 'POST' as const,
    path,
    url: baseUrl + path,
    price_cents: row.price_cents,
    price_usd: usdcString(microUsdcOf(row.price_cents)),
    timeout_s: row.timeout_ms / 1_000,
    quality: {
      score: Math.round(row.quality * 1_000) / 1_000,
      calls_30d: row.calls,
      success_rate_30d: tried === 0 ? null : Math.round((row.answered / tried) * 10_000) / 10_000,
      p50_ms: row.median_ms,
      p95_ms: row.tail_ms,
      distinct_payers_30d: row.payers,
      age_days: row.age_days,
    },
    checked: {
      status: row.verdict ?? ('pending' as const),
      checks: row.checks,
      last_test_at: row.probed_at,
      last_test_ok: row.probed_at === null ? null : row.probe_problem === null,
    },
    openapi_url: `${baseUrl}/api/v1/seller-endpoints/${row.slug}/openapi.json`,
    created_at: row.created_at,
  }
}

/** An endpoint as everybody sees it by itself: with its schemas and examples. */
export const viewWholeEndpoint = (row: EndpointRow, baseUrl: string) => ({
  ...viewEndpoint(row, baseUrl),
  input_schema: parsed(row.input_schema),
  input_example: parsed(row.input_example),
  output_schema: parsed(row.output_schema),
  output_example: row.output_example === null ? null : parsed(row.output_example),
})

const parsed = (text: string): unknown => JSON.parse(text)

/** What only its seller sees of an endpoint. `fees` is how its price is split for this seller now. */
export const viewOwn = (row: ListedRow) => ({
  version: row.version,
  target_url: row.target_url,
  auth_header: row.auth_header,
  pause_reason: row.pause_reason,
  last_test_problem: row.probe_problem,
  fees: feePreview(row.price_cents, Number(row.sold_cents)),
})

/** Texts that were changed are shown in lists again once they were scanned. */
export const IS_SHOWN = `e.state = 'live' and e.verdict is not null`
const COLUMNS = `e.owner_id, e.slug, e.title, e.description, e.category, e.tags, e.state, e.pause_reason, e.verdict, e.checks, e.probe_problem, e.version,
  v.target_url, v.price_cents, v.timeout_ms, v.auth_header,
  s.calls, s.answered, s.failed, s.payers, s.median_ms, s.tail_ms, s.quality, u.username as seller,
  coalesce(m.sales_cents, 0) as sold_cents, floor(extract(epoch from now() - e.created_at) / 86400)::int as age_days,
  ${isoUtc('e.created_at')} as created_at, ${isoUtc('e.probed_at')} as probed_at`
const FROM = `from seller_endpoint e join seller_endpoint_version v on v.endpoint_id = e.id and v.version = e.version
  join seller_endpoint_stat s on s.endpoint_id = e.id join market_user u on u.id = e.owner_id
  left join seller_stat m on m.user_id = e.owner_id`
const ORDER: Record<EndpointFilter['sort'], string> = {
  quality: 's.quality desc, s.payers desc, e.created_at desc',
  newest: 'e.created_at desc',
  price_asc: 'v.price_cents',
  price_desc: 'v.price_cents desc',
  popular: 's.payers desc, s.calls desc',
}

import type { Pool as PgPool } from 'pg'

import type { RowOf } from '#shared/db/row-of.ts'
import type { Endpoint } from '#shared/doors/sellers.ts'

import type { SellerEndpointStat } from './seller-endpoint-stat.entity.ts'
import type { SellerEndpointVersion } from './seller-endpoint-version.entity.ts'
import type { SellerEndpoint } from './seller-endpoint.entity.ts'
import { sellerPath } from './seller-slug.ts'
import { IS_SHOWN } from './view-endpoints.ts'

/** Most endpoints that a need is matched with. */
const MOST = 300
/** A longer schema is left out of a match: its endpoint is found by its texts. */
const MOST_CHARS = 8_192

type Row = RowOf<SellerEndpoint, 'slug' | 'title' | 'description' | 'tags'> &
  RowOf<SellerEndpointVersion, 'priceCents' | 'inputExample'> &
  RowOf<SellerEndpointStat, 'quality'> & { input_schema: string | null; output_schema: string | null }

/** Reads the endpoints of sellers that are on sale as endpoints that a need is matched with, the best first. */
export async function readSoldBySellers(lists: PgPool, baseUrl: string): Promise<readonly Endpoint[]> {
  // SQL: rows of three tables in the order of the list.
  const { rows } = await lists.query<Row>({
    name: 'seller-endpoints-match',
    text: `select e.slug, e.title, e.description, e.tags, v.price_cents, s.quality, v.input_example,
        case when length(v.input_schema) <= $2 then v.input_schema end as input_schema,
        case when length(v.output_schema) <= $2 then v.output_schema end as output_schema
      from seller_endpoint e join seller_endpoint_version v on v.endpoint_id = e.id and v.version = e.version
      join seller_endpoint_stat s on s.endpoint_id = e.id
      where ${IS_SHOWN} and length(v.input_example) <= $2
      order by s.quality desc, s.payers desc, e.created_at desc, e.id limit $1`,
    values: [MOST, MOST_CHARS],
  })
  return rows.map((row) => ({
    slug: row.slug,
    title: row.title,
    description: row.description,
    tags: row.tags,
    cents: row.price_cents,
    url: baseUrl + sellerPath(row.slug),
    probeUrl: `${baseUrl}/api/v1/seller-endpoints/${row.slug}`,
    kind: 'seller',
    quality: row.quality,
    inputSchema: parsed(row.input_schema),
    outputSchema: parsed(row.output_schema),
    // Safe: only JSON objects are kept as examples of a body.
    sample: JSON.parse(row.input_example) as Record<string, unknown>,
  }))
}

const parsed = (text: string | null): unknown => (text === null ? {} : JSON.parse(text))

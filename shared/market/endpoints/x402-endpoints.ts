import type { Pool as PgPool } from 'pg'

import type { RowOf } from '#shared/db/row-of.ts'

import type { SellerEndpointVersion } from './seller-endpoint-version.entity.ts'
import type { SellerEndpoint } from './seller-endpoint.entity.ts'
import { IS_SHOWN } from './view-endpoints.ts'

/** An endpoint of a seller that is paid per call, as discovery documents list it. */
export type X402Endpoint = {
  slug: string
  title: string
  description: string
  category: string
  priceCents: number
}

/** Most endpoints in the document. */
const MOST = 500

type Row = RowOf<SellerEndpoint, 'slug' | 'title' | 'description' | 'category'> &
  RowOf<SellerEndpointVersion, 'priceCents'>

/** Reads the endpoints that are on sale now, the best by measured quality first. */
export async function readX402Endpoints(lists: PgPool): Promise<X402Endpoint[]> {
  // SQL: rows of three tables in the order of the list.
  const { rows } = await lists.query<Row>({
    name: 'seller-endpoints-x402',
    text: `select e.slug, e.title, e.description, e.category, v.price_cents
      from seller_endpoint e join seller_endpoint_version v on v.endpoint_id = e.id and v.version = e.version
      join seller_endpoint_stat s on s.endpoint_id = e.id
      where ${IS_SHOWN} order by s.quality desc, s.payers desc, e.created_at desc, e.id limit $1`,
    values: [MOST],
  })
  return rows.map(({ price_cents: priceCents, ...row }) => ({ ...row, priceCents }))
}

import type { Pool as PgPool } from 'pg'

import type { RowOf } from '#shared/db/row-of.ts'

import type { SellerEndpointVersion } from './seller-endpoint-version.entity.ts'
import type { SellerEndpoint } from './seller-endpoint.entity.ts'

/** What a buyer is offered: an endpoint in its current version. */
export type SellerOffer = {
  endpointId: string
  versionId: string
  sellerId: string
  slug: string
  title: string
  description: string
  state: SellerEndpoint['state']
  cents: number
  timeoutMs: number
  /** JSON texts. */
  inputSchema: string
  inputExample: string
  outputExample: string | null
}

type Row = RowOf<SellerEndpoint, 'ownerId' | 'slug' | 'title' | 'description' | 'state'> &
  RowOf<
    SellerEndpointVersion,
    'id' | 'endpointId' | 'priceCents' | 'timeoutMs' | 'inputSchema' | 'inputExample' | 'outputExample'
  >

/** Reads what is offered under a slug; null when there is no such endpoint. */
export async function readOffer(pg: PgPool, slug: string): Promise<SellerOffer | null> {
  // SQL: one indexed read at every call.
  const { rows } = await pg.query<Row>({ name: 'seller-offer', text: READ, values: [slug] })
  const [row] = rows
  return row === undefined
    ? null
    : {
        endpointId: row.endpoint_id,
        versionId: row.id,
        sellerId: row.owner_id,
        slug: row.slug,
        title: row.title,
        description: row.description,
        state: row.state,
        cents: row.price_cents,
        timeoutMs: row.timeout_ms,
        inputSchema: row.input_schema,
        inputExample: row.input_example,
        outputExample: row.output_example,
      }
}

const READ = `
select v.id, v.endpoint_id, e.owner_id, e.slug, e.title, e.description, e.state, v.price_cents, v.timeout_ms, v.input_schema, v.input_example, v.output_example
from seller_endpoint e join seller_endpoint_version v on v.endpoint_id = e.id and v.version = e.version where e.slug = $1`

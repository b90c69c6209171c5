import type { RowOf } from '#shared/db/row-of.ts'

import type { SellerCall } from './seller-call.entity.ts'
import type { SellerEndpointVersion } from './seller-endpoint-version.entity.ts'
import type { SellerEndpoint } from './seller-endpoint.entity.ts'
import { FORMER_SECRET_HOURS } from '#shared/lib/crypto/rotated-secrets.ts'
import { SELLER_PREFIX } from './seller-slug.ts'

/** What a worker needs to send something to an endpoint. */
export type SellerTerms = {
  endpointId: string
  versionId: string
  sellerId: string
  slug: string
  targetUrl: string
  timeoutMs: number
  outputSchema: string
  authHeader: string | null
  sealedAuth: string | null
  /** The generations of the signing secret that are in force. */
  generations: readonly number[]
}

type Row = RowOf<SellerEndpoint, 'ownerId' | 'slug' | 'secretGeneration'> &
  RowOf<
    SellerEndpointVersion,
    'id' | 'endpointId' | 'targetUrl' | 'timeoutMs' | 'outputSchema' | 'authHeader' | 'sealedAuth'
  > & { signs_former: boolean }

/** The columns that `termsOf` reads, of an endpoint `e` and a version `v`. */
export const TERMS_COLUMNS = `v.id, v.endpoint_id, e.owner_id, e.slug, v.target_url, v.timeout_ms, v.output_schema, v.auth_header, v.sealed_auth, e.secret_generation,
  coalesce(e.secret_generation > 0 and e.secret_rotated_at > now() - interval '${FORMER_SECRET_HOURS} hours', false) as signs_former`

export type TermsRow = Row

/** The terms in a row of TERMS_COLUMNS. */
export const termsOf = (row: Row): SellerTerms => ({
  endpointId: row.endpoint_id,
  versionId: row.id,
  sellerId: row.owner_id,
  slug: row.slug,
  targetUrl: row.target_url,
  timeoutMs: row.timeout_ms,
  outputSchema: row.output_schema,
  authHeader: row.auth_header,
  sealedAuth: row.sealed_auth,
  generations: row.signs_former ? [row.secret_generation, row.secret_generation - 1] : [row.secret_generation],
})

/** The terms that a call was accepted on, with who pays it. */
export type CallTerms = SellerTerms & { payer: string }

/** Reads them in the statement that starts the call, so that the worker asks the database once. */
// SQL: a part of that statement; only calls of sellers run it.
export const CALL_TERMS = `case when starts_with(slug, '${SELLER_PREFIX}') then (select to_json(t) from (
  select ${TERMS_COLUMNS}, c.payer from seller_call c join seller_endpoint_version v on v.id = c.version_id
    join seller_endpoint e on e.id = v.endpoint_id where c.call_id = call.id) t) end`

/** The terms that CALL_TERMS read; null for a call that is none of a seller. */
export function callTermsOf(read: unknown): CallTerms | null {
  // Safe: what CALL_TERMS selects.
  const row = read as (Row & RowOf<SellerCall, 'payer'>) | null
  return row === null ? null : { ...termsOf(row), payer: row.payer }
}

import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

export type ShownVersion = {
  version: number
  changed: string[]
  price_cents: number
  royalty_bps: number
  license_id: string
  sha256: string | null
  bytes: number | null
  note: string | null
  created_at: string
}
export type ShownContent = { sha256: string; bytes: number; format: 'text' | 'markdown' }

/** Reads the last 100 versions of a listing, newest first, and the facts of its current content; no texts. */
export async function readVersions(
  pg: PgPool,
  listingId: string,
  sha256: string | null,
): Promise<{ versions: ShownVersion[]; content: ShownContent | null }> {
  const [versions, contents] = await Promise.all([
    pg.query<ShownVersion>({ name: 'listing-versions', text: VERSIONS, values: [listingId] }),
    pg.query<ShownContent>({ name: 'listing-content-now', text: CONTENT, values: [listingId, sha256] }),
  ])
  return { versions: versions.rows, content: contents.rows[0] ?? null }
}

const VERSIONS = `
select v.version, v.changed, v.price_cents, v.royalty_bps, v.license_id, v.content_sha256 as sha256, c.bytes, v.note,
  ${isoUtc('v.created_at')} as created_at
from listing_version v left join listing_content c on c.listing_id = v.listing_id and c.sha256 = v.content_sha256
where v.listing_id = $1 order by v.version desc limit 100`

const CONTENT = `select sha256, bytes, format from listing_content where listing_id = $1 and sha256 = $2`

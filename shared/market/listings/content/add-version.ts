import type { PoolClient } from 'pg'

/**
 * Writes the listing's current terms and content as its next version and returns its number. Versions are never
 * changed, so a purchase keeps what was on sale when it was made.
 */
export async function addVersion(
  tx: PoolClient,
  listingId: string,
  changed: readonly string[],
  note: string | null = null,
): Promise<number> {
  const { rows } = await tx.query<{ version: number }>(NEXT, [listingId, changed, note])
  const [made] = rows
  if (made === undefined) throw new Error('a version of a listing was not written')
  return made.version
}

/** Writes the first version of a new listing. */
export async function firstVersion(tx: PoolClient, listingId: string): Promise<void> {
  await tx.query(`${COPY} from listing where id = $1`, [listingId, ['created'], null])
}

const COPY = `
insert into listing_version (listing_id, version, changed, price_cents, royalty_bps, license_id, content_sha256, note)
select id, version, $2::text[], price_cents, royalty_bps, license_id, content_sha256, $3::text`

const NEXT = `
with next as (update listing set version = version + 1 where id = $1 returning *)
${COPY} from next returning version`

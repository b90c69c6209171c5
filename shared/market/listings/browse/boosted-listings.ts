import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import { publicId } from '../../public-id.ts'

/** Lists the listings that are boosted now, latest end of the boost first. */
export async function boostedListings(
  pg: PgPool,
  limit: number,
): Promise<{ listing_id: string; title: string; boosted_until: string }[]> {
  const { rows } = await pg.query<{ id: string; title: string; boosted_until: string }>({
    name: 'listings-boosted',
    text: `select id, title, ${isoUtc('boosted_until')} as boosted_until from listing
      where boosted_until > now() and is_shown order by listing.boosted_until desc limit $1`,
    values: [limit],
  })
  return rows.map(({ id, ...listing }) => ({ listing_id: publicId('lst', id), ...listing }))
}

import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'

import { publicId } from '../../public-id.ts'
import { Listing } from '../listing.entity.ts'

/** Lists the listings that are boosted now, latest end of the boost first. */
export async function boostedListings(
  em: EntityManager,
  limit: number,
): Promise<{ listing_id: string; title: string; boosted_until: string }[]> {
  const listings = await em.find(
    Listing,
    { boostedUntil: { $gt: now }, isShown: true },
    { fields: ['title', 'boostedUntil'], orderBy: { boostedUntil: 'desc' }, limit, connectionType: 'read' },
  )
  return listings.map(({ id, title, boostedUntil }) => ({
    listing_id: publicId('lst', id),
    title,
    boosted_until: boostedUntil?.toISOString() ?? '',
  }))
}

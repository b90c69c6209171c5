import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'

import { DELETED_CONTENT_DAYS } from '../quotas/quotas.rules.ts'
import { ListingContent } from './content/listing-content.entity.ts'
import { ListingVersion } from './content/listing-version.entity.ts'
import { Listing } from './listing.entity.ts'

const AT_ONCE = 100

/**
 * Deletes the versions, content and description of a deleted listing, which frees their storage. The row stays, because
 * reports and bids refer to it. Call it only for a listing that nobody bought, with the listing locked.
 */
export async function emptyListing(em: EntityManager, listingId: string): Promise<void> {
  await em.nativeDelete(ListingVersion, { listingId })
  await em.nativeDelete(ListingContent, { listingId })
  const emptied = { description: '', summary: null, contentSha256: null, emptiedAt: now }
  await em.nativeUpdate(Listing, listingId, emptied)
}

/**
 * Empties listings that nobody bought, DELETED_CONTENT_DAYS after they were deleted; until then an operator can inspect
 * what was reported. Returns how many were due. Safe to run concurrently.
 */
export async function purgeDeletedListings(db: Pick<Db, 'pg' | 'em'>): Promise<number> {
  // SQL: leaves out what an auction sold, which is no relation of a listing.
  const { rows } = await db.pg.query<Pick<Listing, 'id'>>(DUE)
  for (const { id } of rows) {
    await inUnitOfWork(db, async (em) => {
      const listing = await em.findOne(Listing, id, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, fields: ['id'] })
      if (listing !== null) await emptyListing(em, id)
    })
  }
  return rows.length
}

const DUE = `
select l.id from listing l
where l.deleted_at < now() - interval '${DELETED_CONTENT_DAYS} days' and l.emptied_at is null and l.sales_count = 0
  and not exists (select from purchase p where p.listing_id = l.id)
  and not exists (select from auction a where a.listing_id = l.id and a.state = 'sold')
order by l.deleted_at limit ${AT_ONCE}`

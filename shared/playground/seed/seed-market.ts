import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import type { Db } from '#shared/db/open-db.ts'
import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { createListing } from '#shared/market/listings/create-listing.ts'
import { CreateListing } from '#shared/market/listings/listing-fields.ts'
import { attachMedia, mediaOwner } from '#shared/market/media/attach-media.ts'
import { unlimited } from '#shared/market/quotas/claim-storage.ts'
import { type MediaDeps, submitMedia } from '#shared/media/submit-media.ts'
import { insertUser } from '#shared/market/users/register-user.ts'

import seed from './seed-listings.json' with { type: 'json' }
import { seedPicture } from './seed-picture.ts'

/**
 * Adds sellers and listings to a new playground, in one transaction, and gives each listing its pictures through the
 * media pool. Returns the number of listings; 0 when they exist already. The sellers have no password, so nobody can
 * log in as one.
 */
export async function seedMarket(deps: MediaDeps & Pick<Db, 'em'>): Promise<number> {
  const made = await inUnitOfWork(deps, seedListings)
  let nth = 0
  for (const { listingId, pictures } of made) {
    for (let picture = 0; picture < pictures; picture += 1) {
      nth += 1
      const png = await seedPicture(nth)
      const { id } = await submitMedia(deps, { owner: mediaOwner(listingId), kind: 'image', body: once(png) })
      await inUnitOfWork(deps, async (em) => {
        const tx = connectionOf(em)
        await tx.query(`select from listing where id = $1 for update`, [listingId])
        await attachMedia(tx, { listingId, mediaId: id, kind: 'image' }, unlimited)
      })
    }
  }
  return made.length
}

async function seedListings(em: EntityManager): Promise<{ listingId: string; pictures: number }[]> {
  const sellers = new Map<string, string>()
  for (const { username, displayName } of seed.sellers) {
    const id = uuidv7()
    const user = { id, username, displayName, email: `${username}@sellers.invalid`, passwordHash: null, wallet: null }
    if ((await insertUser(em, { ...user, isAgent: false, hasAcceptedTerms: true })) === null) return []
    sellers.set(username, id)
  }
  const made: { listingId: string; pictures: number }[] = []
  for (const { seller, pictures, body } of seed.listings) {
    const listing = CreateListing.parse({ ...body, status: 'live' })
    made.push({
      listingId: await createListing(connectionOf(em), sellers.get(seller) ?? '', listing, unlimited),
      pictures,
    })
  }
  return made
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { now } from '#shared/db/fragment.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { createListing } from '#shared/market/listings/create-listing.ts'
import { Listing } from '#shared/market/listings/listing.entity.ts'
import { CreateListing } from '#shared/market/listings/listing-fields.ts'
import { attachMedia, mediaOwner } from '#shared/market/media/attach-media.ts'
import { unlimited } from '#shared/market/quotas/claim-storage.ts'
import { type MediaDeps, submitMedia } from '#shared/media/submit-media.ts'
import { MarketUser } from '#shared/market/users/market-user.entity.ts'
import { insertUser } from '#shared/market/users/register-user.ts'

import seed from './seed-listings.json' with { type: 'json' }
import { seedPicture } from './seed-picture.ts'

/**
 * Adds sellers and listings to a new playground, in one transaction, and gives each listing its pictures through the
 * media pool. Returns the number of listings; 0 when they exist already. The sellers have no password, so nobody can
 * log in as one; `sellerWallet` is the proved wallet of the first.
 */
export async function seedMarket(deps: MediaDeps, sellerWallet: string): Promise<number> {
  const made = await inUnitOfWork(deps.db, (em) => seedListings(em, sellerWallet))
  let nth = 0
  for (const { listingId, pictures } of made) {
    for (let picture = 0; picture < pictures; picture += 1) {
      nth += 1
      const png = await seedPicture(nth)
      const { id } = await submitMedia(deps, { owner: mediaOwner(listingId), kind: 'image', body: once(png) })
      await inUnitOfWork(deps.db, async (em) => {
        await em.findOne(Listing, listingId, { lockMode: LockMode.PESSIMISTIC_WRITE, fields: ['id'] })
        await attachMedia(em, { listingId, mediaId: id, kind: 'image' }, unlimited)
      })
    }
  }
  return made.length
}

async function seedListings(
  em: EntityManager,
  sellerWallet: string,
): Promise<{ listingId: string; pictures: number }[]> {
  const sellers = new Map<string, string>()
  for (const { username, displayName } of seed.sellers) {
    const id = uuidv7()
    const user = { id, username, displayName, email: `${username}@sellers.invalid`, passwordHash: null, wallet: null }
    if ((await insertUser(em, { ...user, isAgent: false, hasAcceptedTerms: true })) === null) return []
    sellers.set(username, id)
    // The first seller is paid out what is bought of it.
    if (sellers.size === 1) {
      const proved = { solanaWallet: sellerWallet, provedWallet: sellerWallet, walletProvedAt: now }
      await em.nativeUpdate(MarketUser, { id }, proved)
    }
  }
  const made: { listingId: string; pictures: number }[] = []
  for (const { seller, pictures, body } of seed.listings) {
    const listing = CreateListing.parse({ ...body, status: 'live' })
    made.push({ listingId: await createListing(em, sellers.get(seller) ?? '', listing, unlimited), pictures })
  }
  return made
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'
import { Media } from '#shared/media/media.entity.ts'
import type { MediaKind } from '#shared/media/media-limits.ts'

import type { ClaimStorage } from '../quotas/claim-storage.ts'
import { ListingMedia } from './listing-media.entity.ts'

/** Maximum number of screenshots per listing. */
export const MOST_SCREENSHOTS = 10
/** Maximum number of videos per listing: the current one and those still being processed. */
const MOST_VIDEOS = 3

/** `owner` of a media record (shared/media) that belongs to a listing. */
export const mediaOwner = (listingId: string): string => `listing:${listingId}`

/**
 * Attaches an upload to a listing that the transaction has locked. Throws 409 `conflict` when the listing has its
 * maximum of them; the lock makes sure that concurrent uploads are all counted. Throws what `claim` throws when the
 * account is over a quota.
 */
export async function attachMedia(
  em: EntityManager,
  { listingId, mediaId, kind }: { listingId: string; mediaId: string; kind: MediaKind },
  claim: ClaimStorage,
): Promise<void> {
  await refuseFull(em, listingId, kind)
  const media = await em.findOne(Media, mediaId, { fields: ['sourceBytes'] })
  await claim({ media_bytes: media?.sourceBytes ?? 0, bytes: 0 })
  await em.insert(ListingMedia, { mediaId, listingId, kind })
}

/**
 * Throws 409 `conflict` when a listing has its maximum of screenshots or videos. Without a lock, this is an early check
 * before anything is uploaded.
 */
export async function refuseFull(em: EntityManager, listingId: string, kind: MediaKind): Promise<void> {
  const count = await em.count(ListingMedia, { listingId, kind })
  if (kind === 'image' && count >= MOST_SCREENSHOTS)
    throw new Refusal('conflict', `A listing has ${MOST_SCREENSHOTS} screenshots at most.`, {
      fix: { action: 'Delete one of its screenshots first.' },
    })
  if (kind === 'video' && count >= MOST_VIDEOS)
    throw new Refusal('conflict', 'Videos of this listing are still being processed.', {
      retryAfterS: 5,
      fix: { action: 'Wait until the last one is ready.' },
    })
}

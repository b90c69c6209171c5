import type { EntityManager } from '@mikro-orm/sql'

import { removeMedia } from '#shared/media/remove-media.ts'
import type { MediaDeps } from '#shared/media/submit-media.ts'

import type { Actor } from '../users/actor.ts'
import { ownListing } from '../listings/find-listing.ts'
import { uuidOf } from '../public-id.ts'
import { notFound } from '../users/require-owner.ts'
import { ListingMedia } from './listing-media.entity.ts'

type Store = Pick<MediaDeps, 'db' | 'blobs'>

/**
 * Detaches a screenshot from the actor's listing inside the caller's transaction. Returns the id of its media record,
 * which the caller drops afterwards. Throws 404, 403 or 410 for the listing, and 404 for a screenshot that the listing
 * does not have.
 */
export async function detachScreenshot(
  em: EntityManager,
  actor: Actor,
  listingId: string,
  screenshotId: string,
): Promise<string> {
  const listing = await ownListing(em, actor, listingId)
  const mediaId = uuidOf('shot', screenshotId)
  if (mediaId === null) throw notFound('screenshot')
  const deleted = await em.nativeDelete(ListingMedia, { mediaId, listingId: listing.id, kind: 'image' })
  if (deleted === 0) throw notFound('screenshot')
  return mediaId
}

/** Removes uploads with their files, attached to a listing or not. What fails here is removed by the sweeper. */
export async function dropMedia(store: Store, mediaIds: readonly string[]): Promise<void> {
  const em = await store.db.em()
  for (const mediaId of mediaIds) {
    await em.nativeDelete(ListingMedia, { mediaId })
    await removeMedia(store, mediaId)
  }
}

/** Drops the videos of a listing that a newer, ready video has replaced. */
export async function dropOlderVideos(store: Store, listingId: string): Promise<void> {
  // SQL: compares the videos of a listing with each other and with their uploads.
  const { rows } = await store.db.pg.query<Dropped>(`${REPLACED} and lm.listing_id = $1`, [listingId])
  await dropMedia(store, rows.map(idOf))
}

/**
 * Drops media that no listing needs: uploads not attached after an hour, those of deleted listings, refused ones,
 * replaced videos. Safe to run in several sweepers at once. Returns how many were dropped.
 */
export async function sweepListingMedia(store: Store): Promise<number> {
  // SQL: a union of two anti-joins.
  const { rows } = await store.db.pg.query<Dropped>(LEFT)
  await dropMedia(store, rows.map(idOf))
  return rows.length
}

type Dropped = Pick<ListingMedia, 'mediaId'>
const idOf = ({ mediaId }: Dropped) => mediaId

const REPLACED = `
select lm.media_id as "mediaId" from listing_media lm join media m on m.id = lm.media_id
where lm.kind = 'video' and exists (
  select from listing_media later join media l on l.id = later.media_id
  where later.listing_id = lm.listing_id and later.kind = 'video' and later.media_id > lm.media_id and l.state = 'ready')`

const LEFT = `
(select m.id as "mediaId" from media m where m.owner like 'listing:%' and m.created_at < now() - interval '1 hour'
  and (m.state = 'refused' or not exists (select from listing_media lm where lm.media_id = m.id)) limit 100)
union all (${REPLACED} and m.created_at < now() - interval '1 minute' limit 100)`

import type { Pool as PgPool, PoolClient } from 'pg'

import type { BlobStore } from '#shared/blobs/blob-store.ts'
import { removeMedia } from '#shared/media/remove-media.ts'

import type { Actor } from '../users/actor.ts'
import { ownListing } from '../listings/find-listing.ts'
import { uuidOf } from '../public-id.ts'
import { notFound } from '../users/require-owner.ts'

type Store = { pg: PgPool; blobs: BlobStore }

/**
 * Detaches a screenshot from the actor's listing inside the caller's transaction. Returns the id of its media record,
 * which the caller drops afterwards. Throws 404, 403 or 410 for the listing, and 404 for a screenshot that the listing
 * does not have.
 */
export async function detachScreenshot(
  tx: PoolClient,
  actor: Actor,
  listingId: string,
  screenshotId: string,
): Promise<string> {
  const listing = await ownListing(tx, actor, listingId)
  const mediaId = uuidOf('shot', screenshotId)
  const { rowCount } = await tx.query(
    `delete from listing_media where media_id = $1 and listing_id = $2 and kind = 'image'`,
    [mediaId, listing.id],
  )
  if (mediaId === null || rowCount === 0) throw notFound('screenshot')
  return mediaId
}

/** Removes uploads with their files, attached to a listing or not. What fails here is removed by the sweeper. */
export async function dropMedia({ pg, blobs }: Store, mediaIds: readonly string[]): Promise<void> {
  for (const id of mediaIds) {
    await pg.query(`delete from listing_media where media_id = $1`, [id])
    await removeMedia({ pg, blobs }, id)
  }
}

/** Drops the videos of a listing that a newer, ready video has replaced. */
export async function dropOlderVideos(store: Store, listingId: string): Promise<void> {
  const { rows } = await store.pg.query<{ media_id: string }>(`${REPLACED} and lm.listing_id = $1`, [listingId])
  await dropMedia(
    store,
    rows.map(({ media_id }) => media_id),
  )
}

/**
 * Drops media that no listing needs: uploads not attached after an hour, those of deleted listings, refused ones,
 * replaced videos. Safe to run in several sweepers at once. Returns how many were dropped.
 */
export async function sweepListingMedia(store: Store): Promise<number> {
  const { rows } = await store.pg.query<{ media_id: string }>(LEFT)
  await dropMedia(
    store,
    rows.map(({ media_id }) => media_id),
  )
  return rows.length
}

const REPLACED = `
select lm.media_id from listing_media lm join media m on m.id = lm.media_id
where lm.kind = 'video' and exists (
  select from listing_media later join media l on l.id = later.media_id
  where later.listing_id = lm.listing_id and later.kind = 'video' and later.media_id > lm.media_id and l.state = 'ready')`

const LEFT = `
(select m.id as media_id from media m where m.owner like 'listing:%' and m.created_at < now() - interval '1 hour'
  and (m.state = 'refused' or not exists (select from listing_media lm where lm.media_id = m.id)) limit 100)
union all (${REPLACED} and m.created_at < now() - interval '1 minute' limit 100)`

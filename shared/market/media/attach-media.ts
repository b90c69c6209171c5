import type { ClientBase, Pool as PgPool, PoolClient } from 'pg'

import { Refusal } from '#shared/errors.ts'
import type { MediaKind } from '#shared/media/media-limits.ts'

import type { ClaimStorage } from '../quotas/claim-storage.ts'

/** Screenshots one listing may have. */
export const MOST_SCREENSHOTS = 10
/** Uploads of one listing that are still being looked at; a video counts until it is ready or refused. */
const MOST_VIDEOS = 3

/** Owner of a media record, in the words of shared/media: a listing. */
export const mediaOwner = (listingId: string): string => `listing:${listingId}`

/**
 * Gives an upload to a listing that the transaction has locked. Throws 409 `conflict` when it has as many as it may:
 * counted under the lock, so that uploads at once are all seen. Throws what `claim` throws for an account without room.
 */
export async function attachMedia(
  tx: PoolClient,
  { listingId, mediaId, kind }: { listingId: string; mediaId: string; kind: MediaKind },
  claim: ClaimStorage,
): Promise<void> {
  await refuseFull(tx, listingId, kind)
  const { rows } = await tx.query<{ bytes: number }>(
    `select coalesce(source_bytes, 0)::float8 as bytes from media where id = $1`,
    [mediaId],
  )
  await claim({ media_bytes: rows[0]?.bytes ?? 0, bytes: 0 })
  await tx.query(`insert into listing_media (media_id, listing_id, kind) values ($1, $2, $3)`, [
    mediaId,
    listingId,
    kind,
  ])
}

/** The same question without a lock, before anything is uploaded. */
export async function refuseFull(sql: ClientBase | PgPool, listingId: string, kind: MediaKind): Promise<void> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::int as count from listing_media where listing_id = $1 and kind = $2`,
    [listingId, kind],
  )
  const count = rows[0]?.count ?? 0
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

import type { ClientBase, Pool as PgPool, PoolClient } from 'pg'

import { Refusal } from '#shared/errors.ts'
import type { MediaKind } from '#shared/media/media-limits.ts'

import type { ClaimStorage } from '../quotas/claim-storage.ts'

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

/**
 * Throws 409 `conflict` when a listing has its maximum of screenshots or videos. Without a lock, this is an early check
 * before anything is uploaded.
 */
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

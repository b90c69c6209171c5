import type { ClientBase, Pool as PgPool } from 'pg'

import type { Media } from '#shared/media/media.entity.ts'

import type { ListingPictures, ScreenshotView, VideoView } from '../listings/listing-extensions.ts'
import { publicId } from '../public-id.ts'
import type { ListingMedia } from './listing-media.entity.ts'

/** Public path of a file of a listing. */
const urlOf = (kind: 'shot' | 'vid', mediaId: string) => `/api/media/${publicId(kind, mediaId)}`

/** What answers show of a ready media record. */
export type ReadyMedia = Pick<Media, 'id' | 'files' | 'width' | 'height' | 'durationMs' | 'bytes'>

export const screenshotView = (media: ReadyMedia): ScreenshotView => ({
  screenshot_id: publicId('shot', media.id),
  url: urlOf('shot', media.id),
  thumb_url: media.files?.thumb === undefined ? null : `${urlOf('shot', media.id)}/thumb`,
  type: media.files?.full.type ?? '',
  width: media.width ?? null,
  height: media.height ?? null,
})

export const videoView = (media: ReadyMedia): VideoView => ({
  url: urlOf('vid', media.id),
  type: media.files?.full.type ?? '',
  bytes: media.bytes ?? null,
  duration_ms: media.durationMs ?? null,
})

/**
 * Reads the ready pictures and videos of listings, by listing id; pictures in upload order. A listing without any has
 * no entry.
 */
export async function picturesOf(
  sql: ClientBase | PgPool,
  listingIds: readonly string[],
): Promise<Map<string, ListingPictures>> {
  // SQL: every page of listings asks for it, with one prepared plan.
  const { rows } = await sql.query<Row>({ name: 'listing-pictures', text: READ, values: [listingIds] })
  const pictures = new Map<string, ListingPictures>()
  for (const row of rows) {
    const of = pictures.get(row.listingId) ?? { screenshots: [], video: null }
    pictures.set(row.listingId, of)
    if (row.kind === 'image') of.screenshots.push(screenshotView(row))
    // Rows are in upload order, so the latest video stays.
    else of.video = videoView(row)
  }
  return pictures
}

type Row = ReadyMedia & Pick<ListingMedia, 'listingId' | 'kind'>

const READ = `
select lm.listing_id as "listingId", lm.kind, m.id, m.files, m.width, m.height, m.duration_ms as "durationMs",
  m.bytes::float8 as bytes
from listing_media lm join media m on m.id = lm.media_id
where lm.listing_id = any($1::uuid[]) and m.state = 'ready' order by lm.media_id`

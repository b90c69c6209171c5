import type { ClientBase, Pool as PgPool } from 'pg'

import type { MediaFiles } from '#shared/media/media-files.ts'

import type { ListingPictures, ScreenshotView, VideoView } from '../listings/listing-extensions.ts'
import { publicId } from '../public-id.ts'

/** Public path of a file of a listing. */
const urlOf = (kind: 'shot' | 'vid', mediaId: string) => `/api/media/${publicId(kind, mediaId)}`

/** A ready media record, as SQL statements read it. */
export type ReadyRow = {
  media_id: string
  files: MediaFiles
  width: number | null
  height: number | null
  duration_ms: number | null
  bytes: string | null
}

export const screenshotView = (row: ReadyRow): ScreenshotView => ({
  screenshot_id: publicId('shot', row.media_id),
  url: urlOf('shot', row.media_id),
  thumb_url: row.files.thumb === undefined ? null : `${urlOf('shot', row.media_id)}/thumb`,
  type: row.files.full.type,
  width: row.width,
  height: row.height,
})

export const videoView = (row: ReadyRow): VideoView => ({
  url: urlOf('vid', row.media_id),
  type: row.files.full.type,
  bytes: row.bytes === null ? null : Number(row.bytes),
  duration_ms: row.duration_ms,
})

/**
 * Reads the ready pictures and videos of listings, by listing id; pictures in upload order. A listing without any has
 * no entry.
 */
export async function picturesOf(
  sql: ClientBase | PgPool,
  listingIds: readonly string[],
): Promise<Map<string, ListingPictures>> {
  const { rows } = await sql.query<ReadyRow & { listing_id: string; kind: 'image' | 'video' }>({
    name: 'listing-pictures',
    text: READ,
    values: [listingIds],
  })
  const pictures = new Map<string, ListingPictures>()
  for (const row of rows) {
    const of = pictures.get(row.listing_id) ?? { screenshots: [], video: null }
    pictures.set(row.listing_id, of)
    if (row.kind === 'image') of.screenshots.push(screenshotView(row))
    // Rows are in upload order, so the latest video stays.
    else of.video = videoView(row)
  }
  return pictures
}

export const READY_COLUMNS = `m.id as media_id, m.files, m.width, m.height, m.duration_ms, m.bytes`

const READ = `
select lm.listing_id, lm.kind, ${READY_COLUMNS} from listing_media lm join media m on m.id = lm.media_id
where lm.listing_id = any($1::uuid[]) and m.state = 'ready' order by lm.media_id`

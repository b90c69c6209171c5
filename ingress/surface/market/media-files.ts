import { Readable } from 'node:stream'

import type { BlobStore } from '#shared/blobs/blob-store.ts'
import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { openPicture } from '#shared/market/media/open-picture.ts'
import { notFound } from '#shared/market/users/require-owner.ts'
import type { MediaVariant } from '#shared/media/media-files.ts'

import type { IngressDeps } from '../../deps.ts'
import { byteRangeOf, sliceOf } from '../../http/byte-range.ts'
import { type Reply, type Route, route, type RouteRequest } from '../../http/route.ts'

/** Types that our workers write. Any other type is sent as a download. */
const SHOWN: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

/** Cache lifetime in seconds. A copy may be shown this long after its picture was deleted. */
const CACHE_SECONDS = 300

/**
 * Public files of listings. They are re-encoded by a worker, never the uploaded bytes, and sent with the type that the
 * worker wrote. A file never changes but may be deleted or hidden, so caches revalidate after CACHE_SECONDS: 304 while
 * it exists, then 404. Supports byte ranges, for video players.
 */
export function mediaFileRoutes({ config, db }: Pick<IngressDeps, 'config' | 'db'>): readonly Route[] {
  let opened: BlobStore | undefined
  const store = () => ({ pg: db.pg, blobs: (opened ??= openBlobs(config)) })
  const file =
    (variant: MediaVariant) =>
    async ({ params, header }: RouteRequest): Promise<Reply> => {
      const picture = await openPicture(store(), params['media_id'] ?? '', variant)
      if (picture === null) throw notFound('picture or video')
      const { mediaId, bytes, body } = picture
      const etag = `"${mediaId}-${variant}"`
      const extension = SHOWN[picture.type]
      const headers = {
        'Cache-Control': `public, max-age=${CACHE_SECONDS}, must-revalidate`,
        ETag: etag,
        'Accept-Ranges': 'bytes',
        'Content-Disposition':
          extension === undefined ? 'attachment' : `inline; filename="${mediaId}-${variant}.${extension}"`,
      }
      const type = extension === undefined ? 'application/octet-stream' : picture.type
      if (header('if-none-match')?.includes(etag) === true) return { status: 304, headers, body: null }
      // If-Range with another ETag: send the whole file.
      const range = byteRangeOf((header('if-range') ?? etag) === etag ? header('range') : undefined, bytes)
      if (range === 'unsatisfiable')
        return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${bytes}` }, body: '' }
      if (range === null)
        return { headers: { ...headers, 'Content-Length': String(bytes) }, type, body: Readable.from(body()) }
      return {
        status: 206,
        headers: {
          ...headers,
          'Content-Range': `bytes ${range.start}-${range.end}/${bytes}`,
          'Content-Length': String(range.end - range.start + 1),
        },
        type,
        body: Readable.from(sliceOf(body(), range)),
      }
    }
  const about = {
    method: 'GET',
    tag: 'Listings',
    credential: 'none',
    limit: 'discovery',
    type: 'application/octet-stream',
    isFile: true,
    refusals: ['not_found'],
  } as const

  return [
    route({
      ...about,
      path: '/api/media/:media_id',
      summary: 'A picture or video of a listing, as its type',
      handle: file('full'),
    }),
    route({
      ...about,
      path: '/api/media/:media_id/thumb',
      summary: 'A picture of a listing, at most 480 pixels wide and high (WebP)',
      handle: file('thumb'),
    }),
  ]
}

import { z } from 'zod'

import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'
import type { BlobStore } from '#shared/blobs/blob-store.ts'
import { openBlobs } from '#shared/blobs/open-blobs.ts'
import { inTransaction } from '#shared/db/in-transaction.ts'
import { forgetAnswer, remember, type RememberedRequest } from '#shared/idempotency/remember.ts'
import { MEDIA_LIMITS, type MediaKind } from '#shared/media/media-limits.ts'
import { submitMedia } from '#shared/media/submit-media.ts'
import { attachMedia, mediaOwner, refuseFull } from '#shared/market/media/attach-media.ts'
import { awaitMedia } from '#shared/market/media/await-media.ts'
import { detachScreenshot, dropMedia, dropOlderVideos } from '#shared/market/media/drop-media.ts'
import { screenshotView, videoView } from '#shared/market/media/pictures-of.ts'
import { ownListing, readOwnListing } from '#shared/market/listings/find-listing.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { publicId, uuidOf } from '#shared/market/public-id.ts'
import { claimStorage } from '#shared/market/quotas/claim-storage.ts'
import { giveBackBytes, type Storer } from '#shared/market/quotas/take-bytes.ts'

import type { AccountHashes } from '#shared/market/users/account-hashes.ts'
import type { IngressDeps } from '../../deps.ts'
import { type Route, route, type RouteRequest } from '../../http/route.ts'
import { takeUpload } from '#ingress/http/body/upload.ts'
import { idempotencyKeyOf } from '#ingress/call/input/preferences.ts'
import { actorScope } from './idempotent-anonymous-reply.ts'
import { storerOf } from './storer.ts'

/** Milliseconds an upload waits for the worker before it answers `processing`. */
const WAIT_MS = 8_000

const File = z.object({ file: z.string().meta({ format: 'binary', description: 'one file, under any name' }) })
const uploaded = {
  listing_id: z.string(),
  state: z.enum(['ready', 'processing']).describe('processing: it shows on the listing when a worker has done it'),
  type: z.string(),
  url: z.string().nullable(),
}
const ScreenshotAnswer = z.object({
  ...uploaded,
  screenshot_id: z.string(),
  thumb_url: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})
const VideoAnswer = z.object({
  ...uploaded,
  video_id: z.string(),
  bytes: z.int().nullable(),
  duration_ms: z.int().nullable(),
})

type Deps = Pick<IngressDeps, 'config' | 'db' | 'queues'> & { hashes: AccountHashes }

/** An upload to a listing. */
type Keeping = { kind: MediaKind; maxBytes: number; listingId: string; key: string | null; storer: Storer }

/** Uploads pictures and the video of a listing, and deletes pictures. */
export function listingMediaRoutes({ config, db, queues, hashes }: Deps): readonly Route[] {
  let opened: BlobStore | undefined
  const store = () => ({ pg: db.pg, blobs: (opened ??= openBlobs(config)), queues })
  const about = { tag: 'Listings', credential: 'key', scope: 'sell', limit: 'market-write' } as const
  const refusals = ['not_found', 'forbidden', 'gone', 'conflict', 'idempotency_key_reused'] as const
  const storing = { refusals: [...refusals, 'quota_exceeded', 'byte_budget'] } as const

  /**
   * Uploads a file. Checks ownership before reading. Stores the file, then attaches it to the listing in the
   * transaction that remembers the Idempotency-Key (with the file's hash as digest), then waits for the worker. A
   * refused file is deleted.
   */
  const take = async (request: RouteRequest<unknown, unknown, Actor>, kind: MediaKind) => {
    const { actor, params } = request
    const id = params['listing_id'] ?? ''
    const listing = await readOwnListing(db.pg, actor, id)
    const key = idempotencyKeyOf(request.header('idempotency-key'))
    // With an Idempotency-Key check later: a replay is answered even if the listing is full by now.
    if (key === null) await refuseFull(db.pg, listing.id, kind)
    const { maxBytes } = MEDIA_LIMITS[kind]
    const storer = storerOf(hashes, request)
    // Reserve the storage before reading, and give back what was not stored.
    const size = Math.min(Number(request.header('content-length') ?? maxBytes), maxBytes)
    const taken = await inUnitOfWork(db, (em) =>
      claimStorage(em, storer)({ media_bytes: key === null ? size : 0, bytes: size }),
    )
    let storedBytes = 0
    try {
      const { bytes, ...kept } = await keep(request, { kind, maxBytes, listingId: listing.id, key, storer })
      storedBytes = bytes
      return kept
    } finally {
      await giveBackBytes(db, taken, storedBytes)
    }
  }

  const keep = async (
    request: RouteRequest<unknown, unknown, Actor>,
    { kind, maxBytes, listingId, key, storer }: Keeping,
  ) => {
    const { actor } = request
    const upload = await takeUpload(request.incoming, maxBytes, ({ body, declaredType }) =>
      submitMedia(store(), { owner: mediaOwner(listingId), kind, body, declaredType }),
    )
    const scope = `${actorScope(actor)} ${request.path}`
    const once = { scope, key, digest: Buffer.from(upload.sha256, 'hex') }
    const { mediaId, replayed } = await attach(actor, once, { listingId, mediaId: upload.id, kind }, storer)
    const ready = await awaitMedia(db.pg, mediaId, WAIT_MS).catch(async (error: unknown) => {
      await forgetAnswer(db, once)
      await dropMedia(store(), [mediaId])
      throw error
    })
    if (ready !== null && kind === 'video') await dropOlderVideos(store(), listingId)
    const headers = replayed ? { 'Idempotency-Replayed': 'true' } : {}
    const bytes = replayed ? 0 : upload.bytes
    return { listingId: publicId('lst', listingId), mediaId, type: upload.type, ready, headers, bytes }
  }

  const attach = async (
    actor: Actor,
    once: RememberedRequest,
    upload: Parameters<typeof attachMedia>[1],
    storer: Storer,
  ): Promise<{ mediaId: string; replayed: boolean }> => {
    try {
      const { body, replayed } = await remember(db, once, async (em) => {
        const tx = connectionOf(em)
        await ownListing(tx, actor, upload.listingId)
        await attachMedia(tx, upload, claimStorage(em, storer))
        return { status: 201, body: { media_id: upload.mediaId }, secretRef: null }
      })
      if (replayed) await dropMedia(store(), [upload.mediaId])
      return { mediaId: String(body['media_id']), replayed }
    } catch (error) {
      await dropMedia(store(), [upload.mediaId])
      throw error
    }
  }

  return [
    route({
      ...about,
      method: 'POST',
      path: '/api/listings/:listing_id/screenshots',
      summary: 'Add a picture to a listing: jpg, png, gif or webp, 5 MB',
      stores: true,
      status: 201,
      accepts: 'multipart',
      body: File,
      reply: ScreenshotAnswer,
      ...storing,
      handle: async (request) => {
        const { listingId, mediaId, type, ready, headers } = await take(request, 'image')
        const shown = ready === null ? null : screenshotView(ready)
        return {
          headers,
          body: {
            screenshot_id: publicId('shot', mediaId),
            listing_id: listingId,
            state: shown === null ? 'processing' : 'ready',
            type: shown?.type ?? type,
            url: shown?.url ?? null,
            thumb_url: shown?.thumb_url ?? null,
            width: shown?.width ?? null,
            height: shown?.height ?? null,
          },
        }
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      path: '/api/listings/:listing_id/screenshots/:screenshot_id',
      summary: 'Take a picture off a listing; its files are deleted',
      reply: z.object({ listing_id: z.string(), screenshot_id: z.string(), deleted: z.literal(true) }),
      refusals,
      handle: async ({ actor, params }) => {
        const { listing_id = '', screenshot_id = '' } = params
        const mediaId = await inTransaction(db.pg, (tx) => detachScreenshot(tx, actor, listing_id, screenshot_id))
        await dropMedia(store(), [mediaId])
        const listingId = publicId('lst', uuidOf('lst', listing_id) ?? '')
        return { body: { listing_id: listingId, screenshot_id: publicId('shot', mediaId), deleted: true } }
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: '/api/listings/:listing_id/video',
      summary: 'Set the video of a listing: mp4, webm or mov, 20 MB; it replaces the one before',
      stores: true,
      status: 201,
      accepts: 'multipart',
      body: File,
      reply: VideoAnswer,
      ...storing,
      handle: async (request) => {
        const { listingId, mediaId, type, ready, headers } = await take(request, 'video')
        const shown = ready === null ? null : videoView(ready)
        return {
          headers,
          body: {
            video_id: publicId('vid', mediaId),
            listing_id: listingId,
            state: shown === null ? 'processing' : 'ready',
            type: shown?.type ?? type,
            url: shown?.url ?? null,
            bytes: shown?.bytes ?? null,
            duration_ms: shown?.duration_ms ?? null,
          },
        }
      },
    }),
  ]
}

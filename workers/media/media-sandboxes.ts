import { MEDIA_LIMITS, type MediaKind, type MediaType } from '#shared/media/media-limits.ts'

import { Sandbox, type SandboxLimits, type SandboxPlace } from '../sandbox/sandbox.ts'

/** The most that decoding 24 megapixels was measured to take: lossless WebP with transparency, 854 MB for a moment. */
const IMAGE_LIMITS: SandboxLimits = {
  memoryMb: 900,
  cpuSeconds: 25,
  timeoutMs: 25_000,
  maxAnswerBytes: 64 * 1024 * 1024,
  addons: true,
}

/** Packets are copied, nothing is decoded: the file, what is made of it, and the program. */
const VIDEO_LIMITS: SandboxLimits = {
  memoryMb: 384,
  cpuSeconds: 15,
  timeoutMs: 15_000,
  maxAnswerBytes: 2 * MEDIA_LIMITS.video.maxBytes,
  addons: false,
}

/** The smallest GIF: one pixel. */
const ONE_PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const jobOf = (type: MediaType, file: Buffer) => ({ head: { type }, parts: [file] })

/**
 * The programs that open uploads. A decoder is C code that reads a stranger's bytes. In the worker's own process a file
 * that breaks it would hold the database connection and the secrets of everybody. In its sandbox it holds one process
 * without a network and without a look into the worker.
 */
export const mediaSandboxes = (place: SandboxPlace): Record<MediaKind, Sandbox> => ({
  image: new Sandbox(
    {
      name: 'image',
      url: new URL('./image.child.ts', import.meta.url),
      limits: IMAGE_LIMITS,
      warmUp: () => jobOf('image/gif', ONE_PIXEL),
    },
    place,
  ),
  video: new Sandbox(
    {
      name: 'video',
      url: new URL('./video.child.ts', import.meta.url),
      limits: VIDEO_LIMITS,
      warmUp: () => jobOf('video/mp4', Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1')),
    },
    place,
  ),
})

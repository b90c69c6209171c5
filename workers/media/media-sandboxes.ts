import { MEDIA_LIMITS, type MediaKind, type MediaType } from '#shared/media/media-limits.ts'

import { Sandbox, type SandboxLimits, type SandboxPlace } from '../sandbox/sandbox.ts'

/** Measured peak for 24 megapixels: 854 MB, for lossless WebP with transparency. */
const IMAGE_LIMITS: SandboxLimits = {
  memoryMb: 900,
  cpuSeconds: 25,
  timeoutMs: 25_000,
  maxAnswerBytes: 64 * 1024 * 1024,
  addons: true,
}

/** Packets are copied without decoding: memory for the file, its copy and the program. */
const VIDEO_LIMITS: SandboxLimits = {
  memoryMb: 384,
  cpuSeconds: 15,
  timeoutMs: 15_000,
  maxAnswerBytes: 2 * MEDIA_LIMITS.video.maxBytes,
  addons: false,
}

/** The smallest GIF, one pixel, to warm up a decoder. */
export const ONE_PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const jobOf = (type: MediaType, file: Buffer) => ({ head: { type }, parts: [file] })

/**
 * Sandboxes that open uploads. Decoders are C code that reads untrusted bytes. In the worker's own process an exploit
 * would reach the database connection and all secrets; in a sandbox it reaches one process without network access.
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

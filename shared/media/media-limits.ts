/**
 * What may be uploaded (marketplace-api.md, Limits). An upload's type, detected from its bytes, must be one of its
 * kind.
 */
export const MEDIA_LIMITS = {
  image: { maxBytes: 5 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] },
  video: { maxBytes: 20 * 1024 * 1024, types: ['video/mp4', 'video/webm', 'video/quicktime'] },
} as const

export type MediaKind = keyof typeof MEDIA_LIMITS
export type MediaType = (typeof MEDIA_LIMITS)[MediaKind]['types'][number]

/** Maximum decoded pixels of one picture; 24 megapixels take 96 MB. */
export const MAX_PIXELS = 24_000_000
/** Maximum pixels of all frames of an animation together. */
export const MAX_ANIMATION_PIXELS = 48_000_000
export const MAX_FRAMES = 200
/** Maximum side of a picture in pixels: what WebP and every browser support. */
export const MAX_SIDE = 16_383
export const MAX_VIDEO_SIDE = 4_096
export const MAX_VIDEO_MS = 60 * 60_000
/** Longest side of a thumbnail. */
export const THUMB_SIDE = 480

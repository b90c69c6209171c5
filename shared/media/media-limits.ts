/** What may be uploaded (marketplace-api.md, Limits). A type maps to the family it has to belong to by its bytes. */
export const MEDIA_LIMITS = {
  image: { maxBytes: 5 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] },
  video: { maxBytes: 20 * 1024 * 1024, types: ['video/mp4', 'video/webm', 'video/quicktime'] },
} as const

export type MediaKind = keyof typeof MEDIA_LIMITS
export type MediaType = (typeof MEDIA_LIMITS)[MediaKind]['types'][number]

/** Decoded pixels of one picture; 24 megapixels are 96 MB. */
export const MAX_PIXELS = 24_000_000
/** Pixels of all frames of an animation together. */
export const MAX_ANIMATION_PIXELS = 48_000_000
export const MAX_FRAMES = 200
/** What WebP and every browser can show. */
export const MAX_SIDE = 16_383
export const MAX_VIDEO_SIDE = 4_096
export const MAX_VIDEO_MS = 60 * 60_000
/** Longest side of a thumbnail. */
export const THUMB_SIDE = 480

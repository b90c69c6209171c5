import { z } from 'zod'

import { MAX_FRAMES, MAX_SIDE, MAX_VIDEO_MS } from '#shared/media/media-limits.ts'
import { MEDIA_REFUSAL_REASONS, type MediaRefusalReason } from '#shared/media/refuse-media.ts'

const side = z.int().positive().max(MAX_SIDE)
const fileOf = (...types: [string, ...string[]]) => z.object({ type: z.enum(types), width: side, height: side })

/** Answer of a child process. The bytes of `files` are the parts of its frame, in the same order. */
export type MediaAnswer =
  | { refused: MediaRefusalReason }
  | {
      width: number
      height: number
      frames: number | null
      durationMs: number | null
      files: { type: string; width: number; height: number }[]
    }

/** Validates the answer: the file may have compromised the child, so nothing is trusted. */
export const MediaAnswerFromChild: z.ZodType<MediaAnswer> = z.union([
  // Safe: the values are the keys of the table of reasons, which is not empty.
  z.object({ refused: z.enum(MEDIA_REFUSAL_REASONS as [MediaRefusalReason, ...MediaRefusalReason[]]) }),
  z.object({
    width: side,
    height: side,
    frames: z.int().positive().max(MAX_FRAMES),
    durationMs: z.null(),
    files: z.tuple([fileOf('image/jpeg', 'image/png', 'image/gif', 'image/webp'), fileOf('image/webp')]),
  }),
  z.object({
    width: side,
    height: side,
    frames: z.null(),
    durationMs: z.int().positive().max(MAX_VIDEO_MS),
    files: z.tuple([fileOf('video/mp4', 'video/webm')]),
  }),
])

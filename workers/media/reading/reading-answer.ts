import { z } from 'zod'

import { MAX_SIDE } from '#shared/media/media-limits.ts'

const side = z.int().positive().max(MAX_SIDE)

/** Reasons to refuse a picture. */
export const PICTURE_PROBLEMS = ['not_an_image', 'polyglot', 'broken', 'too_many_pixels'] as const
export type PictureProblem = (typeof PICTURE_PROBLEMS)[number]

const Picture = z.object({
  width: side,
  height: side,
  format: z.enum(['jpeg', 'png', 'gif', 'webp']),
  animated: z.boolean(),
  phash: z.string().regex(/^[0-9a-f]{16}$/),
  qrTexts: z.array(z.string().max(2_000)).max(5),
})
export type PictureFromChild = z.output<typeof Picture>

const Audio = z.object({
  container: z.enum(['wav', 'mp3', 'mp4', 'ogg', 'webm', 'flac']),
  type: z.string().max(40),
  durationS: z.number().positive(),
})
export type AudioFromChild = z.output<typeof Audio>

const place = z
  .int()
  .min(0)
  .max(4 * MAX_SIDE)
const Text = z.object({
  rotationDeg: z.number(),
  version: z.string().max(60),
  lines: z
    .array(
      z.object({
        text: z.string().max(5_000),
        confidence: z.number().min(0).max(100),
        words: z.int().min(0),
        box: z.object({ x: place, y: place, width: place, height: place }),
      }),
    )
    .max(5_000),
})
export type TextFromChild = z.output<typeof Text>

const refusedAs = <const Reasons extends readonly [string, ...string[]]>(...reasons: Reasons) =>
  z.object({ refused: z.enum(reasons) })

/** Validate the answers of child processes: a file may have compromised its child, so nothing is trusted. */
export const PictureAnswer = z.union([refusedAs(...PICTURE_PROBLEMS), Picture])
export const AudioAnswer = z.union([refusedAs('not_audio'), Audio])
export const TextAnswer = z.union([refusedAs(...PICTURE_PROBLEMS, 'no_language_data'), Text])

import sharp, { type Sharp, type SharpOptions } from 'sharp'

import {
  MAX_ANIMATION_PIXELS,
  MAX_FRAMES,
  MAX_PIXELS,
  MAX_SIDE,
  type MediaType,
  THUMB_SIDE,
} from '#shared/media/media-limits.ts'
import type { MediaRefusalReason } from '#shared/media/refuse-media.ts'

import type { Frame } from '../sandbox/frame.ts'
import { findPolyglot } from './find-polyglot.ts'
import { countGifFrames } from './gif-frames.ts'
import type { MediaAnswer } from './media-answer.ts'

const FORMATS: Partial<Record<MediaType, 'jpeg' | 'png' | 'gif' | 'webp'>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
}
/** The allowed decoders. All other formats that libvips supports (SVG, PDF, TIFF, HEIF and others) are blocked. */
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`)

/** Configures sharp once per process: allowed decoders only, one thread, no cache. */
export function closeLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  sharp.concurrency(1)
  sharp.cache(false)
}

/**
 * Decodes an image completely and re-encodes it in its format: upright, sRGB, without metadata. Adds a thumbnail (WebP,
 * first frame). Refuses an image that cannot be decoded completely; decoder warnings count as errors.
 */
export async function processImage(bytes: Buffer, type: MediaType): Promise<Frame> {
  const format = FORMATS[type]
  if (format === undefined) return refuse('not_accepted')
  if (findPolyglot(bytes) !== null) return refuse('polyglot')
  if (format === 'gif') {
    const frames = countGifFrames(bytes)
    if (frames === null || frames === 0) return refuse('broken')
    if (frames > MAX_FRAMES) return refuse('too_many_frames')
  }
  try {
    const limits: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true }
    const facts = await sharp(bytes, limits).metadata()
    const { width, height, pages = 1 } = facts
    const problem = facts.format === format ? problemOf(width, facts.pageHeight ?? height, pages) : 'not_accepted'
    if (problem !== null) return refuse(problem)
    // sharp treats an animation as one tall image of all frames.
    const whole: SharpOptions =
      pages > 1 ? { ...limits, animated: true, limitInputPixels: MAX_ANIMATION_PIXELS } : limits
    const full = await encode(sharp(bytes, whole).autoOrient().toColourspace('srgb'), format)
    const thumb = await sharp(bytes, limits)
      .autoOrient()
      .resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true })
    const size = { width: full.info.width, height: full.info.pageHeight ?? full.info.height }
    const answer: MediaAnswer = {
      ...size,
      frames: pages,
      durationMs: null,
      files: [
        { type, ...size },
        { type: 'image/webp', width: thumb.info.width, height: thumb.info.height },
      ],
    }
    return { head: answer, parts: [full.data, thumb.data] }
  } catch (error) {
    return refuse(reasonOf(error))
  }
}

function problemOf(width: number, height: number, pages: number): MediaRefusalReason | null {
  if (width > MAX_SIDE || height > MAX_SIDE) return 'side_too_long'
  if (pages > MAX_FRAMES) return 'too_many_frames'
  if (width * height > MAX_PIXELS || (pages > 1 && width * height * pages > MAX_ANIMATION_PIXELS))
    return 'too_many_pixels'
  return null
}

/** Re-encodes in the same format, at a size near the original. */
function encode(image: Sharp, format: 'jpeg' | 'png' | 'gif' | 'webp') {
  const written = {
    jpeg: () => image.jpeg({ quality: 85 }),
    png: () => image.png({ compressionLevel: 8 }),
    gif: () => image.gif({ effort: 5 }),
    webp: () => image.webp({ quality: 85 }),
  }
  return written[format]().toBuffer({ resolveWithObject: true })
}

function reasonOf(error: unknown): MediaRefusalReason {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(message)) return 'too_many_pixels'
  if (/unsupported image format/i.test(message)) return 'not_accepted'
  return /memory|allocat/i.test(message) ? 'too_complex' : 'broken'
}

const refuse = (reason: MediaRefusalReason): Frame => ({ head: { refused: reason } satisfies MediaAnswer, parts: [] })

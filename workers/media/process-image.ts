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
/** The decoders that may run; everything else that libvips could open (SVG, PDF, TIFF, HEIF, ...) is closed. */
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`)

/** Set up once a process: these decoders only, one thread, nothing kept. */
export function closeLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  sharp.concurrency(1)
  sharp.cache(false)
}

/**
 * Decodes an image to its end and writes it anew in its own format, upright, in sRGB, without metadata; and a thumbnail
 * (WebP, of the first picture). What cannot be decoded whole is refused: a warning counts as an error.
 */
export async function processImage(bytes: Buffer, type: MediaType): Promise<Frame> {
  const format = FORMATS[type]
  if (format === undefined) return refused('not_accepted')
  if (findPolyglot(bytes) !== null) return refused('polyglot')
  if (format === 'gif') {
    const frames = countGifFrames(bytes)
    if (frames === null || frames === 0) return refused('broken')
    if (frames > MAX_FRAMES) return refused('too_many_frames')
  }
  try {
    const limits: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true }
    const facts = await sharp(bytes, limits).metadata()
    const { width, height, pages = 1 } = facts
    const problem = facts.format === format ? problemOf(width, facts.pageHeight ?? height, pages) : 'not_accepted'
    if (problem !== null) return refused(problem)
    // sharp counts an animation as one picture, its frames one below the other.
    const whole: SharpOptions =
      pages > 1 ? { ...limits, animated: true, limitInputPixels: MAX_ANIMATION_PIXELS } : limits
    const full = await encoded(sharp(bytes, whole).autoOrient().toColourspace('srgb'), format)
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
    return refused(reasonOf(error))
  }
}

function problemOf(width: number, height: number, pages: number): MediaRefusalReason | null {
  if (width > MAX_SIDE || height > MAX_SIDE) return 'side_too_long'
  if (pages > MAX_FRAMES) return 'too_many_frames'
  if (width * height > MAX_PIXELS || (pages > 1 && width * height * pages > MAX_ANIMATION_PIXELS))
    return 'too_many_pixels'
  return null
}

/** Sizes are kept near what they were: a photograph gets the quality of one, a drawing loses nothing. */
function encoded(image: Sharp, format: 'jpeg' | 'png' | 'gif' | 'webp') {
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

const refused = (reason: MediaRefusalReason): Frame => ({ head: { refused: reason } satisfies MediaAnswer, parts: [] })

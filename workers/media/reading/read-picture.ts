import jsqr from 'jsqr'
import sharp, { type Sharp } from 'sharp'

import { MAX_FRAMES, MAX_PIXELS, MAX_SIDE } from '#shared/media/media-limits.ts'

import type { Frame } from '../../sandbox/frame.ts'
import { findPolyglot } from '../find-polyglot.ts'
import type { PictureFromChild, PictureProblem } from './reading-answer.ts'

/** Longest side in pixels. Vision models scale larger pictures down anyway. */
const SHOWN_SIDE = 1_568
const MOST_CODES = 5
const FORMATS = ['jpeg', 'png', 'gif', 'webp'] as const

/** Decodes a picture and re-encodes it for models: upright, sRGB, without metadata, on white. */
export async function readPicture(bytes: Buffer, wantsCodes: boolean): Promise<Frame> {
  if (findPolyglot(bytes) !== null) return refuse('polyglot')
  try {
    const limits = { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true } as const
    const facts = await sharp(bytes, limits).metadata()
    const format = FORMATS.find((known) => known === facts.format)
    if (format === undefined) return refuse('not_an_image')
    const { width, height: stored, pageHeight, pages = 1, orientation = 1 } = facts
    const height = pageHeight ?? stored
    if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS || pages > MAX_FRAMES) {
      return refuse('too_many_pixels')
    }
    const upright = (): Sharp =>
      sharp(bytes, limits).autoOrient().toColourspace('srgb').flatten({ background: '#ffffff' })
    const shown = await upright()
      .resize(SHOWN_SIDE, SHOWN_SIDE, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 88 })
      .toBuffer()
    const isTurned = orientation >= 5
    const answer: PictureFromChild = {
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      format,
      animated: pages > 1,
      phash: await differenceHash(shown),
      qrTexts: wantsCodes ? await codesIn(shown) : [],
    }
    return { head: answer, parts: [shown] }
  } catch (error) {
    return refuse(problemOf(error))
  }
}

/** Difference hash: for each cell of an 8 × 8 grid whether it is darker than its right neighbour, as 16 hex digits. */
async function differenceHash(picture: Buffer): Promise<string> {
  const grey = await sharp(picture).resize(9, 8, { fit: 'fill' }).greyscale().raw().toBuffer()
  let bits = 0n
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column
      bits = (bits << 1n) | ((grey[at] ?? 0) < (grey[at + 1] ?? 0) ? 1n : 0n)
    }
  }
  return bits.toString(16).padStart(16, '0')
}

/** Reads the texts of QR codes. The reader finds one at a time, so each found code is painted over. */
async function codesIn(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = new Uint8ClampedArray(data)
  const texts: string[] = []
  while (texts.length < MOST_CODES) {
    const code = jsqr.default(pixels, info.width, info.height)
    if (code === null) break
    texts.push(code.data.slice(0, 2_000))
    const { topLeftCorner, topRightCorner, bottomLeftCorner, bottomRightCorner } = code.location
    const corners = [topLeftCorner, topRightCorner, bottomLeftCorner, bottomRightCorner]
    const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x }) => x))]
    const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))]
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(info.height, Math.ceil(bottom)); y += 1) {
      const from = (y * info.width + Math.max(0, Math.floor(left))) * 4
      const to = (y * info.width + Math.min(info.width, Math.ceil(right))) * 4
      pixels.fill(255, from, to)
    }
  }
  return texts
}

function problemOf(error: unknown): PictureProblem {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(message)) return 'too_many_pixels'
  if (/unsupported image format|loader|VipsForeignLoad/i.test(message)) return 'not_an_image'
  return /memory|allocat/i.test(message) ? 'too_many_pixels' : 'broken'
}

const refuse = (problem: PictureProblem): Frame => ({ head: { refused: problem }, parts: [] })

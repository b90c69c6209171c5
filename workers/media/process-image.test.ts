import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { animation, emptyZip, photo, plainPng, pngChunk } from '#test/support/files/image-file.ts'
import type { MediaType } from '#shared/media/media-limits.ts'

import { countGifFrames } from './gif-frames.ts'
import { MediaAnswerFromChild } from './media-answer.ts'
import { closeLoaders, processImage } from './process-image.ts'

// For the life of this process, as in the child.
closeLoaders()

const SECRETS = ['SECRET', 'GPS', 'Exif', 'xmp', 'ICC_PROFILE', '51/1']

async function refusal(file: Buffer, type: MediaType) {
  const { head } = await processImage(file, type)
  const answer = MediaAnswerFromChild.parse(head)
  return 'refused' in answer ? answer.refused : null
}

async function accepted(file: Buffer, type: MediaType) {
  const { head, parts } = await processImage(file, type)
  const answer = MediaAnswerFromChild.parse(head)
  if ('refused' in answer) throw new Error(answer.refused)
  const [full, thumb] = parts.map((part) => Buffer.from(part))
  return { ...answer, full: full ?? Buffer.alloc(0), thumb: thumb ?? Buffer.alloc(0) }
}

const withTail = (file: Buffer, tail: Buffer | string) => Buffer.concat([file, Buffer.from(tail)])
const png = (more: Buffer = Buffer.alloc(0)) => {
  const plain = plainPng(10, 10)
  // Between the header and the pixels.
  return Buffer.concat([plain.subarray(0, 33), more, plain.subarray(33)])
}

describe('an image that is accepted', () => {
  test.each(['jpeg', 'webp', 'png'] as const)(
    '%s is written anew: upright, in sRGB, without a trace of its metadata',
    async (format) => {
      const file = await photo(format)
      const { width, height, frames, files, full, thumb } = await accepted(file, `image/${format}`)
      expect({ width, height, frames }).toEqual({ width: 200, height: 300, frames: 1 })
      expect(files.map(({ type }) => type)).toEqual([`image/${format}`, 'image/webp'])
      for (const [bytes, kind] of [
        [full, format],
        [thumb, 'webp'],
      ] as const) {
        // oxfmt-ignore
        const facts = await sharp(bytes).metadata()
        expect(facts).toMatchObject({ format: kind, width: 200, height: 300, space: 'srgb', depth: 'uchar' })
        expect([facts.exif, facts.xmp, facts.icc, facts.iptc, facts.orientation]).toEqual(Array(5).fill(undefined))
        for (const secret of SECRETS) expect(bytes.includes(secret), secret).toBe(false)
      }
    },
  )

  test('a large one has a thumbnail of 480 pixels at most; a small one is not blown up', async () => {
    const { thumb } = await accepted(await photo('jpeg', 2_000, 1_000), 'image/jpeg')
    expect(await sharp(thumb).metadata()).toMatchObject({ width: 240, height: 480 })
    expect((await accepted(plainPng(3, 2), 'image/png')).files[1]).toMatchObject({ width: 3, height: 2 })
  })

  test('an animation keeps its frames', async () => {
    const { width, height, frames, full } = await accepted(await animation(200), 'image/gif')
    expect({ width, height, frames }).toEqual({ width: 20, height: 10, frames: 200 })
    expect((await sharp(full, { pages: -1 }).metadata()).pages).toBe(200)
  })

  test('a PNG that says it is an animation of 10,000 frames is its first picture', async () => {
    const control = Buffer.alloc(8)
    control.writeUInt32BE(10_000)
    const { frames, full } = await accepted(png(pngChunk('acTL', control)), 'image/png')
    expect([frames, full.includes('acTL')]).toEqual([1, false])
  })

  test('four inks and sixteen bits become three and eight', async () => {
    const grey = sharp({ create: { width: 9, height: 9, channels: 3, background: '#456' } })
    const inks = await accepted(await grey.clone().toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg')
    const deep = await accepted(await grey.clone().toColourspace('rgb16').png().toBuffer(), 'image/png')
    for (const { full } of [inks, deep]) {
      expect(await sharp(full).metadata()).toMatchObject({ channels: 3, space: 'srgb', depth: 'uchar' })
    }
  })

  test('rubbish behind its end is gone', async () => {
    const { full } = await accepted(withTail(await photo('jpeg'), 'some camera wrote this here'), 'image/jpeg')
    expect(full.includes('camera')).toBe(false)
  })
})

describe('an image that is refused', () => {
  test.each([
    ['196 million pixels', plainPng(14_000, 14_000), 'too_many_pixels'],
    ['24,000,001 pixels', plainPng(4_801, 5_000), 'too_many_pixels'],
    ['a million pixels in one row', plainPng(1_000_000, 1), 'side_too_long'],
    ['a million rows of one pixel', plainPng(1, 1_000_000), 'side_too_long'],
    ['script in a text chunk', png(pngChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))), 'polyglot'],
    ['an archive behind it', withTail(plainPng(9, 9), emptyZip), 'polyglot'],
    [
      'an archive with a comment behind it',
      withTail(plainPng(9, 9), Buffer.concat([emptyZip.subarray(0, 20), Buffer.from('\x03\0abc')])),
      'polyglot',
    ],
    ['a PDF in its first kilobyte', png(pngChunk('tEXt', Buffer.from('a\0%PDF-1.7'))), 'polyglot'],
    ['a page behind it', withTail(plainPng(9, 9), '<!DOCTYPE html><p>hello'), 'polyglot'],
    ['PHP behind it', withTail(plainPng(9, 9), '<?php system($_GET[0]);'), 'polyglot'],
    ['nothing but its mark', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'broken'],
    ['half of it', plainPng(300, 300).subarray(0, 60), 'broken'],
    ['a wrong checksum', Buffer.from(plainPng(30, 30)).fill(7, 45, 50), 'broken'],
  ] as const)('a PNG with %s', async (_, file, reason) => {
    expect(await refusal(file, 'image/png')).toBe(reason)
  })

  test('an SVG, a TIFF or a HEIF that says it is a PNG', async () => {
    expect(
      await refusal(Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'),
    ).not.toBeNull()
    const other = sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
    for (const file of [
      await other.clone().tiff().toBuffer(),
      await other.clone().heif({ compression: 'av1' }).toBuffer(),
    ]) {
      expect(await refusal(file, 'image/png')).toBe('not_accepted')
      await expect(sharp(file).metadata()).rejects.toThrow('unsupported image format')
    }
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    await expect(sharp(svg).metadata()).rejects.toThrow('unsupported image format')
    expect(await refusal(await photo('jpeg'), 'image/png')).toBe('not_accepted')
  })

  test('a GIF of 201 frames, of too many pixels in all, cut off, or with a script for a header', async () => {
    const gif = await animation(201)
    expect(countGifFrames(gif)).toBe(201)
    expect(await refusal(gif, 'image/gif')).toBe('too_many_frames')
    expect(await refusal(await animation(50, 1_000, 1_000), 'image/gif')).toBe('too_many_pixels')
    const small = await animation(3)
    expect(await refusal(small.subarray(0, -1), 'image/gif')).toBe('broken')
    expect(await refusal(small.subarray(0, small.length >> 1), 'image/gif')).toBe('broken')
    const script = Buffer.from(small)
    script.write('/*', 6)
    expect(await refusal(script, 'image/gif')).toBe('polyglot')
  })

  test('a WebP of 201 frames', async () => {
    const webp = await sharp(await animation(201), { animated: true })
      .webp({ effort: 0 })
      .toBuffer()
    expect(await refusal(webp, 'image/webp')).toBe('too_many_frames')
  })

  test('a JPEG or a WebP that is cut off, at any place', async () => {
    for (const format of ['jpeg', 'webp'] as const) {
      const file = await photo(format)
      for (const share of [0.1, 0.5, 0.9, 0.99]) {
        expect(
          await refusal(file.subarray(0, file.length * share), `image/${format}`),
          `${format} ${share}`,
        ).not.toBeNull()
      }
    }
  })
})

test('any damage is refused or decoded, never a crash', async () => {
  const files = [await photo('jpeg'), await photo('webp'), await animation(3), plainPng(40, 40)]
  const types = ['image/jpeg', 'image/webp', 'image/gif', 'image/png'] as const
  const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
    minLength: 1,
    maxLength: 20,
  })
  await fc.assert(
    fc.asyncProperty(fc.nat(3), damage, async (which, changes) => {
      const file = Buffer.from(files[which] ?? [])
      for (const [place, byte] of changes) file[Math.floor(place * (file.length - 1))] = byte
      const { head } = await processImage(file, types[which] ?? 'image/png')
      expect(MediaAnswerFromChild.safeParse(head).success).toBe(true)
    }),
    { numRuns: 150 },
  )
})

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { imageSize } from './image-size.ts'

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } })

describe('the size of a picture', () => {
  test.each([
    ['PNG', () => picture(321, 7).png()],
    ['JPEG', () => picture(321, 7).jpeg()],
    ['progressive JPEG', () => picture(321, 7).jpeg({ progressive: true })],
    ['lossy WebP', () => picture(321, 7).webp()],
    ['lossless WebP', () => picture(321, 7).webp({ lossless: true })],
    [
      'WebP with more than pixels',
      () =>
        picture(321, 7)
          .withExif({ IFD0: { Copyright: 'x' } })
          .webp(),
    ],
  ])('is read from a %s', async (_, make) => {
    expect(imageSize(await make().toBuffer())).toEqual({ width: 321, height: 7 })
  })

  test('is not made up for anything else', () => {
    expect(() => imageSize(Buffer.from('<svg/>'))).toThrow('not a picture')
    expect(() => imageSize(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toThrow('without a frame')
    expect(() => imageSize(Buffer.alloc(0))).toThrow('not a picture')
  })
})

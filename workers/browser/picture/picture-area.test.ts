import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { MAX_DEVICE_PX, MAX_PAGE_CSS_PX, MAX_PIXELS } from '#shared/doors/browser.ts'

import { pictureArea } from './picture-area.ts'

describe('the area of a picture', () => {
  test('is what was wanted when that is small enough', () => {
    const wanted = { x: 8, y: 8, width: 100, height: 100 }
    expect(pictureArea(wanted, 1)).toEqual({ area: wanted, truncated: false })
  })

  test('is whole pixels around what was wanted', () => {
    expect(pictureArea({ x: 0.4, y: 9.5, width: 10.2, height: 0.2 }, 1).area).toEqual({
      x: 0,
      y: 9,
      width: 11,
      height: 1,
    })
  })

  test('ends at 10,000 pixels of a page of 30,000', () => {
    const { area, truncated } = pictureArea({ x: 0, y: 0, width: 1_280, height: 30_000 }, 1)
    expect(area.height).toBe(10_000)
    expect(truncated).toBe(true)
  })

  test('ends at 16,384 device pixels', () => {
    expect(pictureArea({ x: 0, y: 0, width: 320, height: 30_000 }, 2).area.height).toBe(8_192)
  })

  test('never cuts a window: the largest at the largest scale fits', () => {
    expect(pictureArea({ x: 0, y: 0, width: 2_560, height: 4_096 }, 2).truncated).toBe(false)
  })

  test('stays inside every limit, whatever a page claims its size is', () => {
    const size = fc.double({ min: 0.01, max: 1e9, noNaN: true })
    const place = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(
        place,
        place,
        size,
        size,
        fc.double({ min: 1, max: 2, noNaN: true }),
        (x, y, width, height, scale) => {
          const { area } = pictureArea({ x, y, width, height }, scale)
          expect(area.x).toBeGreaterThanOrEqual(0)
          expect(area.y).toBeGreaterThanOrEqual(0)
          expect(area.height).toBeLessThanOrEqual(MAX_PAGE_CSS_PX)
          expect(Math.max(area.width, area.height) * scale).toBeLessThanOrEqual(MAX_DEVICE_PX)
          expect(area.width * area.height * scale ** 2).toBeLessThanOrEqual(Math.max(MAX_PIXELS, MAX_DEVICE_PX))
          expect(Math.min(area.width, area.height)).toBeGreaterThanOrEqual(1)
          expect(Number.isInteger(area.width) && Number.isInteger(area.height)).toBe(true)
        },
      ),
    )
  })
})

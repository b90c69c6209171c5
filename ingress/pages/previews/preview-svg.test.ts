import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { linesOf, previewSvg, widthIn } from './preview-svg.ts'

const words = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 3 })), { maxLength: 40 })

describe('the lines of a preview', () => {
  test('are as many and as wide as there is room for, whatever is written', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 30, max: 80 }), fc.integer({ min: 1, max: 3 }), (some, size, most) => {
        const lines = linesOf(some.join(' '), size, most)
        expect(lines.length).toBeLessThanOrEqual(most)
        for (const line of lines) expect(widthIn(line) * size).toBeLessThanOrEqual(1_020 + 1e-6)
      }),
    )
  })

  test('hold every word of what fits, and end in an ellipsis where they do not', () => {
    expect(linesOf('Repair broken JSON', 76, 2)).toEqual(['Repair broken JSON'])
    expect(linesOf('one two three four', 40, 2, 300).join(' ')).toBe('one two three four')
    expect(linesOf('one two three four', 40, 1, 300)).toEqual(['one two three…'])
    expect(linesOf('W'.repeat(100), 40, 2, 300)).toHaveLength(2)
    expect(linesOf('', 40, 2)).toEqual([])
  })
})

test('no text of a preview becomes part of its drawing, ends it, or turns the direction of the price', () => {
  const text = '</text><script>alert(1)</script>&amp;"\' \u0000\u0007\ud800\u202e\u2066 end'
  const svg = previewSvg({ kind: text, title: text, about: text, price: text })
  const plain = previewSvg({ kind: 'a', title: 'a', about: 'a', price: 'a' })
  const tags = (drawing: string) => drawing.match(/<[a-z]+/g)?.filter((tag) => tag !== '<text')
  expect(tags(svg)).toEqual(tags(plain))
  // oxlint-disable-next-line no-control-regex
  expect(svg).not.toMatch(/[\u0000\u0007\u202a-\u202e\u2066-\u2069]/)
  expect(svg.isWellFormed()).toBe(true)
  expect(svg).toContain('&#60;/text&#62;')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parsePageRanges } from './page-ranges.ts'

describe('pdf-extract: page ranges', () => {
  test.each([
    ['1', [[1, 1]]],
    [
      '1-3,7',
      [
        [1, 3],
        [7, 7],
      ],
    ],
    [' 2 - 2 , 9-', [[2, 2], [9, 999_999]]], // oxfmt-ignore
  ] as const)('%s is read', (text, ranges) => {
    expect(parsePageRanges(text)).toEqual(ranges)
  })

  test.each(['', '0', '5-2', '-3', '1,,2', '1-2-3', 'all', '1.5', '٣', '1;2'])('%s is refused', (text) => {
    expect(parsePageRanges(text)).toBeNull()
  })

  test('any text is refused or gives ranges that run forwards from page 1', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d,\- ]{0,20}$/)), (text) => {
        for (const [first, last] of parsePageRanges(text) ?? []) expect(first >= 1 && last >= first).toBe(true)
      }),
    )
  })
})

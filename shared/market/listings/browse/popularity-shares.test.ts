import { expect, test } from 'vitest'

import { shareAbove } from './popularity-shares.ts'

test('a histogram of equal parts says which part is at or above a value', () => {
  const bounds = [0, 1, 2, 6, 10]
  expect([-5, 0, 1, 2, 4, 6, 9, 10].map((value) => shareAbove(bounds, value))).toEqual([
    1, 1, 0.75, 0.5, 0.375, 0.25, 0.0625, 0,
  ])
  expect(shareAbove(bounds, 11)).toBe(0)
})

test('the share of less popular listings: without a histogram, or with one value only, nothing is above', () => {
  expect([shareAbove([], 3), shareAbove([3], 3), shareAbove([3, 3], 4)]).toEqual([0, 0, 0])
  expect(shareAbove([3, 3], 3)).toBe(1)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ratingRank } from './rating-rank.ts'

test('a rank is the lower bound of the Wilson interval', () => {
  expect(ratingRank(0, 0)).toBeNull()
  // Ten of ten: 1 / (1 + 1.96² / 10).
  expect(ratingRank(50, 10)).toBe(0.7225)
  expect(ratingRank(10, 10)).toBe(0)
  expect(ratingRank(5, 1)).toBe(0.2065)
})

test('more ratings of the same average never rank lower, and a better average with as many never does', () => {
  const Ratings = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(Ratings, fc.integer({ min: 2, max: 10 }), (ratings, times) => {
      const sum = ratings.reduce((total, rating) => total + rating, 0)
      const rank = ratingRank(sum, ratings.length) ?? Number.NaN
      expect(ratingRank(sum * times, ratings.length * times)).toBeGreaterThanOrEqual(rank)
      expect(ratingRank(Math.min(sum + 1, ratings.length * 5), ratings.length)).toBeGreaterThanOrEqual(rank)
      expect(rank).toBeGreaterThanOrEqual(0)
      expect(rank).toBeLessThanOrEqual(1)
    }),
  )
})

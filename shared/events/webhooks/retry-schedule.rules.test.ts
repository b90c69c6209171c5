import { expect, test } from 'vitest'

import { RETRY_AFTER_S, retryAfter } from './retry-schedule.rules.ts'

test('pauses grow from 5 seconds to a day, with jitter, and the tenth failure is the last', () => {
  const least = Array.from({ length: 10 }, (_, nth) => retryAfter(nth + 1, null, 0))
  expect(least).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null])
  expect(retryAfter(1, null, 1)).toBeCloseTo(5.5)
  expect(RETRY_AFTER_S.reduce((sum, pauseS) => sum + pauseS) / 3_600).toBeCloseTo(75.6, 1)
})

test('Retry-After lengthens a pause and never shortens it, and nobody can ask for more than a day and its jitter', () => {
  expect(retryAfter(1, 60, 0)).toBe(60)
  expect(retryAfter(2, 60, 0)).toBe(300)
  expect(retryAfter(1, 1e9, 0)).toBeCloseTo(95_040)
})

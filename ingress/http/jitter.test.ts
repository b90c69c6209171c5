import fc from 'fast-check'
import { expect, test } from 'vitest'

import { jitter } from './jitter.ts'

test('whole seconds, never too early, never more than half later (or two)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), fc.double({ min: 0, max: 0.999_999, noNaN: true }), (s, chance) => {
      const spread = jitter(s, chance)
      expect(Number.isInteger(spread)).toBe(true)
      expect(spread).toBeGreaterThanOrEqual(s)
      expect(spread).toBeLessThanOrEqual(s + Math.max(2, Math.ceil(s / 2)))
    }),
  )
})

test('callers refused together are told different times', () => {
  const told = Array.from({ length: 300 }, (_, nth) => jitter(2, nth / 300))
  expect([2, 3, 4].map((s) => told.filter((one) => one === s).length)).toEqual([100, 100, 100])
})

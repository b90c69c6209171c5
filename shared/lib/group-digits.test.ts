import fc from 'fast-check'
import { expect, test } from 'vitest'

import { groupDigits } from './group-digits.ts'

test('a whole number is written as toLocaleString writes it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (whole) => {
      expect(groupDigits(whole)).toBe(whole.toLocaleString('en'))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { hasMoreValues, isInlineSize, MAX_INLINE } from './json-size.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, member) => sum + 1 + valuesIn(member), 0)
}

test('no JSON has more values than are told of it, and what stands in texts is not counted', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 30 }), (value, most) => {
      const raw = bytes(JSON.stringify(value))
      expect(valuesIn(value) <= most || hasMoreValues(raw, most)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
  expect(hasMoreValues(bytes(JSON.stringify({ text: '[{,"\\'.repeat(1_000) })), 1)).toBe(false)
})

test.each([
  ['as many items as fit', `{"a":[${'1,'.repeat(MAX_INLINE.values - 3)}1]}`, true],
  ['one more', `{"a":[${'1,'.repeat(MAX_INLINE.values - 1)}1]}`, false],
  ['nesting that never ends', '['.repeat(MAX_INLINE.values + 1), false],
  ['as many bytes as fit', `"${'x'.repeat(MAX_INLINE.bytes - 2)}"`, true],
  ['one byte more', `"${'x'.repeat(MAX_INLINE.bytes - 1)}"`, false],
])('%s', (_, text, isInline) => {
  expect(isInlineSize(bytes(text))).toBe(isInline)
})

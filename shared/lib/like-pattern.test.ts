import { expect, test } from 'vitest'

import { containsPattern } from './like-pattern.ts'

test.each([
  ['plain', '%plain%'],
  ['100%', String.raw`%100\%%`],
  ['a_b', String.raw`%a\_b%`],
  [String.raw`\%`, String.raw`%\\\%%`],
  ['', '%%'],
])('a LIKE pattern of %j finds that text and no other', (text, pattern) => {
  expect(containsPattern(text)).toBe(pattern)
})

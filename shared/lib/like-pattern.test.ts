import { expect, test } from 'vitest'

import { containsPattern } from './like-pattern.ts'

test.each([
  ['plain', '%plain%'],
  ['100%', String.raw`%100\%%`],
  ['a_b', String.raw`%a\_b%`],
  [String.raw`\%`, String.raw`%\\\%%`],
  ['', '%%'],
])('%j is looked for as it is', (text, pattern) => {
  expect(containsPattern(text)).toBe(pattern)
})

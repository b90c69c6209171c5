import fc from 'fast-check'
import { expect, test } from 'vitest'

import { tokenName } from './token-name.ts'

test('a short title is the name, and a long one is cut between characters', () => {
  expect(tokenName('Release notes')).toBe('Release notes')
  expect(tokenName('A title of more than thirty-two bytes')).toBe('A title of more than thirty-t…')
  expect(tokenName('👩‍👩‍👧‍👦👩‍👩‍👧‍👦')).toBe('👩‍👩‍👧‍👦…')
})

test('a name has at most 32 bytes, is whole text, and is empty for no title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), (title) => {
      const name = tokenName(title)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(32)
      expect(name.length).toBeGreaterThan(0)
      expect(Buffer.from(name).toString()).toBe(name)
    }),
  )
})

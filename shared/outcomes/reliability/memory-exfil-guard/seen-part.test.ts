import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { seenPart } from './seen-part.ts'

test('memory-exfil-guard: is null for a text that is seen as it stands', () => {
  expect(seenPart('plain text\nof two lines')).toBeNull()
})

test('memory-exfil-guard: keeps what is seen, and knows where it stood', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b ', 'ß', '\u200b', '\ufeff', '\u{e0041}', '\u{1f600}')), (pieces) => {
      const text = pieces.join('')
      const seen = seenPart(text)
      for (const [index, char] of (seen?.text ?? '').split('').entries())
        expect(text[seen?.place(index) ?? -1]).toBe(char)
      expect(seen?.text ?? text).toBe(pieces.filter((piece) => !/[\u200b\ufeff\u{e0041}]/u.test(piece)).join(''))
    }),
  )
})

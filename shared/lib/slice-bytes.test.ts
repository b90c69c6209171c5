import fc from 'fast-check'
import { expect, test } from 'vitest'

import { sliceBytes } from './slice-bytes.ts'

test('a slice never splits a character and the next one goes on where it ended', () => {
  expect(sliceBytes('aäb', 0, 2)).toEqual({ text: 'a', nextOffset: 1 })
  expect(sliceBytes('aäb', 1, 2)).toEqual({ text: 'ä', nextOffset: 3 })
  expect(sliceBytes('aäb', 2, 9)).toEqual({ text: 'b', nextOffset: null })
  expect(sliceBytes('🙂x', 0, 1)).toEqual({ text: '🙂', nextOffset: 4 })
  expect(sliceBytes('abc', 9, 9)).toEqual({ text: '', nextOffset: null })
})

test('slices of a text by bytes are together the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (text, bytes) => {
      let whole = ''
      for (let offset: number | null = 0; offset !== null;) {
        const slice = sliceBytes(text, offset, bytes)
        whole += slice.text
        offset = slice.nextOffset
      }
      expect(whole).toBe(text.toWellFormed())
    }),
  )
})

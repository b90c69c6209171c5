import fc from 'fast-check'
import { expect, test } from 'vitest'

import { betweenMarks } from './between-marks.ts'

test.each([
  ['a<!--b-->c<!--d-->e', ['a', 'c', 'e'], ['b', 'd']],
  ['a<!--b', ['a'], ['b']],
  ['a-->b', ['a-->b'], []],
  ['<!--<!---->', ['', ''], ['<!--']],
  ['', [''], []],
])('the text %j is cut at its comments', (text, outside, inside) => {
  expect(betweenMarks(text, '<!--', '-->')).toEqual({ outside, inside })
})

test('marks are found in any case, also beside letters that change their length with it', () => {
  expect(betweenMarks('<SCRIPT>x</Script>', '<script', '</script').inside).toEqual(['>x'])
  expect(betweenMarks('\u0130<script>x</script', '<script', '</script').inside).toEqual(['>x'])
})

test('what is between marks and outside of them is together the whole text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<!--', '-->', 'x', '<', '\u0130') }), (text) => {
      const { outside, inside } = betweenMarks(text, '<!--', '-->')
      const marks = text.length - [...outside, ...inside].join('').length
      const open = inside.length - (outside.length > inside.length ? 0 : 1)
      expect(marks).toBe(inside.length * 4 + Math.max(0, open) * 3)
    }),
  )
})

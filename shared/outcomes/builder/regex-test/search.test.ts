import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { exactOn } from './exact-on.ts'
import { findAll, nothingFound } from './find-all.ts'
import type { Finder } from './finder.ts'
import { readPattern } from './read-pattern.ts'
import { openSearch } from './search.ts'
import { toUnicodeSource } from './to-unicode-source.ts'
import { v8Finder } from './v8-finder.ts'

const spans = (find: Finder, text: string) => {
  const found = nothingFound()
  findAll(find, { text, limit: 100, names: [], replacement: undefined }, found)
  return found.matches
}

const atom = fc.constantFrom(
  'a',
  'b',
  'k',
  's',
  '1',
  '.',
  '\\d',
  '\\W',
  '\\s',
  '\\S',
  '[ab]',
  '[^a]',
  '[\\w-]',
  '[^]',
  '[]',
  '\\u{1F600}',
  '😀',
  'é',
  '\\n',
)
const assertion = fc.constantFrom('^', '$', '\\b', '\\B')
const quantifier = fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '{2}', '{0,2}', '{1,}?')
const quantified = fc.tuple(atom, quantifier).map((parts) => parts.join(''))
/** A pattern whose groups never match nothing, where RE2 and ECMAScript agree on every group. */
const { pattern } = fc.letrec<{ pattern: string; group: string }>((tie) => ({
  group: fc
    .tuple(fc.constantFrom('(', '(?:'), atom, tie('pattern'), fc.option(fc.tuple(atom, tie('pattern'))), quantifier)
    .map(
      ([open, first, rest, other, times]) =>
        `${open}${first}${rest}${other === null ? '' : `|${other.join('')}`})${times}`,
    ),
  pattern: fc
    .array(fc.oneof({ depthSize: 'small' }, quantified, assertion, tie('group')), { maxLength: 3 })
    .map((parts) => parts.join('')),
}))
const text = fc
  .array(fc.constantFrom('a', 'b', '1', ' ', '\n', '\r', 'é', '😀', 'k', 'S', '\u212a', '\u017f'), { maxLength: 8 })
  .map((chars) => chars.join(''))
const flags = fc.record({ ignoreCase: fc.boolean(), multiline: fc.boolean(), dotAll: fc.boolean() })

test('regex-test: RE2 finds the very spans that a backtracking ECMAScript engine finds', () => {
  fc.assert(
    fc.property(pattern, text, flags, (source, subject, meaning) => {
      const read = readPattern(source)
      const search = openSearch(read, source, meaning, subject)
      expect(search.engine === 're2').toBe(exactOn(subject, read, meaning))
      expect(spans(search.find, subject)).toEqual(spans(v8Finder(source, meaning, subject), subject))
    }),
    { numRuns: 500 },
  )
})

test('regex-test: a pattern spelled for Unicode mode finds the same as the pattern itself', () => {
  fc.assert(
    fc.property(pattern, text, flags, (source, subject, meaning) => {
      const spelled = toUnicodeSource(readPattern(source), source.length).text
      expect(spans(v8Finder(spelled, meaning, subject), subject)).toEqual(
        spans(v8Finder(source, meaning, subject), subject),
      )
    }),
    { numRuns: 200 },
  )
})

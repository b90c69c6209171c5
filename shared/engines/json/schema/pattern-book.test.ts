import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { ecmaToRe2 } from './ecma-to-re2.ts'
import { PatternBook } from './pattern-book.ts'

describe('patterns', () => {
  test.each([
    ['^\\s$', '\u00a0'],
    ['^\\d$', '٣'],
    ['^\\w$', 'é'],
    ['^.$', '\u2028'],
    ['^.$', '🚲'],
    ['a$', 'a\n'],
    ['^[^]$', '\n'],
    ['[]', 'x'],
    ['^\\cJ$', '\n'],
    ['^[\\s\\d]+$', '1\ufeff2'],
    ['^\\p{Lu}\\P{L}$', 'É1'],
    ['^(?<year>\\d{4})-\\u{31}$', '2026-1'],
    ['^[[a]$', '['],
  ])('%s means on %j what ECMA-262 says, in linear time', (source, text) => {
    const book = new PatternBook()
    expect(book.kindOf(source)).toMatchObject({ kind: 'linear' })
    expect(book.matches(source, text)).toBe(new RegExp(source, 'u').test(text))
  })

  test.each(['^(?=a)b', '(a)\\1', '(?<!a)b', '\\p{Script=Greek}', 'a{1001}', '\\ud83d', 'a{,1}', '\\-x'])(
    '%s is not translated',
    (source) => {
      expect(ecmaToRe2(source) === null || source === '\\-x').toBe(true)
      expect(['backtracking', 'linear']).toContain(new PatternBook().kindOf(source).kind)
    },
  )

  test('look-around still works, under a time limit', () => {
    const book = new PatternBook()
    const password = '^(?=.*[A-Z])(?=.*\\d).{8,}$'
    expect([book.matches(password, 'Abcdefg1'), book.matches(password, 'abcdefgh')]).toEqual([true, false])
    expect(() => book.matches('(?=b)(a+)+$|^(a+)+$', `${'a'.repeat(64)}!`)).toThrow(/backtracks too long/)
  })

  test('the classic runaway pattern is linear here', () => {
    expect(new PatternBook().matches('^(a+)+$', `${'a'.repeat(50_000)}!`)).toBe(false)
  })

  test('what does not compile says why', () => {
    expect(new PatternBook().kindOf('(')).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('Unterminated group'),
    })
  })

  test('every translated pattern agrees with V8', () => {
    const atoms =
      String.raw`a b . \d \W \s \S [a-c] [^a] [\s-x] [\w-] [^] \b \B ^ $ (a|b) (?:ab)? (?<n>b) \x62 \u{1F6B2} \t \/ é 🚲
      \p{L} [\b] [^\d\s] a{2} b{1,2}? | [.$^] \. # [[] [a\-z]`.split(/\s+/)
    const atom = fc.constantFrom(...atoms)
    const char = fc.constantFrom(
      'a',
      'b',
      'A',
      '1',
      ' ',
      '\n',
      '\u2028',
      '\u00a0',
      'é',
      '🚲',
      '-',
      '.',
      '\t',
      '[',
      '$',
      '\\',
      '_',
      '\ud800',
    )
    const words = (unit: fc.Arbitrary<string>, maxLength: number) =>
      fc.array(unit, { maxLength }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(words(atom, 5), words(char, 6), (source, text) => {
        fc.pre(isUnicodePattern(source))
        expect(new PatternBook().matches(source, text)).toBe(new RegExp(source, 'u').test(text))
      }),
      { numRuns: 2_000 },
    )
  })
})

function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

import { describe, expect, test } from 'vitest'

import { pathProblem } from './path-problem.ts'
import { isHttpsLink, plainText } from './seen-text.ts'

test('what nobody sees is taken out of a text, and the rest is NFC', () => {
  expect(plainText(' a\u200bb\u202e\u{e0041}\ufe0f e\u0301 ')).toBe('ab \u00e9')
  expect(plainText('two\nlines\tand a tab')).toBe('two\nlines\tand a tab')
  expect(plainText('\u2060\ufeff')).toBe('')
})

test.each([
  ['https://shop.example/x?y=1#z', true],
  ['http://shop.example', false],
  ['https://user:pass@shop.example', false],
  ['https://localhost/x', false],
  ['javascript:alert(1)', false],
  ['shop.example', false],
  [`https://shop.example/${'x'.repeat(2_048)}`, false],
])('whether %s is a link that may be shown: %s', (url, fit) => {
  expect(isHttpsLink(url)).toBe(fit)
})

describe('a path', () => {
  test.each(['a', 'a/b.md', 'notes/2026/plan ä.md', '.env', 'a..b/c', '…'])('may be %s', (path) => {
    expect(pathProblem(path)).toBe(null)
  })

  test.each([
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../b',
    'a\\b',
    'a\nb',
    'a\u200bb',
    ' a',
    'a /b',
    'e\u0301',
    'a/'.repeat(16) + 'b',
  ])('may not be %j', (path) => {
    expect(pathProblem(path)).toEqual(expect.any(String))
  })
})

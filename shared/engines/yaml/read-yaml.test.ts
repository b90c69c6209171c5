import { expect, test } from 'vitest'

import { readYaml } from './read-yaml.ts'

const LIMITS = { maxAliasCount: 20 }

test('reads maps, lists and scalars of the core schema', () => {
  expect(readYaml('a: 1\nb: [x, true, null]\nc:\n  d: 2026-11-20\n', LIMITS)).toEqual({
    a: 1,
    b: ['x', true, null],
    c: { d: '2026-11-20' },
  })
  expect(readYaml('', LIMITS)).toBeNull()
})

test.each([
  ['a key that stands twice', 'a: 1\na: 2\n', /stands twice/],
  ['a key that stands twice further in', 'a:\n  - {b: 1, c: 2, b: 3}\n', /stands twice/],
  ['a quoted key that stands twice', 'a: 1\n"a": 2\n', /stands twice/],
  ['a text that is no YAML', 'a: [1', /end with a \]/],
  ['aliases that unfold', `a: &a [1,1,1]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n`, /alias/],
])('YAML: refuses %s', (_, text, error) => {
  expect(() => readYaml(text, LIMITS)).toThrow(error)
})

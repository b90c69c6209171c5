import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { read, ROOT } from './source-files.ts'

/** The rows of the fault and abuse matrix, by family. */
const FAMILIES: Record<string, number> = {
  K: 16,
  R: 10,
  P: 11,
  N: 11,
  Q: 12,
  X: 27,
  S: 9,
  L: 7,
  B: 10,
  M: 13,
  H: 15,
  F: 9,
  C: 9,
  D: 9,
  A: 13,
  O: 8,
}

const rows = new Map(
  [...read('docs/faults.md').matchAll(/^\| ([A-Z]\d+) \|[^|]*\| ?(.*?) ?\|$/gm)].map(([, row = '', shown = '']) => [
    row,
    shown,
  ]),
)
const every = Object.entries(FAMILIES).flatMap(([family, count]) =>
  Array.from({ length: count }, (_, nth) => `${family}${nth + 1}`),
)

test.each(every)('%s is shown by a test, by chaos, waits for a named part, or does not apply for a reason', (row) => {
  const shown = rows.get(row) ?? ''
  expect(shown).toMatch(/`[\w/.-]+\.test\.ts`|\bchaos\b|`npm run bench`|waits for (?:the )?\w+|does not apply: \w+/)
  const files = [...shown.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) => file)
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('there is no row beside the matrix', () => {
  expect([...rows.keys()].filter((row) => !every.includes(row))).toEqual([])
})

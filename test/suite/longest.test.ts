import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { longestFiles } from './longest-first.ts'
import { longestOf } from './longest.ts'
import type { FileResult } from './results.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const ran = (file: string, ms: number): FileResult => ({ file, project: 'flow', failure: null, ms, tests: [] })
const quick = Array.from({ length: 300 }, (_, nth) => ran(`quick-${nth}.test.ts`, nth))

test('the files that took five seconds or more are kept, the longest first', () => {
  const results = [ran('b.test.ts', 5_000), ...quick, ran('a.test.ts', 90_000), ran('c.test.ts', 4_999)]
  expect(longestOf(results)).toEqual(['a.test.ts', 'b.test.ts'])
})

test('a run of a few files says nothing of the order', () => {
  expect(() => longestOf([ran('a.test.ts', 90_000)])).toThrow('Run npm test first')
})

test('every file that is begun first is there: npm run -s test:order after npm test writes the list anew', () => {
  const files = longestFiles()
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

import { expect, test } from 'vitest'

import { read, sourceFiles } from './source-files.ts'

const MOST_LINES = 300

test('no file of the product is over 300 lines; data tables and tests may be', () => {
  const long = sourceFiles(['ingress', 'workers', 'shared'])
    .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('.rules.ts') && !path.includes('/rules/'))
    .map((path) => ({ path, lines: read(path).split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
  expect(long).toEqual([])
})

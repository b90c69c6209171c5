import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { catalog } from '#shared/outcomes/catalog.ts'

import { catalogTable, ROOT } from './catalog-table.ts'

test('docs/catalog.md is what the declarations say: npm run -s docs:catalog writes it anew', () => {
  expect(readFileSync(join(ROOT, 'docs/catalog.md'), 'utf8')).toBe(catalogTable())
})

test('every outcome has a test that names it', () => {
  const lines = catalogTable().split('\n')
  const untested = [...catalog.keys()].filter((slug) =>
    lines.some((line) => line.startsWith(`| ${slug} |`) && line.endsWith('|  |')),
  )
  expect(untested).toEqual([])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { needsTheWorld } from '../bench/network/rows.ts'
import { ANSWER_SOURCES } from './answer-sources.rules.ts'
import { catalogTable, ROOT, upstreamsOf } from './catalog-table.ts'
import { OUTCOMES } from './document.ts'

test('docs/catalog.md is what the declarations say: npm run -s docs:catalog writes it anew', () => {
  expect(readFileSync(join(ROOT, 'docs/catalog.md'), 'utf8')).toBe(catalogTable())
})

test('every outcome that needs the world says its source and its fall-back, with every upstream that its code names', () => {
  const worldly = [...catalog.keys()].filter((slug) => needsTheWorld(OUTCOMES[slug]?.kind))
  expect(Object.keys(ANSWER_SOURCES).toSorted()).toEqual(worldly.toSorted())
  const unnamed = worldly.flatMap((slug) => {
    const { first = '', then = '' } = ANSWER_SOURCES[slug] ?? {}
    const words = new Set(`${first} ${then}`.split(/[^\w-]+/))
    return upstreamsOf(slug).flatMap((id) => (words.has(id) ? [] : [`${slug}: ${id}`]))
  })
  expect(unnamed).toEqual([])
})

test('every outcome has a test that names it', () => {
  const lines = catalogTable().split('\n')
  const untested = [...catalog.keys()].filter((slug) =>
    lines.some((line) => line.startsWith(`| ${slug} |`) && line.endsWith('|  |')),
  )
  expect(untested).toEqual([])
})

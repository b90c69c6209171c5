import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { read, ROOT } from './source-files.ts'

const documents = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

test.each(documents)('every path %s names exists', (document) => {
  const paths = [...read(document).matchAll(/`((?:ingress|workers|shared|test|docs)\/[\w./-]+)`/g)].map(
    ([, path]) => path ?? '',
  )
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

import { readFileSync } from 'node:fs'

import draft04 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' }
import { expect, test } from 'vitest'

import { META_DOCUMENTS } from './meta-documents.rules.ts'

const AJV = 'ajv/dist/refs'
const vocabulary = (draft: string, ...names: string[]) => [
  `${AJV}/json-schema-${draft}/schema.json`,
  ...names.map((name) => `${AJV}/json-schema-${draft}/meta/${name}.json`),
]
const FILES = [
  `${AJV}/json-schema-draft-06.json`,
  `${AJV}/json-schema-draft-07.json`,
  ...vocabulary('2019-09', 'applicator', 'content', 'core', 'format', 'meta-data', 'validation'),
  ...vocabulary(
    '2020-12',
    'applicator',
    'content',
    'core',
    'format-annotation',
    'meta-data',
    'unevaluated',
    'validation',
  ),
]

test('the meta-schemas are those that ajv carries', () => {
  const documents: unknown[] = FILES.map((file) => JSON.parse(readFileSync(`node_modules/${file}`, 'utf8')))
  expect(META_DOCUMENTS.map(([, , document]) => document)).toEqual([draft04, ...documents])
})

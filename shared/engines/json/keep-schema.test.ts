import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { keepSchema, keepSchemaQuickly } from './keep-schema.ts'

const schemas = [
  { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
  { type: 'array', items: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'number' }] }, uniqueItems: true },
  { $defs: { t: { type: 'array', items: { $ref: '#/$defs/t' } } }, $ref: '#/$defs/t' },
].map((schema) => JSON.stringify(schema))

test('what is checked without a thread is judged as a thread judges it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...schemas), fc.json({ maxDepth: 4 }), (schema, text) => {
      expect(keepSchemaQuickly({ schema, text })).toEqual(keepSchema({ schema, text }))
    }),
  )
})

/** Fifty alternatives in each of ten levels. */
const wide = Array.from({ length: 10 }).reduce<object>(
  (inner) => ({ anyOf: [...Array.from({ length: 9 }, () => ({ not: {} })), { items: inner }] }),
  { type: 'integer' },
)

test.each([
  ['a long text', '{}', JSON.stringify('x'.repeat(5_000))],
  ['a long schema', JSON.stringify({ description: 'x'.repeat(5_000) }), '{}'],
  ['a pattern', '{"pattern":"a"}', '"a"'],
  ['a pattern that is spelt with an escape', String.raw`{"\u0070attern":"a"}`, '"a"'],
  ['much work', JSON.stringify(wide), JSON.stringify(Array.from({ length: 200 }, () => [[1, 2, 3]]))],
])('%s is left to a thread, which judges it', (_, schema, text) => {
  expect(keepSchemaQuickly({ schema, text })).toBeNull()
  expect(keepSchema({ schema, text })).toEqual({ problem: null })
})

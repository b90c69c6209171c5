import { describe, expect, test } from 'vitest'

import { compileSchema } from '#shared/engines/json/validate.ts'
import type { Draft } from '#shared/engines/json/schema/draft.ts'
import { lintSchema } from './lint-schema.ts'

function warnings(schema: unknown, draft: Draft = '2020-12') {
  const { index, patterns, problems } = compileSchema(schema, draft)
  expect(problems).toEqual([])
  return lintSchema(index, patterns).map(({ code, schema_path: path }) => `${code} ${path}`)
}

describe('json-schema-validate: warnings about a schema', () => {
  test('a sound schema has none', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        a: { type: ['integer', 'null'], minimum: 1 },
        b: { enum: ['x', 1] },
        c: false,
        'x-note': { 'x-vendor': 1, type: 'string', pattern: '^a+$' },
      },
      required: ['a'],
      allOf: [{ properties: { a: {} } }],
      unevaluatedProperties: false,
    }
    expect(warnings(schema)).toEqual([])
  })

  test('names a misspelt keyword, one of another draft and one of OpenAPI', () => {
    const { index, patterns } = compileSchema({ proprties: {}, additionalItems: {}, nullable: true }, '2020-12')
    expect(lintSchema(index, patterns)).toEqual([
      {
        code: 'unknown_keyword',
        schema_path: '#/proprties',
        message: expect.stringContaining('is "properties" meant?'),
      },
      {
        code: 'unknown_keyword',
        schema_path: '#/additionalItems',
        message: expect.stringContaining('belongs to draft-04'),
      },
      { code: 'unknown_keyword', schema_path: '#/nullable', message: expect.stringContaining('"null"') },
    ])
  })

  test('names siblings that a $ref silences, up to draft-07 only', () => {
    const schema = {
      definitions: { a: {} },
      properties: { x: { $ref: '#/definitions/a', maxLength: 3, description: 'fine' } },
    }
    expect(warnings(schema, 'draft-07')).toEqual(['ignored_sibling_of_ref #/properties/x/maxLength'])
    expect(warnings(schema, '2020-12')).toEqual([])
  })

  test('names a property that a closed part never lets in', () => {
    const closed = { properties: { a: {} }, additionalProperties: false }
    expect(warnings({ allOf: [closed, { properties: { b: {} } }] })).toEqual(['unreachable_property #'])
    expect(warnings({ ...closed, required: ['a', 'z'] })).toEqual(['unreachable_property #/required'])
    expect(warnings({ $ref: '#/$defs/c', properties: { b: {} }, $defs: { c: closed } })).toEqual([
      'unreachable_property #/properties/b',
    ])
    expect(warnings({ propertyNames: { enum: ['a'] }, properties: { b: {} } })).toEqual([
      'unreachable_property #/properties/b',
    ])
    expect(warnings({ ...closed, patternProperties: { '^z': {} }, required: ['z'] })).toEqual([])
  })

  test('names types and ranges that nothing can satisfy', () => {
    expect(warnings({ type: 'string', allOf: [{ type: 'integer' }] })).toEqual(['impossible_type #'])
    expect(warnings({ type: 'integer', enum: ['1', '2'] })).toEqual(['impossible_type #/enum'])
    expect(warnings({ type: 'integer', allOf: [{ type: 'number' }] })).toEqual([])
    expect(warnings({ minLength: 3, maxLength: 2 })).toEqual(['impossible_range #/minLength'])
    expect(warnings({ required: ['a', 'b'], maxProperties: 1 })).toEqual(['impossible_range #/required'])
  })

  test('names idle keywords, unknown formats, backtracking patterns and foreign meta-schemas', () => {
    expect(warnings({ type: 'string', minimum: 3 })).toEqual(['idle_keyword #/minimum'])
    expect(warnings({ format: 'colour' })).toEqual(['unknown_format #/format'])
    expect(warnings({ pattern: '(?=a)' })).toEqual(['backtracking_pattern #/pattern'])
    expect(warnings({ $schema: 'https://example.test/mine' })).toEqual(['unknown_meta_schema #/$schema'])
    expect(warnings({ $schema: 'http://json-schema.org/draft-07/schema#' })).toEqual(['draft_mismatch #/$schema'])
  })

  test('stops at a hundred', () => {
    expect(
      warnings({ properties: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}`, { format: 'x' }])) }),
    ).toHaveLength(100)
  })
})

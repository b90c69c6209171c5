import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { jsonSchemaValidate } from './outcome.ts'

const run = (input: unknown) => jsonSchemaValidate.run(input, fakeContext())

describe('json-schema-validate', () => {
  test('locates a missing property', async () => {
    expect(await run({ schema: { type: 'object', required: ['a'] }, data: {} })).toMatchObject({
      valid: false,
      draft: '2020-12',
      schema_valid: true,
      error_count: 1,
      errors: [{ instance_path: '', schema_path: '#/required', keyword: 'required', params: { missingProperty: 'a' } }],
    })
  })

  test('takes boolean schemas', async () => {
    expect(await run({ schema: true, data: 5 })).toMatchObject({ valid: true, errors: [] })
    expect(await run({ schema: false, data: null })).toMatchObject({
      valid: false,
      schema_valid: true,
      errors: [{ keyword: 'false schema' }],
    })
  })

  test('names a reference it does not have and fetches nothing', async () => {
    expect(await run({ schema: { $ref: 'http://x.test/s.json' }, data: 1 })).toMatchObject({
      valid: false,
      schema_valid: false,
      schema_errors: [{ code: 'unresolved_ref', schema_path: '#/$ref', keyword: '$ref' }],
    })
  })

  test('a schema that breaks its meta-schema, has a broken pattern or never ends is a result', async () => {
    expect(await run({ schema: { properties: { a: { minLength: -1 } } }, data: {} })).toMatchObject({
      valid: false,
      schema_valid: false,
      schema_errors: [
        { code: 'meta_schema', schema_path: '#/properties/a/minLength', message: 'must be >= 0, but is -1' },
      ],
    })
    expect(await run({ schema: { pattern: '(' }, data: '' })).toMatchObject({
      schema_valid: false,
      schema_errors: [{ code: 'invalid_pattern' }],
    })
    expect(await run({ schema: { allOf: [{ $ref: '#' }] }, data: 1 })).toMatchObject({
      valid: false,
      schema_errors: [{ code: 'endless_schema' }],
    })
  })

  test('reads the draft from $schema, and an explicit draft wins', async () => {
    const schema = { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 1, exclusiveMinimum: true }
    expect(await run({ schema, data: 1 })).toMatchObject({
      draft: 'draft-04',
      valid: false,
      errors: [{ message: 'must be > 1, but is 1' }],
    })
    expect(await run({ schema, data: 1, draft: '2019-09' })).toMatchObject({ draft: '2019-09', schema_valid: false })
    expect(await run({ schema: {}, data: 1 })).toMatchObject({ draft: '2020-12' })
  })

  test('asserts format unless told not to', async () => {
    const schema = { format: 'email' }
    expect(await run({ schema, data: 'nobody' })).toMatchObject({
      valid: false,
      errors: [{ keyword: 'format', params: { format: 'email' } }],
    })
    expect(await run({ schema, data: 'nobody', assert_format: false })).toMatchObject({ valid: true })
  })

  test('puts the closest alternative first and sums up the others', async () => {
    const schema = {
      oneOf: [
        { properties: { kind: { const: 'circle' }, r: { type: 'number' } }, required: ['kind', 'r'] },
        {
          properties: { kind: { const: 'box' }, w: { type: 'number' }, h: { type: 'number' } },
          required: ['kind', 'w', 'h'],
        },
      ],
    }
    expect(await run({ schema, data: { kind: 'box', w: 1 } })).toMatchObject({
      error_count: 2,
      errors: [
        { schema_path: '#/oneOf/1/required', params: { missingProperty: 'h' } },
        {
          keyword: 'oneOf',
          params: {
            closest: 1,
            alternatives: [
              { position: 1, error_count: 1 },
              { position: 0, error_count: 2 },
            ],
          },
        },
      ],
    })
  })

  test('says in one error which types would do', async () => {
    const schema = { anyOf: [{ type: 'string' }, { anyOf: [{ type: 'integer' }, { type: 'null' }] }] }
    expect(await run({ schema, data: [] })).toMatchObject({
      error_count: 1,
      errors: [{ keyword: 'anyOf', message: 'must be string or integer or null, but is array' }],
    })
  })

  test('suggests the name that was meant', async () => {
    const schema = { properties: { user_name: {} }, additionalProperties: false, required: ['user_name'] }
    expect(await run({ schema, data: { userName: 1 } })).toMatchObject({
      errors: [
        { params: { did_you_mean: 'userName' } },
        { params: { additionalProperty: 'userName', did_you_mean: 'user_name' } },
      ],
    })
  })

  test('lists at most a hundred errors and counts all; or stops at the first', async () => {
    const input = { schema: { items: { type: 'string' } }, data: Array.from({ length: 250 }, (_, at) => at) }
    const all = await run(input)
    expect(all).toMatchObject({ error_count: 250 })
    expect(all).toHaveProperty('errors.length', 100)
    expect(await run({ ...input, all_errors: false })).toMatchObject({
      error_count: 1,
      errors: [{ instance_path: '/0' }],
    })
  })

  test('escapes pointers into data and schema', async () => {
    const schema = { properties: { 'a/b~': { items: { enum: [1] } } } }
    expect(await run({ schema, data: { 'a/b~': [2] } })).toMatchObject({
      errors: [{ instance_path: '/a~1b~0/0', schema_path: '#/properties/a~1b~0/items/enum', actual: 2 }],
    })
  })

  test('lists the defaults that would apply, of the branches that matched', async () => {
    const schema = {
      properties: { a: { default: 1 }, b: { properties: { c: { $ref: '#/$defs/c' } } } },
      anyOf: [{ properties: { d: { default: 'yes' } } }, { required: ['x'], properties: { e: { default: 'no' } } }],
      $defs: { c: { default: [2] } },
    }
    expect(await run({ schema, data: { b: {} } })).toMatchObject({ annotations: { '/a': 1, '/b/c': [2], '/d': 'yes' } })
  })

  test('warns of what the schema does not say', async () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { a: { $ref: '#/definitions/a', minimum: 3 } },
      definitions: { a: {} },
      requierd: ['a'],
    }
    expect(await run({ schema, data: {} })).toMatchObject({
      valid: true,
      warnings: [
        { code: 'unknown_keyword', message: expect.stringContaining('"required"') },
        { code: 'ignored_sibling_of_ref' },
      ],
    })
  })

  test('takes schema and data as JSON text, and refuses text that is none', async () => {
    expect(await run({ schema: '{"type":"array"}', data: '[1]', data_is_text: true })).toMatchObject({ valid: true })
    expect(await run({ schema: { type: 'string' }, data: '[1]' })).toMatchObject({ valid: true })
    await expect(run({ schema: '{"type":', data: 1 })).rejects.toThrow(Refusal)
    await expect(run({ schema: '[]', data: 1 })).rejects.toThrow(Refusal)
    await expect(run({ schema: {}, data: '{a:1}', data_is_text: true })).rejects.toThrow(Refusal)
    expect(() => jsonSchemaValidate.check?.({ schema: {}, data: {}, data_is_text: true })).toThrow(Refusal)
  })

  test('null is data, a missing data is not', async () => {
    expect(await run({ schema: { type: 'null' }, data: null })).toMatchObject({ valid: true })
    expect(jsonSchemaValidate.input.safeParse({ schema: {} }).success).toBe(false)
  })

  test('any schema and data get an answer or a refusal', async () => {
    const keyword = fc.constantFrom(
      'type',
      'items',
      'properties',
      '$ref',
      '$id',
      'anyOf',
      'not',
      'pattern',
      'enum',
      'required',
      'if',
      '$defs',
      '__proto__',
      '$dynamicRef',
      'unevaluatedItems',
    )
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>('object', 'string', '#', '#/$defs/a', '(', 'a', 1, -1, true, false, null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(
        value,
        value,
        fc.constantFrom('auto', 'draft-04', 'draft-07', '2019-09', '2020-12'),
        async (schema, data, draft) => {
          const answer = await run({ schema: JSON.stringify(schema), data, draft }).catch((error: unknown) => error)
          expect(answer instanceof Refusal || Object.hasOwn(Object(answer), 'valid'), String(answer)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})

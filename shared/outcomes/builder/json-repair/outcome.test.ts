import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { jsonRepair } from './outcome.ts'

const run = (input: unknown) => jsonRepair.run(input, fakeContext())
const refusal = async (input: unknown) => {
  const error: unknown = await run(input).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refusal)) throw new Error('it was not refused')
  return error.toWire()
}

describe('json-repair', () => {
  test('quotes keys and replaces single quotes without loss', async () => {
    expect(await run({ text: "{name: 'John'}" })).toMatchObject({
      value: { name: 'John' },
      json: '{"name":"John"}',
      was_valid: false,
      repairs: [
        { code: 'quoted_key', at: 1 },
        { code: 'single_quotes', at: 7 },
      ],
      confidence: 1,
      lossy: false,
      schema_valid: null,
    })
  })

  test('closes what a truncated stream left open, at a lower confidence', async () => {
    expect(await run({ text: '{"a":1,"b":[1,2' })).toMatchObject({
      value: { a: 1, b: [1, 2] },
      confidence: 0.7,
      lossy: false,
    })
  })

  test('reads Python literals', async () => {
    expect(await run({ text: "{'a': True, 'b': None}" })).toMatchObject({ value: { a: true, b: null }, confidence: 1 })
  })

  test('coerces without loss to the schema and says what it changed', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } } }
    expect(await run({ text: '{"n":"5"}', schema })).toMatchObject({
      value: { n: 5 },
      json: '{"n":5}',
      was_valid: true,
      schema_valid: true,
      schema_errors: [],
      coercions: [{ path: '/n', from: '5', to: 5 }],
    })
  })

  test('reports where the value still breaks the schema', async () => {
    const schema = { required: ['id'], properties: { n: { type: 'integer' } } }
    expect(await run({ text: "{n: 'many', extra: 1}", schema })).toMatchObject({
      value: { n: 'many', extra: 1 },
      schema_valid: false,
      schema_errors: [
        { path: '', keyword: 'required' },
        { path: '/n', keyword: 'type', message: 'must be integer, but is string' },
      ],
      coercions: [],
    })
  })

  test('follows the draft that the schema names', async () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      properties: { n: { minimum: 1, exclusiveMinimum: true } },
    }
    expect(await run({ text: '{n: 1}', schema })).toMatchObject({ schema_valid: false })
  })

  test.each(['hello', 'Sorry, there are no results for your query.'])(
    'refuses %j, which holds no JSON, with 422 not_json',
    async (text) => {
      expect(await refusal({ text })).toMatchObject({ code: 'unprocessable', extra: { reason: 'not_json' } })
    },
  )

  test('strict refuses what would lose data and takes what would not', async () => {
    expect(await refusal({ text: '{a: NaN}', mode: 'strict' })).toMatchObject({
      code: 'unprocessable',
      extra: { reason: 'lossy_repair', repairs: [{ code: 'nan_to_null', at: 4 }] },
    })
    expect(await run({ text: '{a: [1,2,', mode: 'strict' })).toMatchObject({ value: { a: [1, 2] } })
  })

  test('refuses a schema that cannot be used, before anything is charged', async () => {
    expect(await refusal({ text: '{}', schema: { type: 'strnig' } })).toMatchObject({ code: 'validation_error' })
    expect(await refusal({ text: '{}', schema: { $ref: 'http://x.test/s.json' } })).toMatchObject({
      code: 'validation_error',
    })
    expect(await refusal({ text: '{}', schema: { $ref: '#' } })).toMatchObject({ code: 'validation_error' })
  })

  test('keeps long numbers as strings in value and json', async () => {
    expect(await run({ text: '{"id": 12345678901234567890}' })).toMatchObject({
      value: { id: '12345678901234567890' },
      json: '{"id":"12345678901234567890"}',
      was_valid: true,
      repairs: [{ code: 'big_number', at: 7 }],
      lossy: false,
    })
  })

  test('lists at most 500 repairs and counts them all', async () => {
    const answer = await run({ text: `[${"'x',".repeat(2_000)}]` })
    expect(answer).toMatchObject({ repair_count: 2_001 })
    expect(answer).toHaveProperty('repairs.length', 500)
  })

  test('refuses text that nests without end', async () => {
    expect(await refusal({ text: '['.repeat(1_000_000) })).toMatchObject({ extra: { reason: 'too_deep' } })
    expect(await refusal({ text: `${'['.repeat(5_000)}${']'.repeat(5_000)}` })).toMatchObject({
      extra: { reason: 'too_deep' },
    })
  })

  test('json is always the JSON text of value, whatever was sent', async () => {
    const part = fc.constantFrom(
      ...'{}[]:,"\'\\\n /#-.'.split(''),
      'a',
      '1',
      'null',
      'True',
      '```json\n',
      '\ud800',
      '"k": ',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 40 }), async (parts) => {
        const answer: unknown = await run({ text: parts.join('') }).catch((error: unknown) => {
          if (error instanceof Refusal) return null
          throw error
        })
        if (answer === null) return
        // Safe: the outcome parses its answer with this very schema.
        const { value, json } = answer as { value: unknown; json: string }
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 500 },
    )
  })
})

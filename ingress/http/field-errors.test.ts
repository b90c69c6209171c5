import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { fieldErrors } from './field-errors.ts'

const Body = z.object({
  name: z.string().min(2).max(4),
  count: z.int().min(1).max(10).optional(),
  price: z.number().positive().optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  kind: z.enum(['a', 'b', 'c']).optional(),
  flag: z.boolean().optional(),
  nested: z.object({ when: z.iso.datetime() }).optional(),
  either: z.union([z.string(), z.object({ a: z.int(), b: z.int() })]).optional(),
})

const errorsOf = (body: unknown, where: 'body' | 'query' = 'body') => {
  const parsed = Body.safeParse(body)
  return parsed.success ? [] : fieldErrors(parsed.error, where, body)
}

test('keys that nobody declared are named, each in its place, and what stood in them is not sent back', () => {
  const Strict = z.strictObject({ a: z.int().optional(), in: z.strictObject({ b: z.int().optional() }).optional() })
  const body = { pasword: 'hunter2', in: { c: 1 }, d: 2 }
  const parsed = Strict.safeParse(body)
  const found = parsed.success ? [] : fieldErrors(parsed.error, 'body', body)
  const extra = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }
  expect(found.toSorted((a, b) => String(a.loc).localeCompare(String(b.loc)))).toEqual([
    { ...extra, loc: ['body', 'd'] },
    { ...extra, loc: ['body', 'in', 'c'] },
    { ...extra, loc: ['body', 'pasword'] },
  ])
})

describe('wrong fields in the words of pydantic v2', () => {
  test.each<[unknown, object]>([
    [{}, { type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: {} }],
    [{ name: 7 }, { type: 'string_type', loc: ['body', 'name'], msg: 'Input should be a valid string', input: 7 }],
    [
      { name: 'x' },
      { type: 'string_too_short', msg: 'String should have at least 2 characters', ctx: { min_length: 2 } },
    ],
    [{ name: 'xxxxx' }, { type: 'string_too_long', ctx: { max_length: 4 } }],
    [
      { name: 'xx', count: 1.5 },
      { type: 'int_type', loc: ['body', 'count'] },
    ],
    [
      { name: 'xx', count: 0 },
      { type: 'greater_than_equal', ctx: { ge: 1 } },
    ],
    [
      { name: 'xx', count: 11 },
      { type: 'less_than_equal', ctx: { le: 10 } },
    ],
    [
      { name: 'xx', price: 0 },
      { type: 'greater_than', ctx: { gt: 0 } },
    ],
    [
      { name: 'xx', tags: [] },
      { type: 'too_short', ctx: { min_length: 1 } },
    ],
    [
      { name: 'xx', tags: ['a', 1] },
      { type: 'string_type', loc: ['body', 'tags', 1] },
    ],
    [
      { name: 'xx', kind: 'd' },
      { type: 'literal_error', msg: "Input should be 'a', 'b' or 'c'" },
    ],
    [{ name: 'xx', flag: 'yes' }, { type: 'bool_type' }],
    [
      { name: 'xx', nested: {} },
      { type: 'missing', loc: ['body', 'nested', 'when'], input: {} },
    ],
    [
      { name: 'xx', nested: { when: 'soon' } },
      { type: 'value_error', loc: ['body', 'nested', 'when'] },
    ],
    [{ name: 'xx', either: 7 }, { loc: ['body', 'either'] }],
    // One wrong part says more than "should be a string", which is as near by the number of errors alone.
    [
      { name: 'xx', either: { a: 1, b: 1.5 } },
      { type: 'int_type', loc: ['body', 'either', 'b'] },
    ],
  ])('%j', (body, expected) => {
    expect(errorsOf(body)).toMatchObject([expected])
  })

  test('a number that a query string does not hold is a parsing error', () => {
    const Query = z.object({ limit: z.coerce.number().int() })
    const parsed = Query.safeParse({ limit: 'x' })
    expect(parsed.success ? [] : fieldErrors(parsed.error, 'query', { limit: 'x' })).toMatchObject([
      { loc: ['query', 'limit'] },
    ])
  })

  test.each<[z.ZodObject, object]>([
    [z.object({ accepted: z.literal(true) }), { type: 'missing', loc: ['body', 'accepted'], msg: 'Field required' }],
    [z.object({ kind: z.enum(['a', 'b']) }), { type: 'missing', loc: ['body', 'kind'], msg: 'Field required' }],
  ])('a word that was not sent is missing, not wrong', (schema, expected) => {
    const parsed = schema.safeParse({})
    expect(parsed.success ? [] : fieldErrors(parsed.error, 'body', {})).toMatchObject([expected])
  })

  test.each([
    ['body', { name: 'xx', count: 1e21 }, { type: 'less_than_equal', ctx: { le: 10 } }],
    ['body', { name: 'xx', count: -1e21 }, { type: 'greater_than_equal', ctx: { ge: 1 } }],
  ] as const)('a number beyond all numbers in a %s is wrong once, by its own limit', (where, body, expected) => {
    expect(errorsOf(body, where)).toMatchObject([expected])
    expect(errorsOf(body, where)).toHaveLength(1)
  })

  test('what was sent is cut before it is sent back', () => {
    expect(String(errorsOf({ name: 'y'.repeat(5_000) })[0]?.input)).toHaveLength(201)
  })

  test('any JSON is described without a crash, each error with type, loc and msg', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        for (const error of errorsOf(body)) {
          expect(error).toMatchObject({ type: expect.any(String), loc: expect.any(Array), msg: expect.any(String) })
        }
      }),
    )
  })
})

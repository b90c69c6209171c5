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
  return parsed.success ? [] : fieldErrors(parsed.error.issues, where, body).fields
}

test('keys that nobody declared are named, each in its place, and what stood in them is not sent back', () => {
  const Strict = z.strictObject({ a: z.int().optional(), in: z.strictObject({ b: z.int().optional() }).optional() })
  const body = { pasword: 'hunter2', in: { c: 1 }, d: 2 }
  const parsed = Strict.safeParse(body)
  const found = parsed.success ? [] : fieldErrors(parsed.error.issues, 'body', body).fields
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
    expect(parsed.success ? [] : fieldErrors(parsed.error.issues, 'query', { limit: 'x' }).fields).toMatchObject([
      { loc: ['query', 'limit'] },
    ])
  })

  test.each<[z.ZodObject, object]>([
    [z.object({ accepted: z.literal(true) }), { type: 'missing', loc: ['body', 'accepted'], msg: 'Field required' }],
    [z.object({ kind: z.enum(['a', 'b']) }), { type: 'missing', loc: ['body', 'kind'], msg: 'Field required' }],
  ])('a word that was not sent is missing, not wrong', (schema, expected) => {
    const parsed = schema.safeParse({})
    expect(parsed.success ? [] : fieldErrors(parsed.error.issues, 'body', {}).fields).toMatchObject([expected])
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

describe('many wrong fields', () => {
  const MANY = 20_000
  const issuesOf = (schema: z.ZodType, value: unknown) => {
    const parsed = schema.safeParse(value)
    return parsed.success ? [] : parsed.error.issues
  }
  const members = <Value>(count: number, value: Value) =>
    Object.fromEntries(Array.from({ length: count }, (_, nth) => [`a${nth}`, value]))

  test('the first fifty are named and all are counted, and of the body no more is read than is named', () => {
    const body = { weights: members(MANY, -1) }
    const issues = issuesOf(z.object({ weights: z.record(z.string(), z.number().min(0)) }), body)
    let reads = 0
    const counted = (value: object): object =>
      new Proxy(value, {
        get: (target, name) => {
          reads += 1
          const member: unknown = Reflect.get(target, name)
          return typeof member === 'object' && member !== null ? counted(member) : member
        },
      })
    const { fields, total } = fieldErrors(issues, 'body', counted(body))
    expect(fields).toHaveLength(50)
    expect(fields[0]).toMatchObject({ type: 'greater_than_equal', loc: ['body', 'weights', 'a0'], input: -1 })
    expect(total).toBe(MANY)
    // Two steps down to each value that is shown.
    expect(reads).toBe(100)
  })

  test('each issue is looked at a fixed number of times', () => {
    let reads = 0
    const issues = issuesOf(z.array(z.number().min(0)), Array(MANY).fill(-1)).map(
      (issue) =>
        new Proxy(issue, {
          get: (target, name) => {
            reads += 1
            // Ends here what would go on for minutes.
            if (reads > 20 * MANY) throw new Error('the issues are compared with each other')
            return Reflect.get(target, name) as unknown
          },
        }),
    )
    expect(fieldErrors(issues, 'body', Array(MANY).fill(-1)).total).toBe(MANY)
    expect(reads).toBeGreaterThan(MANY)
  })

  test.each<[string, z.ZodType, unknown, number]>([
    ['keys that nobody declared', z.strictObject({}), members(MANY, 1), MANY],
    ['items of the closest branch of a union', z.union([z.string(), z.array(z.string())]), Array(MANY).fill(1), MANY],
    [
      'items that are unions themselves',
      z.array(z.union([z.object({ a: z.int() }), z.object({ b: z.int() })])),
      Array.from({ length: 9_000 }, () => ({})),
      9_000,
    ],
    ['fifty-one', z.array(z.string()), Array(51).fill(1), 51],
  ])('%s are counted', (_, schema, value, total) => {
    const found = fieldErrors(issuesOf(schema, value), 'body', value)
    expect(found.fields).toHaveLength(50)
    expect(found.total).toBe(total)
  })

  test('fifty are all named', () => {
    const found = fieldErrors(issuesOf(z.array(z.string()), Array(50).fill(1)), 'body', Array(50).fill(1))
    expect(found).toMatchObject({ fields: { length: 50 }, total: 50 })
  })

  test('a long name is cut in the places of what is wrong below it', () => {
    const name = 'n'.repeat(100_000)
    const value = { [name]: [1, 2, 3] }
    const { fields } = fieldErrors(issuesOf(z.record(z.string(), z.array(z.string())), value), 'body', value)
    expect(fields.map(({ loc }) => loc)).toEqual([0, 1, 2].map((at) => ['body', `${'n'.repeat(100)}…`, at]))
  })
})

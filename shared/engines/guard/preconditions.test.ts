import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { conditionsOf } from './conditions.ts'
import { matchPreconditions } from './preconditions.ts'

const match = async (required: Record<string, unknown>, state: Record<string, unknown>) =>
  (await matchPreconditions(required, state)).map(({ path, status }) => `${path} ${status}`)

describe('preconditions', () => {
  test('walk objects and arrays, and name every place by its JSON pointer', async () => {
    const required = { order: { lines: [{ sku: 'a' }], 'a/b~c': 1 }, '': 0 }
    const state = { order: { lines: [{ sku: 'a', qty: 2 }, {}], 'a/b~c': 1, more: true }, '': 0 }
    expect(await match(required, state)).toEqual(['/order/lines/0/sku met', '/order/a~1b~0c met', '/ met'])
  })

  test('tell a missing path, a wrong value and a wrong type apart', async () => {
    const required = { a: 1, b: 1, c: 1, d: { e: 1 }, f: { g: 1 }, h: [0, 1], i: null }
    const state = { b: 2, c: '1', d: 'text', f: null, h: [0] }
    expect(await match(required, state)).toEqual([
      '/a missing',
      '/b mismatch',
      '/c type_mismatch',
      '/d/e type_mismatch',
      '/f/g missing',
      '/h/0 met',
      '/h/1 missing',
      '/i missing',
    ])
  })

  test.each<[Record<string, unknown>, unknown, string]>([
    [{ $eq: { a: 1 } }, { a: 1 }, 'met'],
    [{ $eq: { a: 1 } }, { a: 1, b: 2 }, 'mismatch'],
    [{ $eq: {} }, { a: 1 }, 'mismatch'],
    [{ $ne: 'cancelled' }, 'paid', 'met'],
    [{ $ne: 'paid' }, 'paid', 'mismatch'],
    [{ $gt: 2 }, 2, 'mismatch'],
    [{ $gte: 2 }, 2, 'met'],
    [{ $lt: 2 }, '1', 'type_mismatch'],
    [{ $lte: '10.50' }, '9.99', 'met'],
    [{ $gt: '12345678901234567890.1' }, '12345678901234567890.2', 'met'],
    [{ $gt: '2026-11-20T12:00:00+01:00' }, '2026-11-20T11:30:00Z', 'met'],
    [{ $lt: 'b' }, 'a', 'met'],
    [{ $gt: 1, $lt: 3 }, 2, 'met'],
    [{ $in: ['paid', { a: 1 }] }, { a: 1 }, 'met'],
    [{ $in: [] }, 1, 'mismatch'],
    [{ $nin: [1, 2] }, 3, 'met'],
    [{ $nin: [1, 2] }, 2, 'mismatch'],
    [{ $exists: true }, null, 'met'],
    [{ $exists: false }, 0, 'mismatch'],
    [{ $regex: '^ord_\\d+$' }, 'ord_17', 'met'],
    [{ $regex: '^ord_' }, 'x', 'mismatch'],
    [{ $regex: '1' }, 1, 'type_mismatch'],
    [{ $size: 2 }, [1, 2], 'met'],
    [{ $size: 2 }, 'ab', 'type_mismatch'],
    [{ $all: ['b', { a: 1 }] }, [{ a: 1, c: 2 }, 'b'], 'met'],
    [{ $all: ['z'] }, ['a'], 'mismatch'],
    [{ $all: ['a'] }, 'a', 'type_mismatch'],
  ])('judge %j on %j as %s', async (operator, value, status) => {
    const statuses = (await matchPreconditions({ field: operator }, { field: value })).map(
      (condition) => condition.status,
    )
    expect(new Set(statuses)).toEqual(new Set([status]))
  })

  test('fail closed on a missing path, but for one that must not exist', async () => {
    const required = { a: { $ne: 1 }, b: { $nin: [1] }, c: { $exists: true }, d: { $exists: false } }
    expect(await match(required, {})).toEqual(['/a missing', '/b missing', '/c missing', '/d met'])
  })

  test('take an empty object or array as any object or array', async () => {
    expect(await match({ a: {}, b: [], c: {} }, { a: { x: 1 }, b: [1], c: [] })).toEqual([
      '/a met',
      '/b met',
      '/c type_mismatch',
    ])
  })

  test('read own members only', async () => {
    expect(await match({ constructor: { $exists: true }, a: { toString: { $exists: true } } }, { a: {} })).toEqual([
      '/constructor missing',
      '/a/toString missing',
    ])
  })

  test('leave data whose keys merely begin with a dollar sign alone', async () => {
    expect(await match({ schema: { $ref: '#/a', title: 't' } }, { schema: { $ref: '#/a', title: 't' } })).toEqual([
      '/schema/$ref met',
      '/schema/title met',
    ])
  })

  test.each([
    [{ a: { $gte: 1, b: 2 } }, ['a', 'b']],
    [{ a: { $near: 1 } }, ['a', '$near']],
    [{ a: { $in: 1 } }, ['a', '$in']],
    [{ a: { $gt: null } }, ['a', '$gt']],
    [{ a: { $exists: 1 } }, ['a', '$exists']],
    [{ a: { $size: -1 } }, ['a', '$size']],
    [{ a: { $regex: 'a'.repeat(501) } }, ['a', '$regex']],
  ])('refuse %j before any charge', (required, path) => {
    expect(() => conditionsOf(required)).toThrow(
      expect.objectContaining({
        detail: { detail: [expect.objectContaining({ loc: ['body', 'required_state', ...path] })] },
      }),
    )
  })

  test.each([['(?<=a)b'], ['('], ['\\1']])('refuse the pattern %s, which RE2 does not have', async (pattern) => {
    await expect(matchPreconditions({ a: { $regex: pattern } }, { a: 'x' })).rejects.toThrow(Refusal)
  })

  test('refuse patterns that are too much work, and arrays too long to compare', async () => {
    await expect(matchPreconditions({ a: { $regex: '(?:a{30}){30}b' } }, { a: 'a'.repeat(200_000) })).rejects.toThrow(
      Refusal,
    )
    const long = Array.from({ length: 2_000 }, (_, at) => at)
    await expect(
      matchPreconditions({ a: { $all: long } }, { a: long.map((value) => -1 - value) }),
    ).resolves.toHaveLength(1)
    await expect(matchPreconditions({ a: { $all: long } }, { a: long.toReversed() })).rejects.toThrow(Refusal)
  })

  test('refuse what is deeper or longer than a plan', () => {
    let deep: unknown = 1
    for (let level = 0; level < 10_000; level++) deep = { a: deep }
    expect(() => conditionsOf({ deep })).toThrow(Refusal)
    expect(() => conditionsOf({ a: { $eq: deep } })).toThrow(Refusal)
    expect(() => conditionsOf(Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [at, 1])))).toThrow(Refusal)
  })

  test('show a long value by its beginning', async () => {
    const [condition] = await matchPreconditions({ a: 'x' }, { a: 'y'.repeat(5_000) })
    expect(String(condition?.actual)).toMatch(/^"y+\.\.\. \(5002 characters\)$/)
  })

  test('hold for any state against itself, and answer or refuse any plan', async () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
    await fc.assert(
      fc.asyncProperty(json, json, async (state, required) => {
        await expect(matchPreconditions({ whole: { $eq: state } }, { whole: state })).resolves.toMatchObject([
          { status: 'met' },
        ])
        const outcome = await matchPreconditions(required, state).catch((error: unknown) => error)
        expect(Array.isArray(outcome) || outcome instanceof Refusal).toBe(true)
      }),
    )
  })
})

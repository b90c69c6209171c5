import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { boundedRecord, jsonObject, maxEntriesOf } from './bounded-record.ts'

const wrongEntries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`a${nth}`, -1]))

describe('a bounded record', () => {
  test('with too many entries is one issue, and none of its entries is parsed', () => {
    let parsed = 0
    const value = z.unknown().refine(() => {
      parsed += 1
      return false
    })
    const schema = z.object({ weights: boundedRecord(z.string(), value, 100).optional().describe('weights') })
    const { error } = schema.safeParse({ weights: wrongEntries(90_000) })
    expect(error?.issues).toEqual([
      { code: 'custom', path: ['weights'], message: 'an object here should have at most 100 members' },
    ])
    expect(parsed).toBe(0)
  })

  test('is parsed entry by entry up to its bound', () => {
    const schema = boundedRecord(z.string().max(3), z.int().min(0), 2)
    expect(schema.safeParse({ a: 1, b: 2 }).data).toEqual({ a: 1, b: 2 })
    expect(schema.safeParse({ a: -1, b: -1 }).error?.issues.map(({ path }) => path)).toEqual([['a'], ['b']])
    expect(schema.safeParse({ long: 1 }).error?.issues).toHaveLength(1)
  })

  test('refuses what is no object as every record does', () => {
    const issues = [[], 'x', 1, null].map((sent) => jsonObject().safeParse(sent).error?.issues[0]?.code)
    expect(issues).toEqual(['invalid_type', 'invalid_type', 'invalid_type', 'invalid_type'])
  })

  test('keeps its bound under options, descriptions and unions', () => {
    const schema = z
      .union([z.string().max(3), boundedRecord(z.string(), z.int(), 2).meta({ title: 'counts' })])
      .nullish()
    expect(schema.safeParse({ a: 1, b: 2, c: 3 }).success).toBe(false)
    expect(schema.safeParse({ a: 1, b: 2 }).success).toBe(true)
  })

  test('says its bound in JSON Schema as maxProperties', () => {
    const schema = z.object({ weights: boundedRecord(z.string().max(9), z.int32(), 100).describe('by name') })
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
      required: ['weights'],
      properties: { weights: { type: 'object', maxProperties: 100, description: 'by name' } },
    })
  })

  test('tells its bound to who asks', () => {
    expect([maxEntriesOf(boundedRecord(z.string(), z.int(), 7)), maxEntriesOf(z.record(z.string(), z.int()))]).toEqual([
      7,
      undefined,
    ])
  })
})

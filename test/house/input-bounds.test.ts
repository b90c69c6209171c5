import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { boundedRecord } from '#shared/lib/bounded-record.ts'

import { allInputSchemas } from '../support/input-schemas.ts'
import { isUnbounded } from '../support/schema-limits.ts'
import { schemaNodes } from '../support/walk-schema.ts'

const unboundedIn = (schema: z.ZodType) =>
  [...schemaNodes(schema)].filter((node) => isUnbounded(node.schema)).map(({ path }) => path)

describe('what a caller sends is bounded', () => {
  const schemas = allInputSchemas()

  test('every text, list and record of every input schema has a bound', () => {
    const offenders = schemas.flatMap(({ name, schema }) => unboundedIn(schema).map((path) => `${name} ${path}`))
    expect(offenders).toEqual([])
  })

  test('the walk sees outcomes, bodies and queries', () => {
    const names = schemas.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(180)
    expect(names).toEqual(
      expect.arrayContaining(['notepad-read', 'POST /api/listings body', 'GET /api/listings query']),
    )
  })
})

describe('the check of bounds', () => {
  test.each<[string, z.ZodType, string[]]>([
    ['a text', z.object({ a: z.string() }), ['.a']],
    ['a text behind options', z.object({ a: z.string().nullish().default('x') }), ['.a']],
    ['a list', z.object({ a: z.array(z.int()) }), ['.a']],
    ['a list inside a list', z.object({ a: z.array(z.array(z.int())).max(3) }), ['.a[]']],
    [
      'a list whose limit comes too late',
      z.object({
        a: z
          .array(z.int())
          .refine(() => true)
          .max(3),
      }),
      ['.a'],
    ],
    ['a record', z.object({ a: z.record(z.string().max(9), z.int()) }), ['.a']],
    ['the names and values of a record', boundedRecord(z.string(), z.array(z.int()), 3), ['{key}', '{}']],
    ['one way of a union', z.union([z.string().max(3), z.array(z.int())]), ['|1']],
    ['unknown members', z.object({}).catchall(z.string()), ['.*']],
    ['the rest of a tuple', z.tuple([z.int()], z.int()), ['']],
    ['a set', z.set(z.int()), ['']],
    ['what a transform reads', z.string().transform(Number), ['']],
    ['what comes behind a transform', z.preprocess((sent) => sent, z.array(z.int())), ['']],
    ['a pattern that repeats for ever', z.string().regex(/^a+$/), ['']],
    ['a pattern without an end', z.string().regex(/^a{3}/), ['']],
  ])('finds %s', (_, schema, paths) => {
    expect(unboundedIn(schema)).toEqual(paths)
  })

  test('leaves what has a bound alone', () => {
    const bounded = z.looseObject({
      text: z.string().trim().max(10),
      id: z.string().regex(/^[a-z]{1,9}(?:-\d{4})?$/),
      day: z.iso.date(),
      list: z.array(z.string().length(3)).min(1).max(3).optional(),
      record: boundedRecord(z.string().max(5), z.unknown(), 3),
      pair: z.tuple([z.int(), z.int()]),
      size: z.coerce.number(),
    })
    expect(unboundedIn(bounded)).toEqual([])
  })
})

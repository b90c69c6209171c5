import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { allInputSchemas } from '../support/input-schemas.ts'
import { integerRange } from '../support/schema-limits.ts'
import { schemaNodes } from '../support/walk-schema.ts'
import { BEYOND_INT4, SMALLINT_COLUMNS } from '../support/integer-columns.ts'

const INT4 = { min: -(2 ** 31), max: 2 ** 31 - 1 }

const INT2 = { min: -(2 ** 15), max: 2 ** 15 - 1 }

/** The places of a schema that take integers beyond `limits`. */
const beyond = (schema: z.ZodType, limits: { min: number; max: number }) =>
  [...schemaNodes(schema)].flatMap((node) => {
    const range = integerRange(node.schema)
    return range !== null && (range.max > limits.max || range.min < limits.min) ? [node.path] : []
  })
const beyondInt4 = (schema: z.ZodType) => beyond(schema, INT4)

describe('integers fit the columns they reach', () => {
  test('every integer of an input schema fits int4, or is listed with its bigint column or as reaching none', () => {
    const found = allInputSchemas().flatMap(({ name, schema }) => beyondInt4(schema).map((path) => `${name} ${path}`))
    expect(found.toSorted()).toEqual(Object.keys(BEYOND_INT4).toSorted())
  })

  test('every integer that is kept in a smallint column fits it', () => {
    const wide = allInputSchemas().flatMap(({ name, schema }) => beyond(schema, INT2).map((path) => `${name} ${path}`))
    const kept = Object.values(SMALLINT_COLUMNS).filter((field) => field !== null)
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.filter((field) => wide.includes(field))).toEqual([])
  })
})

test.each<[string, z.ZodType, string[]]>([
  ['an integer without a limit', z.object({ version: z.int().min(1).optional() }), ['.version']],
  ['an integer of a query', z.object({ offset: z.coerce.number().int().min(0) }), ['.offset']],
  ['one integer more than int4', z.int().max(2 ** 31), ['']],
  ['a negative one', z.int().max(0), ['']],
  ['an integer in a list of a union', z.union([z.string(), z.array(z.int())]), ['|1[]']],
])('the check of integers finds %s', (_, schema, paths) => {
  expect(beyondInt4(schema)).toEqual(paths)
})

test('the check leaves integers of int4 and other numbers alone', () => {
  expect(
    beyondInt4(
      z.object({
        a: z.int32(),
        b: z
          .int()
          .min(0)
          .max(2 ** 31 - 1),
        c: z.number(),
      }),
    ),
  ).toEqual([])
})

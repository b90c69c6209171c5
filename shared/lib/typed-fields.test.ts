import { expect, test } from 'vitest'
import { z } from 'zod'

import { typedFields } from './typed-fields.ts'

const fields = (...pairs: [string, string][]) => new Map(pairs)

test('keeps text where the input takes text, and reads JSON where it does not', () => {
  const input = z.object({
    text: z.string(),
    limit: z.int(),
    deep: z.boolean(),
    list: z.array(z.string()),
    either: z.union([z.string(), z.number()]),
  })
  expect(
    typedFields(
      fields(['text', '{"a":1}'], ['limit', '5'], ['deep', 'true'], ['list', '["x"]'], ['either', '7']),
      input,
    ),
  ).toEqual({ text: '{"a":1}', limit: 5, deep: true, list: ['x'], either: '7' })
})

test('leaves what is no JSON as text, for the service to refuse', () => {
  expect(typedFields(fields(['limit', 'many']), z.object({ limit: z.int() }))).toEqual({ limit: 'many' })
})

test('reads JSON first where nothing is known of the input', () => {
  expect(typedFields(fields(['amount_cents', '500'], ['note', 'hi']), null)).toEqual({ amount_cents: 500, note: 'hi' })
  expect(typedFields(fields(['toString', '1'], ['__proto__', '2']), z.object({}))).toMatchObject({ toString: 1 })
})

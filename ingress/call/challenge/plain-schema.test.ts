import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { plainSchema } from './plain-schema.ts'

describe('plainSchema', () => {
  test('says what a caller sends: defaults are optional, unknown keys are allowed, nothing is referenced', () => {
    const address = z.object({ city: z.string().min(1).describe('where') }).meta({ id: 'PlainSchemaTestAddress' })
    const input = z.object({ home: address, work: address.optional(), copies: z.int().min(1).default(1) })
    expect(plainSchema(input, 'input')).toEqual({
      type: 'object',
      properties: {
        home: cityObject,
        work: cityObject,
        copies: { type: 'integer', minimum: 1, default: 1 },
      },
      required: ['home'],
    })
  })

  test('a schema that contains itself ends in "anything"', () => {
    const text = JSON.stringify(plainSchema(z.object({ value: z.json() }), 'input'))
    expect(text).not.toMatch(/\$(ref|defs|schema)/)
    type Tree = { name: string; below: Tree[] }
    const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), below: z.array(Tree) }))
    expect(JSON.stringify(plainSchema(Tree, 'input'))).not.toMatch(/\$(ref|defs)/)
  })

  test('a property may be called like a keyword', () => {
    const schema = plainSchema(z.object({ id: z.string(), $ref: z.string(), default: z.string() }), 'input')
    expect(Object.keys(schema['properties'] ?? {})).toEqual(['id', '$ref', 'default'])
  })

  test('what zod cannot express accepts anything instead of failing', () => {
    expect(plainSchema(z.object({ when: z.date(), odd: z.custom<number>() }), 'input')).toMatchObject({
      properties: { when: {}, odd: {} },
    })
  })
})

const cityObject = {
  type: 'object',
  properties: { city: { type: 'string', minLength: 1, description: 'where' } },
  required: ['city'],
}

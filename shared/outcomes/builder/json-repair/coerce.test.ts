import { describe, expect, test } from 'vitest'

import { coerceToSchema } from './coerce.ts'
import { compileSchema } from '#shared/engines/json/validate.ts'

function coerced(value: unknown, schema: unknown) {
  const result = coerceToSchema(value, compileSchema(schema, '2020-12'))
  return { value: result.value, holds: result.verdict.holds, paths: result.coercions.map(({ path }) => path) }
}

describe('json-repair: coercion to a schema', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['text to integer', '5', { type: 'integer' }, 5],
    ['text to number', ' -1.50e3 ', { type: 'number' }, -1500],
    ['text to boolean', 'True', { type: 'boolean' }, true],
    ['text to null', 'null', { type: 'null' }, null],
    ['text to object', '{"a": 1}', { type: 'object' }, { a: 1 }],
    ['number to text', 5, { type: 'string' }, '5'],
    ['one value to a list', 'x', { type: 'array' }, ['x']],
    ['the case of an enum', 'OPEN', { enum: ['open', 'shut'] }, 'open'],
    ['the type of an enum', '2', { enum: [1, 2] }, 2],
    ['a constant', 'Cat', { const: 'cat' }, 'cat'],
    ['to one of several types', 'true', { anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, true],
  ])('%s', (_name, value, schema, wanted) => {
    expect(coerced(value, schema)).toEqual({ value: wanted, holds: true, paths: [''] })
  })

  test.each<[string, unknown, unknown]>([
    ['digits a double would change', '9007199254740993', { type: 'integer' }],
    ['a fraction to integer', '1.5', { type: 'integer' }],
    ['text with a unit', '5 kg', { type: 'number' }],
    ['leading zeros', '007', { type: 'integer' }],
    ['an enum that two values fit', 'A', { enum: ['a', 'á', 'A ', 'a'] }],
    ['null to anything', null, { type: 'array' }],
    ['one to true', 1, { type: 'boolean' }],
  ])('leaves alone what would be lost or guessed: %s', (_name, value, schema) => {
    expect(coerced(value, schema)).toEqual({ value, holds: false, paths: [] })
  })

  test('works through what it has wrapped and parsed', () => {
    const schema = {
      properties: {
        tags: { type: 'array', items: { type: 'integer' } },
        opts: { type: 'object', properties: { n: { type: 'number' } } },
      },
    }
    expect(coerced({ tags: '7', opts: '{"n": "2"}' }, schema)).toMatchObject({
      value: { tags: [7], opts: { n: 2 } },
      holds: true,
    })
  })

  test('takes back what did not help, keeps the rest, and leaves unknown keys', () => {
    const schema = {
      properties: {
        a: { type: 'integer', minimum: 10 },
        b: { type: 'array', items: { enum: [1] } },
        c: { type: 'integer' },
      },
    }
    expect(coerced({ a: '5', b: 'x', c: '3', d: 'kept' }, schema)).toEqual({
      value: { a: 5, b: ['x'], c: 3, d: 'kept' },
      holds: false,
      paths: ['/a', '/b', '/c'],
    })
  })

  test('a property may be called __proto__', () => {
    const value: unknown = JSON.parse('{"__proto__": "1"}')
    const schema: unknown = JSON.parse('{"properties": {"__proto__": {"type": "integer"}}}')
    expect(JSON.stringify(coerced(value, schema).value)).toBe('{"__proto__":1}')
  })
})

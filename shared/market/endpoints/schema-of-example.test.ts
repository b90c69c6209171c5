import fc from 'fast-check'
import { expect, test } from 'vitest'

import { compileSchema, draftOf } from '#shared/engines/json/validate.ts'

import { schemaOfExample } from './schema-of-example.ts'

const keeps = (schema: Record<string, unknown>, value: unknown) => {
  const compiled = compileSchema(schema, draftOf(schema))
  expect(compiled.problems).toEqual([])
  return compiled.validate(value, { assertsFormat: true, wantsAll: false, keep: 1 }).holds
}
/** A value of another type at the first place that says anything. */
const OTHER = { string: 1, number: 'a', boolean: 'a' }

test('every example keeps the schema that it stands for, and a value of another type does not', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (example) => {
      const schema = schemaOfExample(example)
      expect(keeps(schema, example)).toBe(true)
      expect(keeps(schema, null)).toBe(example === null)
    }),
  )
})

test('a member that is missing or of another type breaks the schema', () => {
  const value = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean())
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value, { minKeys: 1 }), (example) => {
      const schema = schemaOfExample(example)
      for (const [name, member] of Object.entries(example)) {
        const { [name]: _left, ...without } = example
        expect(keeps(schema, without)).toBe(false)
        // Safe: only these types are made.
        const other = OTHER[typeof member as 'string' | 'number' | 'boolean']
        expect(keeps(schema, { ...without, [name]: other })).toBe(false)
      }
    }),
  )
})

test.each([
  [[1, 2], ['a'], false],
  [[1, 'a'], [true], true],
  [[], [1], true],
  [{ a: null }, { a: 'anything' }, true],
  [{ a: 1 }, { a: 1.5, b: 'more' }, true],
])('the schema of %j takes %j: %s', (example, answer, isTaken) => {
  expect(keeps(schemaOfExample(example), answer)).toBe(isTaken)
})

test('an example nested a thousand deep stands for a schema of its first levels', () => {
  let example: unknown = 1
  for (let level = 0; level < 1_000; level += 1) example = { example }
  expect(JSON.stringify(schemaOfExample(example)).length).toBeLessThan(3_000)
})

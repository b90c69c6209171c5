import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isIncluded } from './is-included.ts'
import { SchemaSide } from '#shared/engines/schema-diff/schema-side.ts'

type Schema = Record<string, unknown>

const included = (small: Schema, large: Schema): boolean => {
  const [inner, outer] = [new SchemaSide('old_schema', small), new SchemaSide('new_schema', large)]
  return isIncluded({ side: inner, view: inner.view(inner.root) }, { side: outer, view: outer.view(outer.root) })
}
const text = { type: 'string' }
const number = { type: 'number' }
const closed = (properties: Schema, more: Schema = {}) => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})

describe('json-schema-diff: is proven', () => {
  test.each<[string, Schema, Schema]>([
    ['what is apart from the refused', { type: 'integer' }, { not: text }],
    ['a span beside the refused one', { type: 'integer', minimum: 5 }, { not: { type: 'number', maximum: 4 } }],
    ['less than nothing is refused', { not: { type: ['string', 'null'] } }, { not: text }],
    ['an alternative for each kind', { type: ['string', 'number'] }, { anyOf: [text, number] }],
    ['any kind at all', {}, { anyOf: [{ not: text }, text] }],
    ['one branch, apart from the others', text, { oneOf: [{ type: 'string', maxLength: 90 }, text, number].slice(1) }],
    [
      'a branch told by a constant member',
      closed({ kind: { const: 'a' }, size: number }, { required: ['kind'] }),
      {
        oneOf: [
          { type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'] },
          { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] },
        ],
      },
    ],
    ['a condition that is never met', { type: 'integer' }, { if: text, then: { minLength: 3 } }],
    ['both sides of a condition', { type: 'string', minLength: 4 }, { if: text, then: { minLength: 3 }, else: false }],
    ['few whole numbers', { type: 'integer', minimum: 1, maximum: 4 }, { anyOf: [{ maximum: 2 }, { minimum: 3 }] }],
    ['whole numbers of a type', { type: 'number', multipleOf: 2 }, { type: 'integer' }],
    ['a bound between whole numbers', { type: 'integer', minimum: 0.5 }, { type: 'integer', minimum: 1 }],
    ['a tuple place by place', { prefixItems: [{ const: 'a' }], items: number }, { prefixItems: [text] }],
    ['a tuple that ends', { type: 'array', prefixItems: [number], items: false }, { items: number }],
    ['a closed object is small', closed({ a: text }), { maxProperties: 1 }],
    ['what is asked for counts', { type: 'object', required: ['a', 'b'] }, { type: 'object', minProperties: 2 }],
    [
      'members under a pattern',
      closed({ a_1: { type: 'integer' } }),
      { type: 'object', patternProperties: { '^a_': number } },
    ],
    [
      'a wider pattern of the same words',
      { type: 'object', patternProperties: { '^a_': { type: 'integer' } }, additionalProperties: false },
      { type: 'object', patternProperties: { '^a_': number }, additionalProperties: false },
    ],
    ['a conjunction part by part', { allOf: [{ anyOf: [text, number] }, { maxLength: 3 }] }, { maxLength: 4 }],
    ['a branch with what stands beside it', { maxLength: 3, anyOf: [text] }, { type: 'string', maxLength: 4 }],
    ['nothing at all', { type: 'string', minLength: 3, maxLength: 2 }, { type: 'null' }],
  ])('%s', (_, small, large) => {
    expect(included(small, large)).toBe(true)
  })
})

describe('json-schema-diff: is not proven', () => {
  test.each<[string, Schema, Schema]>([
    ['what may be refused', { type: ['integer', 'string'] }, { not: text }],
    ['more than is refused', { not: text }, { not: { type: ['string', 'null'] } }],
    [
      'members that only a part declares',
      { allOf: [{ type: 'object' }, closed({ b: number })] },
      { type: 'object', patternProperties: { b: text } },
    ],
    ['members of a refused schema', { not: closed({}) }, { not: {} }],
    ['a constant nobody gave', {}, { const: null }],
    ['two branches at once', { type: 'integer' }, { oneOf: [number, { type: 'integer' }] }],
    ['a condition half met', text, { if: text, then: { minLength: 3 } }],
    ['a longer tuple', { type: 'array', items: text }, { prefixItems: [text, number] }],
    [
      'members beside a closed part',
      closed({ a: text, b: text }),
      { ...closed({ a: text }), allOf: [{ properties: { b: text } }] },
    ],
    [
      'members that are evaluated no longer',
      { type: 'object', properties: { a: text, b: text }, unevaluatedProperties: false },
      { type: 'object', properties: { a: text }, unevaluatedProperties: false },
    ],
    ['a name under another pattern', closed({ b_1: text }), closed({}, { patternProperties: { '^a_': text } })],
  ])('%s', (_, small, large) => {
    expect(included(small, large)).toBe(false)
  })
})

/** Schemas of everything but objects, and instances on the edges of what they say. */
const plain = fc.letrec<{ any: Schema; leaf: Schema }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array') }),
    fc.record({ type: fc.subarray(['string', 'integer', 'number', 'null', 'boolean'], { minLength: 1 }) }),
    fc.record(
      {
        type: fc.constantFrom('integer', 'number'),
        minimum: fc.constantFrom(-1, 0, 0.5, 1, 2),
        maximum: fc.constantFrom(0, 1, 1.5, 2, 3),
        exclusiveMinimum: fc.constantFrom(0, 1),
        exclusiveMaximum: fc.constantFrom(1, 2),
        multipleOf: fc.constantFrom(0.5, 1, 2),
      },
      { requiredKeys: [] },
    ),
    fc.record({ minLength: fc.constantFrom(0, 1, 2), maxLength: fc.constantFrom(0, 1, 2) }, { requiredKeys: [] }),
    fc.record({ enum: fc.subarray([0, 1, 2, 'a', 'ab', null, true, [1], []], { minLength: 1 }) }),
    fc.record({ const: fc.constantFrom(0, 1, 'a', null) }),
  ),
  any: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'schema' },
    tie('leaf'),
    fc.record({ anyOf: fc.array(tie('any'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('any'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('any'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('any') }),
    fc.record({ if: tie('any'), then: tie('any'), else: tie('any') }, { requiredKeys: ['if'] }),
    fc.record(
      {
        type: fc.constant('array'),
        prefixItems: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
        items: fc.oneof(tie('any'), fc.constant(false)),
        minItems: fc.constantFrom(0, 1, 2),
        maxItems: fc.constantFrom(0, 1, 2),
      },
      { requiredKeys: ['type'] },
    ),
    fc.tuple(tie('leaf'), tie('any')).map(([leaf, any]) => ({ ...any, ...leaf })),
  ),
}))
const scalars = [-1, 0, 0.5, 1, 1.5, 2, 3, 4, '', 'a', 'ab', 'abc', null, true, false]
const instances = [...scalars, [], ...scalars.map((value) => [value]), [1, 1], [1, 'a'], ['a', null], [0, 1, 2], [[1]]]
const objects = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.record({ a: plain.any, b: plain.any }, { requiredKeys: [] }),
    patternProperties: fc.record({ '^a': plain.leaf, b: plain.leaf }, { requiredKeys: [] }),
    required: fc.subarray(['a', 'b']),
    additionalProperties: fc.oneof(fc.constant(false), plain.leaf),
    minProperties: fc.constantFrom(0, 1, 2),
    maxProperties: fc.constantFrom(0, 1, 2),
  },
  { requiredKeys: ['type', 'properties', 'additionalProperties'] },
)
const members = [0, 1, 'a', null, [1]]
const objectInstances = [
  {},
  ...members.flatMap((value) => [{ a: value }, { b: value }, { ab: value }, { c: value }]),
  ...members.flatMap((value) => members.map((other) => ({ a: value, b: other }))),
]

test.each<[string, fc.Arbitrary<Schema>, readonly unknown[]]>([
  ['values and lists', plain.any, instances],
  ['objects', objects, objectInstances],
  ['alternatives of objects', fc.record({ oneOf: fc.array(objects, { minLength: 1, maxLength: 2 }) }), objectInstances],
])('json-schema-diff: no instance among %s refutes a proof', (_, schemas, values) => {
  fc.assert(
    fc.property(schemas, schemas, (small, large) => {
      const [inner, outer] = [new SchemaSide('old_schema', small), new SchemaSide('new_schema', large)]
      const isProven = isIncluded(
        { side: inner, view: inner.view(inner.root) },
        { side: outer, view: outer.view(outer.root) },
      )
      const refuting = values.filter(
        (value) => inner.failures(inner.root, value)?.length === 0 && outer.failures(outer.root, value)?.length !== 0,
      )
      expect(isProven ? refuting : []).toEqual([])
    }),
    { numRuns: 300 },
  )
})

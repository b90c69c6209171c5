import { describe, expect, test } from 'vitest'

import { isSchema, type JsonSchema } from '#ingress/call/challenge/plain-schema.ts'

import { shareSchemas } from './share-schemas.ts'

const long = (letter: string) => ({ type: 'string', enum: [letter.repeat(60), letter.repeat(61)] })
const twice = () => ({ type: 'object', properties: { level: long('a'), other: { type: 'string' } } })

/** A schema with every reference replaced by what it refers to. */
function whole(schema: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => whole(item, components))
  if (!isSchema(schema)) return schema
  const { $ref: ref } = schema
  if (typeof ref === 'string') return whole(components[ref.replace('#/components/schemas/', '')], components)
  return Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, whole(member, components)]))
}

describe('shareSchemas', () => {
  test('moves what occurs twice, and says the same', async () => {
    const roots: JsonSchema[] = [
      { type: 'object', properties: { risk: twice() } },
      { type: 'array', items: { anyOf: [twice(), { type: 'null' }] } },
    ]
    const before = structuredClone(roots)
    const components: Record<string, unknown> = {}
    await shareSchemas(roots, components)
    expect(Object.keys(components)).toEqual(['Risk'])
    expect(roots[0]).toEqual({ type: 'object', properties: { risk: { $ref: '#/components/schemas/Risk' } } })
    expect(whole(roots, components)).toEqual(before)
  })

  test('shares within what is shared where something else needs it, too', async () => {
    const roots: JsonSchema[] = [{ properties: { one: twice() } }, { properties: { two: twice(), level: long('a') } }]
    const before = structuredClone(roots)
    const components: Record<string, unknown> = {}
    await shareSchemas(roots, components)
    expect(Object.keys(components)).toEqual(['One', 'Level'])
    expect(whole(roots, components)).toEqual(before)
  })

  test('leaves alone what occurs once, what is short, and data that looks like a schema', async () => {
    const example = { properties: { a: twice() } }
    const roots: JsonSchema[] = [
      { properties: { a: twice(), b: { enum: ['x'] } }, examples: [example, example], default: example },
      { properties: { c: { enum: ['x'] } } },
    ]
    const before = structuredClone(roots)
    await shareSchemas(roots, {})
    expect(roots).toEqual(before)
  })

  test('takes another name where one is taken', async () => {
    const roots: JsonSchema[] = [{ properties: { risk: long('a') } }, { properties: { risk: long('a') } }]
    const components: Record<string, unknown> = { Risk: { type: 'number' } }
    await shareSchemas(roots, components)
    expect(Object.keys(components)).toEqual(['Risk', 'Risk2'])
    expect(roots[1]).toEqual({ properties: { risk: { $ref: '#/components/schemas/Risk2' } } })
  })
})

import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { plainSchema } from '#ingress/call/challenge/plain-schema.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import type { Outcome } from '#shared/outcomes/define.ts'

import { seed, type SeedField as Field } from './read-seed.ts'

const registered = Object.entries(seed).flatMap(([slug, said]) => {
  const entry = catalog.get(slug)
  return entry === undefined ? [] : [{ slug, said, entry }]
})

test('every slug of the catalog is one the document or our proposal names', () => {
  expect([...catalog.keys()].filter((slug) => !(slug in seed))).toEqual([])
})

describe.each(registered)('$slug', ({ said, entry }) => {
  test('costs and belongs what the document says', () => {
    const { outcome, pack, inGuards } = entry
    expect({ impulse: outcome.impulse, day_pass: inGuards }).toEqual({ impulse: said.impulse, day_pass: said.day_pass })
    if (said.cents !== undefined) expect(outcome.cents).toBe(said.cents)
    if (said.pack !== undefined) expect(pack.name).toBe(said.pack)
  })
})

const fields = registered.flatMap(({ slug, said, entry }) =>
  Object.entries(said.fields ?? {}).map(([name, field]) => ({ slug, name, field, outcome: entry.outcome })),
)

test.each(fields)('$slug takes $name, by that name and of that type', ({ name, field, outcome }) => {
  const { properties = {}, required = [] } = JsonObject.parse(plainSchema(outcome.input, 'input'))
  expect(properties[name]).toBeDefined()
  if (field.type !== undefined) expect(typesIn(properties[name])).toContain(field.type)
  if (field.required === true) expect(required).toContain(name)
  if (field.required === false) expect(required).not.toContain(name)
})

const withWords = fields.flatMap((one) => (one.field.enum === undefined ? [] : [{ ...one, words: one.field.enum }]))

test.each(withWords)('$slug takes $name in its words', ({ name, words, outcome }) => {
  for (const word of words) expect(problem(outcome, name, word), word).toBeNull()
  expect(problem(outcome, name, 'no-such-word')).not.toBeNull()
})

const bounded = fields.filter(({ field }) => field.min !== undefined || field.max !== undefined)

test.each(bounded)('$slug takes $name within its limits', ({ name, field, outcome }) => {
  const { min, max } = field
  for (const bound of [min, max].filter((one) => one !== undefined))
    expect(problem(outcome, name, sized(outcome, name, field, bound)), `at ${bound}`).toBeNull()
  if (max !== undefined) expect(problem(outcome, name, sized(outcome, name, field, max + 1))).not.toBeNull()
  if (min !== undefined) expect(problem(outcome, name, sized(outcome, name, field, min - 1))).not.toBeNull()
})

test.each(fields.filter(({ field }) => field.default !== undefined))(
  '$slug takes $name with its default',
  ({ name, field, outcome }) => {
    const { properties = {} } = JsonObject.parse(plainSchema(outcome.input, 'input'))
    expect(allOf(properties[name], 'default')).toContain(field.default)
  },
)

const JsonObject = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})

/** Every value a keyword has in a property and its alternatives. */
function allOf(property: unknown, keyword: string): unknown[] {
  if (typeof property !== 'object' || property === null) return []
  const inner = Object.entries(property).flatMap(([key, value]: [string, unknown]) =>
    key === 'anyOf' || key === 'oneOf' || key === 'allOf' ? (Array.isArray(value) ? value : []) : [],
  )
  const own = keyword in property ? [Object.entries(property).find(([key]) => key === keyword)?.[1]] : []
  return [...own, ...inner.flatMap((part) => allOf(part, keyword))]
}

const typesIn = (property: unknown) => allOf(property, 'type').flat()

/** The example with one field as given; what the schema or the cross-field rules have against it, or null. */
function problem(outcome: Outcome, name: string, value: unknown): unknown {
  const parsed = outcome.input.safeParse({ ...outcome.example.input, [name]: value })
  if (!parsed.success) return parsed.error.issues.find(({ path }) => path[0] === name) ?? null
  return null
}

/** A value of the field's kind as large as told: a number, or a list of so many items of the example's. */
function sized(outcome: Outcome, name: string, field: Field, size: number): unknown {
  if (field.type !== undefined) return size
  const example = outcome.example.input[name]
  if (!Array.isArray(example)) return 'x'.repeat(Math.max(0, size))
  return Array.from({ length: Math.max(0, size) }, (_, at) => numbered(example[0], at))
}

/** Items that have to differ (addresses) differ in their last character. */
const numbered = (item: unknown, at: number): unknown =>
  typeof item === 'string' ? item.slice(0, -1) + at.toString(16).slice(-1) : item

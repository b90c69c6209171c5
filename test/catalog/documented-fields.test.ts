import { expect, test } from 'vitest'
import { z } from 'zod'

import { plainSchema } from '#ingress/call/challenge/plain-schema.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import type { Outcome } from '#shared/outcomes/define.ts'

import { type DocumentedField, OUTCOMES } from './document.ts'

type Row = { outcome: Outcome; name: string; field: DocumentedField }

const rows: Row[] = [...catalog.values()].flatMap(({ outcome }) =>
  Object.entries(OUTCOMES[outcome.slug]?.fields ?? {}).map(([name, field]) => ({ outcome, name, field })),
)

/** One line for each field in which the product differs from the document. */
const offenders = (differences: (row: Row) => string[]) =>
  rows.flatMap((row) => differences(row).map((difference) => `${row.outcome.slug} ${row.name}: ${difference}`))

test('the document names the fields of 54 outcomes', () => {
  expect(new Set(rows.map(({ outcome }) => outcome.slug)).size).toBe(54)
})

test('every documented field is there by its name, its type, its default, and demanded where it is', () => {
  expect(offenders(declaredOtherwise)).toEqual([])
})

test('every documented field takes its words and no other', () => {
  expect(offenders(wordsOtherwise)).toEqual([])
})

test('every documented field takes its limits and nothing beyond them', () => {
  expect(offenders(limitsOtherwise)).toEqual([])
})

const JsonObject = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})

function declaredOtherwise({ outcome, name, field }: Row): string[] {
  const { properties = {}, required = [] } = JsonObject.parse(plainSchema(outcome.input, 'input'))
  const property = properties[name]
  if (property === undefined) return ['is not there']
  const isOf = (keyword: string, value: unknown) => allOf(property, keyword).flat().includes(value)
  return [
    ...(field.type === undefined || isOf('type', field.type) ? [] : [`is no ${field.type}`]),
    ...(field.required === undefined || field.required === required.includes(name)
      ? []
      : [field.required ? 'is not demanded' : 'is demanded']),
    ...(field.default === undefined || isOf('default', field.default) ? [] : [`is not ${field.default} by default`]),
  ]
}

function wordsOtherwise({ outcome, name, field: { enum: words } }: Row): string[] {
  if (words === undefined) return []
  const refused = words.filter((word) => problem(outcome, name, word) !== null).map((word) => `refuses ${word}`)
  return problem(outcome, name, 'no-such-word') === null ? [...refused, 'takes any word'] : refused
}

function limitsOtherwise({ outcome, name, field }: Row): string[] {
  const { min, max } = field
  const isTaken = (size: number) => problem(outcome, name, sized({ outcome, name, field }, size)) === null
  return [
    ...[min, max].flatMap((bound) => (bound === undefined || isTaken(bound) ? [] : [`refuses ${bound}`])),
    ...(min !== undefined && isTaken(min - 1) ? [`takes ${min - 1}`] : []),
    ...(max !== undefined && isTaken(max + 1) ? [`takes ${max + 1}`] : []),
  ]
}

/** Every value a keyword has in a property and its alternatives. */
function allOf(property: unknown, keyword: string): unknown[] {
  if (typeof property !== 'object' || property === null) return []
  const inner = Object.entries(property).flatMap(([key, value]: [string, unknown]) =>
    key === 'anyOf' || key === 'oneOf' || key === 'allOf' ? (Array.isArray(value) ? value : []) : [],
  )
  const own = keyword in property ? [Object.entries(property).find(([key]) => key === keyword)?.[1]] : []
  return [...own, ...inner.flatMap((part) => allOf(part, keyword))]
}

/** The example with one field as given; what the schema has against that field, or null. */
function problem(outcome: Outcome, name: string, value: unknown): unknown {
  const parsed = outcome.input.safeParse({ ...outcome.example.input, [name]: value })
  return parsed.error?.issues.find(({ path }) => path[0] === name) ?? null
}

/** A value of the field's kind as large as told: a number, a text, or a list of so many items of the example's. */
function sized({ outcome, name, field }: Row, size: number): unknown {
  if (field.type !== undefined) return size
  const example = outcome.example.input[name]
  if (!Array.isArray(example)) return 'x'.repeat(Math.max(0, size))
  return Array.from({ length: Math.max(0, size) }, (_, at) => numbered(example[0], at))
}

/** Items that have to differ (addresses) differ in their last character. */
const numbered = (item: unknown, at: number): unknown =>
  typeof item === 'string' ? item.slice(0, -1) + at.toString(16).slice(-1) : item

import { expect, test } from 'vitest'
import { z } from 'zod'

import { catalog } from '#shared/catalog/catalog.ts'

import { intents } from './intents/phrases.ts'
import { LEXICON } from './goal/lexicon.rules.ts'
import { EXCLUSIVE, INSTEAD } from './plan/families.rules.ts'
import { CARRIERS } from './plan/bridge.ts'
import { toolsOf } from './tool.ts'

const tools = toolsOf(catalog)

test('every outcome declares what its inputs and results mean, so that a plan may use it', () => {
  expect([...catalog.keys()].filter((slug) => !tools.has(slug))).toEqual([])
})

test('types are declared of fields that exist, and of every field that is required', () => {
  const wrong = [...tools.values()].flatMap(({ slug, takes, either, required, fields }) => [
    ...Object.keys(takes)
      .filter((field) => !fields.has(field))
      .map((field) => `${slug} has no input ${field}`),
    ...[...required, ...either].filter((field) => !(field in takes)).map((field) => `${slug}.${field} has no type`),
  ])
  expect(wrong).toEqual([])
})

test('what an outcome gives is in its answer', () => {
  const wrong = [...catalog.values()].flatMap(({ outcome: { slug, output, types } }) => {
    const schema = z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' })
    return Object.keys({ ...types?.gives, ...types?.also })
      .filter((path) => !isIn(schema, path.split('.')))
      .map((path) => `${slug}: ${path}`)
  })
  expect(wrong).toEqual([])
})

test('the rules name outcomes and concepts that exist', () => {
  const concepts = new Set(
    LEXICON.trim()
      .split('\n')
      .map((line) => `@${line.slice(0, line.indexOf(':'))}`),
  )
  const keys = intents().flatMap(({ phrases }) =>
    phrases.flatMap(({ atoms }) => atoms.flatMap((atom) => ('keys' in atom ? atom.keys : []))),
  )
  expect(keys.filter((key) => key.startsWith('@') && !concepts.has(key))).toEqual([])
  const named = [
    ...intents().map(({ slug }) => slug),
    ...EXCLUSIVE.flat(),
    ...Object.keys(INSTEAD),
    ...Object.values(INSTEAD).flat(),
    ...CARRIERS.map(({ slug }) => slug),
  ]
  expect(named.filter((slug) => !tools.has(slug))).toEqual([])
  expect([...tools.keys()].filter((slug) => !intents().some((intent) => intent.slug === slug))).toEqual([])
})

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; additionalProperties?: unknown }

function isIn(schema: unknown, path: readonly string[]): boolean {
  const [first, ...rest] = path
  if (first === undefined) return true
  // Safe: a JSON Schema made by zod.
  const { properties, items, anyOf, additionalProperties } = (schema ?? {}) as Schema
  // A record and an object of unknown form may have any member.
  if (Object.keys(properties ?? {}).length === 0 && typeof additionalProperties === 'object') return true
  if (anyOf?.some((branch) => isIn(branch, path)) === true) return true
  if (/^-?\d+$/.test(first)) return items !== undefined && isIn(items, rest)
  return properties?.[first] !== undefined && isIn(properties[first], rest)
}

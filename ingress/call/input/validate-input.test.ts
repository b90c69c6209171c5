import { expect, test } from 'vitest'
import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { catalogOf, type CatalogEntry } from '#shared/catalog/catalog.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { definePack } from '#shared/outcomes/pack.ts'

import { validateInput } from './validate-input.ts'

const outcome = defineOutcome({
  slug: 'seals',
  title: 'Seals',
  description: 'Keeps a secret.',
  cents: 1,
  secrets: ['key'],
  input: z.object({ key: z.string().min(20), text: z.string() }),
  output: z.object({}),
  example: { input: { key: 'k'.repeat(20), text: 'x' }, output: {} },
  run: () => ({}),
})
const [seals] = catalogOf([definePack({ name: 'p', purpose: 'p', dayPass: false, outcomes: [outcome] })]).values()
if (seals === undefined) throw new Error('the catalog is empty')
const bundle: CatalogEntry = {
  ...seals,
  outcome: {
    ...outcome,
    slug: 'bundles/kit',
    secrets: ['inputs'],
    input: z.object({ inputs: z.object({ seals: outcome.input }) }),
  },
  members: [seals],
}

const inputsOf = (entry: CatalogEntry, value: Record<string, unknown>) => {
  try {
    validateInput(entry, { text: '', value, bytes: 0 })
  } catch (error) {
    if (error instanceof Refusal && Array.isArray(error.detail.detail))
      return error.detail.detail.map(({ loc, input }) => [loc.join('.'), input])
    throw error
  }
  throw new Error('it was not refused')
}

test('a wrong field is sent back with its place, a secret without what was sent', () => {
  expect(inputsOf(seals, { key: 'short', text: 5 })).toEqual([
    ['body.key', undefined],
    ['body.text', 5],
  ])
})

test('what is missing is shown by what is there, unless a secret is there', () => {
  expect(inputsOf(seals, { other: 1 })).toContainEqual(['body.text', { other: 1 }])
  expect(inputsOf(seals, { key: 'k'.repeat(20) })).toEqual([['body.text', undefined]])
})

test('in a bundle a wrong field of a member is sent back with its place, a secret never', () => {
  const key = 'k'.repeat(20)
  expect(inputsOf(bundle, { inputs: { seals: { key, text: 5 } } })).toEqual([['body.inputs.seals.text', 5]])
  expect(inputsOf(bundle, { inputs: { seals: { key } } })).toEqual([['body.inputs.seals.text', undefined]])
  expect(inputsOf(bundle, { inputs: { other: { key } } })).toEqual([
    ['body.inputs.seals', undefined],
    ['body.inputs.other', undefined],
  ])
  expect(inputsOf(bundle, { seals: { key } })).toEqual([
    ['body.inputs', undefined],
    ['body.seals', undefined],
  ])
})

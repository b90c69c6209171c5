import { expect, test } from 'vitest'

import { modelsOf } from '#shared/lib/models/model-roles.ts'
import { availabilityOf } from '#shared/outcomes/availability.ts'
import { attempt } from '#test/support/attempt.ts'

import { refuseWithoutModel } from './refuse-without-model.ts'

const NONE = modelsOf({ LLM_MODEL: 'a model without an endpoint is none' })
const TEXT = modelsOf({ LLM_BASE_URL: 'http://models.example/v1', LLM_MODEL: 'm' })

const never = { models: ['text'], withoutModel: 'never' } as const
const sometimes = {
  models: ['text'],
  withoutModel: (input: Record<string, unknown>) => input['reference'] !== undefined,
} as const

test.each([
  ['an outcome that asks no model', { models: [], withoutModel: 'never' } as const, NONE, 'ready', false],
  ['one whose model is there', never, TEXT, 'ready', false],
  ['one with a method of its own', { models: ['text'], withoutModel: 'always' } as const, NONE, 'ready', false],
  ['one without', never, NONE, 'model_not_configured', true],
  [
    'one that needs two models and has one',
    { models: ['text', 'image'], withoutModel: 'never' } as const,
    TEXT,
    'model_not_configured',
    true,
  ],
  ['one whose method fits some inputs', sometimes, NONE, 'limited', true],
])('%s is as available as its models are', (_, outcome, models, availability, refuses) => {
  expect(availabilityOf({ ...outcome, needsUpstreams: [] }, { models, hasUpstream: () => true })).toBe(availability)
  const refusal = attempt(() => refuseWithoutModel(outcome, {}, models))
  expect(refusal).toEqual(refuses ? expect.objectContaining({ code: 'model_not_configured' }) : undefined)
})

test('an input that a method of its own answers passes', () => {
  expect(() => refuseWithoutModel(sometimes, { reference: 'r' }, NONE)).not.toThrow()
})

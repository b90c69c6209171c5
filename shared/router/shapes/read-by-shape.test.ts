import { expect, test } from 'vitest'
import { assert, json, property, string } from 'fast-check'

import { catalog } from '#shared/catalog/catalog.ts'

import { planGoal } from '../plan/plan-goal.ts'
import { toolsOf } from '../tool.ts'
import { readInput } from '../values/read-input.ts'
import { fitValue } from './fit-value.ts'
import { readingOf, readingsOf } from './read-by-shape.ts'
import { shapeIndexOf } from './shape-index.ts'

const tools = toolsOf(catalog)
const index = shapeIndexOf(tools)
const plan = (goal: string, input: string) =>
  planGoal({ goal, input, maxSteps: 6, maxCents: 150, now: new Date('2026-11-28T12:00:00Z') }, tools)
const bestOf = (input: string) => [...readingsOf(readInput(input), tools)].sort((a, b) => b[1].fit - a[1].fit)[0]

test('each input takes the value that the example of its outcome has', () => {
  const refused = [...index.tools].flatMap(([slug, { tool, fields }]) =>
    fields
      .filter(({ name, isStructured }) => isStructured && tool.example()[name] !== undefined)
      .filter((field) => fitValue(tool.example()[field.name], field, index) === 0)
      .map(({ name }) => `${slug}.${name}`),
  )
  expect(refused).toEqual([])
})

test('the members of an example are read as the inputs that they are', () => {
  const read = [...tools.values()].map((tool) => ({
    example: tool.example(),
    values: readingOf(tool, readInput(JSON.stringify(tool.example())), tools).values,
  }))
  for (const { example, values } of read) expect(values).toMatchObject(example)
})

test('no input plans a write, whatever form it has', () => {
  for (const tool of [...tools.values()].filter(({ writes }) => writes))
    for (const goal of ['is this ok?', 'check this', 'what does it say?']) {
      const answer = plan(goal, JSON.stringify(tool.example()))
      const steps = 'plan' in answer ? answer.plan.steps : []
      expect(
        steps.filter(({ slug }) => tools.get(slug)?.writes === true),
        tool.slug,
      ).toEqual([])
    }
})

test('of an input its form counts and no word of it', () => {
  const offer = (error: string) =>
    JSON.stringify({ x402Version: 1, error, accepts: [{ scheme: 'exact', network: 'base', payTo: '0x1' }] })
  expect(plan('is this ok?', offer('save this note and validate the schema against the receipt'))).toEqual(
    plan('is this ok?', offer('payment required')),
  )
})

test('a document in YAML, a log with one object a line and lines with labels are read as JSON is', () => {
  expect(bestOf('openapi: 3.1.0\ninfo:\n  title: Tides\npaths: {}\n')).toMatchObject([
    'openapi-x402-operation-map',
    { values: { spec: '$input' } },
  ])
  expect(bestOf('{"tool":"a","args":{},"ok":true}\n{"tool":"a","args":{},"ok":true}')?.[0]).toBe(
    'tool-call-budget-guard',
  )
  expect(bestOf('amount: 12\nfrom: CHF\nto: NOK')).toMatchObject([
    'currency-convert',
    { values: { amount: 12, from_currency: 'CHF', to_currency: 'NOK' } },
  ])
})

test('any input is read: no text and no JSON value is refused', () => {
  const read = (text: string) => {
    for (const { fit } of readingsOf(readInput(text), tools).values()) {
      expect(fit).toBeGreaterThanOrEqual(0)
      expect(fit).toBeLessThanOrEqual(1)
    }
  }
  assert(property(json(), read), { numRuns: 60 })
  assert(
    property(string(), string(), (a, b) => read(`${a}: ${b}\n  ${b}: [${a}\n- ${a}`)),
    { numRuns: 60 },
  )
  read('a: &a [x]\nb: &b [*a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c]\n')
})

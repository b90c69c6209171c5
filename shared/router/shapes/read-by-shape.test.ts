import { expect, test } from 'vitest'
import { assert, json, property, string } from 'fast-check'

import { catalog } from '#shared/catalog/catalog.ts'

import { bind } from '../plan/bind.ts'
import { planGoal } from '../plan/plan-goal.ts'
import { toolsOf } from '../tool.ts'
import { readAll } from '../values/known.ts'
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

test('members that are several of one kind are read as a list', () => {
  const valuesOf = (slug: string, input: string) => {
    const tool = tools.get(slug)
    return tool === undefined ? {} : readingOf(tool, readInput(input), tools).values
  }
  const [one, other] = ['The first draft of the notice.', 'The second one, in plain words.']
  for (const members of [
    { a: one, b: other },
    { 1: one, 2: other },
    { draft_1: one, draft_2: other },
    { first: one, second: other },
  ])
    expect(valuesOf('llm-judge', JSON.stringify(members))).toEqual({ candidates: [one, other] })
  expect(valuesOf('llm-judge', JSON.stringify({ task: 'Which is plainer?', a: one, b: other }))).toEqual({
    task: 'Which is plainer?',
    candidates: [one, other],
  })
  expect(valuesOf('llm-judge', JSON.stringify({ b: one, c: other }))).toEqual({})
})

test('blocks under labels are read as members, and what they write out as the data that it is', () => {
  const before = { type: 'object', properties: { city: { type: 'string' } } }
  const after = { ...before, required: ['city'] }
  const schemas = readInput(`was:\n${JSON.stringify(before, null, 2)}\nis:\n${JSON.stringify(after)}`)
  const [diff, hmac] = [tools.get('json-schema-diff'), tools.get('hmac-verify')]
  expect(diff && readingOf(diff, schemas, tools).values).toEqual({ old_schema: before, new_schema: after })
  const delivery = readInput('body: {"total":49}\nshared secret: whk_1\nx-signature: ab12')
  // What was signed are the very characters.
  expect(hmac && readingOf(hmac, delivery, tools).values).toEqual({
    payload: '{"total":49}',
    secret: 'whk_1',
    signature: 'ab12',
  })
})

test('the input as a whole is never two needed inputs at once', () => {
  const twice = [...tools.values()].flatMap(({ slug, required }) => {
    if (required.length < 2) return []
    const tool = tools.get(slug)
    const inputs = [
      '{"type": "object", "properties": {"sku": {"type": "string"}}}',
      'A text of some length that says what was agreed on.\n\nIt goes on over two lines.',
    ].map((input) =>
      tool === undefined
        ? {}
        : bind(tool, readAll('check this', input, new Date('2026-11-28T12:00:00Z')), [], tools, new Map()).inputs,
    )
    return inputs.some((bound) => required.filter((field) => bound[field] === '$input').length > 1) ? [slug] : []
  })
  expect(twice).toEqual([])
})

import { describe, expect, test } from 'vitest'

import { fakeModel } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { classifyText } from './outcome.ts'

const TEXT = 'My invoice for October was charged twice and I want the money back.'
const LABELS = [
  { name: 'billing', description: 'Invoices, charges, refunds, money back' },
  { name: 'bug', description: 'Something crashes or shows an error', examples: ['The app crashes on start'] },
  { name: 'praise', description: 'The customer is happy and says thanks' },
]
const run = (input: Record<string, unknown>, model = fakeContext().model) =>
  classifyText.run({ text: TEXT, labels: LABELS, ...input }, fakeContext({ model }))

describe('classify-text', () => {
  test.each([
    ['one label', { text: 'a', labels: ['x'] }],
    ['an empty text', { text: '', labels: ['a', 'b'] }],
    ['51 labels', { text: 'a', labels: Array.from({ length: 51 }, (_, at) => `l${at}`) }],
  ])('%s is refused', (_, input) => {
    expect(classifyText.input.safeParse(input).success).toBe(false)
  })

  test('two labels of one name are refused', () => {
    const input = classifyText.input.parse({ text: 'a', labels: ['x', { name: 'x' }] })
    expect(() => classifyText.check?.(input)).toThrow('One field is wrong')
  })

  test('bare names need a model, described labels do not', async () => {
    const can = (labels: unknown) =>
      typeof classifyText.withoutModel === 'function' &&
      classifyText.withoutModel(classifyText.input.parse({ text: TEXT, labels }))
    expect(can(['a', 'b'])).toBe(false)
    expect(can([...LABELS, 'other'])).toBe(false)
    expect(can([{ name: 'a', description: '  ' }, LABELS[0]])).toBe(false)
    expect(can(LABELS)).toBe(true)
    await expect(run({ labels: ['a', 'b'] })).rejects.toMatchObject({ code: 'model_not_configured' })
  })

  test('without a model it compares words and says so', async () => {
    await expect(run({})).resolves.toMatchObject({
      engine: { kind: 'deterministic' },
      method: 'heuristic',
      confidence: 'low',
      label: 'billing',
      abstained: false,
      labels: [{ name: 'billing', evidence: TEXT }, {}, {}],
    })
  })

  test('what fits nothing abstains; without "none of these" the first stands', async () => {
    await expect(run({ text: 'Zebras graze.' })).resolves.toMatchObject({ label: null, abstained: true, margin: 0 })
    await expect(run({ text: 'Zebras graze.', allow_none: false })).resolves.toMatchObject({
      label: 'billing',
      abstained: true,
    })
  })

  test('a model is asked in two orders, and scores are averaged', async () => {
    const model = fakeModel((_, at) => ({
      labels: [
        { label: 'billing', score: at === 0 ? 0.9 : 0.7, quote: 'charged twice' },
        { label: 'bug', score: 0.1, quote: 'never said' },
      ],
    }))
    await expect(run({ labels: ['billing', 'bug', 'praise'] }, model)).resolves.toMatchObject({
      method: 'model',
      confidence: 'high',
      label: 'billing',
      labels: [
        { name: 'billing', score: 0.8, evidence: 'charged twice' },
        { name: 'bug', score: 0.1, evidence: null },
        { name: 'praise', score: 0, evidence: null },
      ],
      margin: 0.7,
      usage: { input_tokens: 200 },
    })
    const orders = model.asked.map(({ content }) =>
      ['billing', 'bug', 'praise'].toSorted((a, b) => content.indexOf(`"${a}"`) - content.indexOf(`"${b}"`)),
    )
    expect(orders[0]).not.toEqual(orders[1])
  })

  test('a label that is none of the given is repaired or dropped, never returned', async () => {
    const model = fakeModel([{ labels: [{ label: 'complaint', score: 0.99, quote: '' }] }])
    await expect(run({}, model)).resolves.toMatchObject({ label: null, abstained: true })
    expect(model.asked).toHaveLength(4)
    expect(JSON.stringify(await run({}, model))).not.toContain('complaint')
  })
})

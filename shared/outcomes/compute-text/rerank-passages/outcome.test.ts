import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { rerank } from './rerank.ts'

import { fakeModel } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { rerankPassages } from './outcome.ts'

const run = (input: Record<string, unknown>, model = fakeContext().model) =>
  rerankPassages.run(input, fakeContext({ model }))

describe('rerank-passages', () => {
  test('puts the passage with the word first', async () => {
    await expect(run({ query: 'cat', passages: ['dog', 'the cat sat'] })).resolves.toMatchObject({
      method: 'bm25',
      confidence: 'low',
      results: [{ index: 1 }, { index: 0, score: 0 }],
    })
  })

  test('equal passages have equal scores in the order they were sent', async () => {
    await expect(run({ query: 'x', passages: ['a', 'a'] })).resolves.toMatchObject({
      results: [
        { index: 0, score: 0 },
        { index: 1, score: 0 },
      ],
    })
  })

  test('nothing over the threshold is an empty answer', async () => {
    await expect(run({ query: 'zzz', passages: ['abc'], threshold: 0.5 })).resolves.toMatchObject({ results: [] })
  })

  test('top_n cuts, ids are kept, and two of one id are refused', async () => {
    const passages = [{ id: 'p', text: 'a cat' }, { id: 'q', text: 'a cat and another cat' }, 'a dog']
    await expect(run({ query: 'cat', passages, top_n: 1 })).resolves.toMatchObject({
      results: [{ id: expect.stringMatching(/p|q/) }],
    })
    const twice = rerankPassages.input.parse({
      query: 'q',
      passages: [
        { id: 'p', text: 'a' },
        { id: 'p', text: 'b' },
      ],
    })
    expect(() => rerankPassages.check?.(twice)).toThrow('One field is wrong')
  })

  test('embeddings are compared where there is a model for them', async () => {
    const vectors: Record<string, number[]> = { feline: [1, 0], 'the cat sat': [0.9, 0.1], dog: [0, 1] }
    const model = fakeModel([], {
      names: { embedding: 'text-embedding-3-small' },
      embed: (texts) =>
        Promise.resolve({
          vectors: texts.map((text) => vectors[text] ?? [0, 0]),
          model: 'text-embedding-3-small',
          usage: { inputTokens: 9, outputTokens: 0 },
          cached: 0,
        }),
    })
    await expect(run({ query: 'feline', passages: ['dog', 'the cat sat'] }, model)).resolves.toMatchObject({
      method: 'embedding',
      engine: { kind: 'model', name: 'text-embedding-3-small' },
      results: [
        { index: 1, score: 0.996942 },
        { index: 0, score: 0.5 },
      ],
      usage: { input_tokens: 9 },
    })
  })

  test('any query and passages have scores from 0 to 1, the same each time', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 50 }),
        fc.array(fc.string({ maxLength: 80 }), { minLength: 1, maxLength: 10 }),
        (query, passages) => {
          const scores = rerank({ query, passages })
          expect(scores).toEqual(rerank({ query, passages }))
          expect(scores.every((score) => score >= 0 && score < 1)).toBe(true)
          expect(scores).toHaveLength(passages.length)
        },
      ),
    )
  })
})

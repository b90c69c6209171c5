import { describe, expect, test } from 'vitest'

import type { ModelDoor } from '#shared/doors/model.ts'
import { fakeModel } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { embedText } from './embed-text.ts'

const sent: string[][] = []
const embed: ModelDoor['embed'] = (texts) => {
  sent.push([...texts])
  return Promise.resolve({
    vectors: texts.map((text) => [text.length, 3, 4]),
    model: 'nomic-embed-text',
    usage: { inputTokens: texts.length, outputTokens: 0 },
    cached: 0,
  })
}
const model = fakeModel([], { names: { embedding: 'nomic-embed-text' }, embed })
const run = (input: Record<string, unknown>, door: ModelDoor = model) =>
  embedText.run(input, fakeContext({ model: door }))

describe('embed-text', () => {
  test('no text is refused', () => {
    expect(embedText.input.safeParse({ texts: [] }).success).toBe(false)
    expect(embedText.input.safeParse({ texts: [''] }).success).toBe(false)
  })

  test('vectors have length 1, in the order of the texts, with their cosines', async () => {
    const answer = (await run({ texts: ['a', 'bcd'] })) as {
      embeddings: number[][]
      similarity: number[][]
      dimensions: number
    }
    for (const vector of answer.embeddings) expect(Math.hypot(...vector)).toBeCloseTo(1, 6)
    expect(answer).toMatchObject({ dimensions: 3, model: 'nomic-embed-text' })
    expect(answer.similarity[0]?.[0]).toBe(1)
    expect(answer.similarity[0]?.[1]).toBe(answer.similarity[1]?.[0])
  })

  test('not normalised where that is asked for, and no matrix for more than 16', async () => {
    await expect(run({ texts: ['a'], normalize: false })).resolves.toMatchObject({
      embeddings: [[expect.any(Number), 3, 4]],
    })
    await expect(run({ texts: Array.from({ length: 17 }, (_, at) => `t${at}`) })).resolves.toMatchObject({
      similarity: null,
    })
  })

  test('a family that wants a prefix for documents and queries gets it', async () => {
    sent.length = 0
    await run({ texts: ['a'] })
    await run({ texts: ['a'], kind: 'query' })
    expect(sent).toEqual([['search_document: a'], ['search_query: a']])
  })

  test('dimensions the model does not make are refused, uncharged', async () => {
    await expect(run({ texts: ['a'], dimensions: 64 })).rejects.toMatchObject({ code: 'unprocessable' })
  })

  test('texts over the limit are cut and listed', async () => {
    const small = { ...model, tokenBudget: () => ({ inputTokens: 20, outputTokens: 0 }) }
    await expect(run({ texts: ['short', 'many words '.repeat(50)] }, small)).resolves.toMatchObject({
      truncated: true,
      texts_cut: [{ index: 1, cut_at: expect.any(Number) }],
    })
  })

  test('without a model it is model_not_configured', async () => {
    await expect(run({ texts: ['a'] }, fakeContext().model)).rejects.toMatchObject({ code: 'model_not_configured' })
    expect(embedText.withoutModel).toBe('never')
  })
})

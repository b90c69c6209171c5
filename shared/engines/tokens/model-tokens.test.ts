import { describe, expect, test } from 'vitest'

import { modelTokens } from './model-tokens.ts'

describe('a model', () => {
  test.each([
    ['gpt-4o', 'o200k_base', 128_000],
    ['openai/gpt-4o-2024-08-06', 'o200k_base', 128_000],
    ['gpt-4o-2031-01-01', 'o200k_base', 128_000],
    ['ft:gpt-4o-mini-2024-07-18:acme::x1', 'o200k_base', 128_000],
    ['gpt-4', 'cl100k_base', 8_192],
    ['GPT-3.5-Turbo', 'cl100k_base', 16_385],
    ['text-embedding-3-small', 'cl100k_base', 8_191],
    ['text-davinci-003', 'p50k', 4_000],
    ['gpt2', 'r50k_base', 1_024],
  ])('with a public vocabulary, %s, is counted exactly in %s', async (model, encoding, window) => {
    expect(await modelTokens(model)).toMatchObject({ encoding, window, isExact: true, marginPct: 0, isKnown: true })
  })

  test.each([
    ['claude-sonnet-4', 'claude-estimate', 200_000],
    ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-estimate', 200_000],
    ['models/gemini-2.5-pro', 'heuristic', 1_048_576],
    ['meta-llama/Llama-3.1-8B-Instruct', 'heuristic', 131_072],
  ])('without one, %s, is estimated as %s', async (model, encoding, window) => {
    expect(await modelTokens(model)).toMatchObject({ encoding, window, isExact: false, marginPct: 15, isKnown: true })
  })

  test('nobody knows is counted high, by bytes where they say more', async () => {
    const model = await modelTokens('constructor')
    expect(model).toMatchObject({ encoding: 'heuristic', marginPct: 25, isKnown: false })
    expect(model.count('x'.repeat(3_500))).toBe(1_250)
  })

  test('estimated is raised by its margin', async () => {
    const [exact, claude] = await Promise.all([modelTokens('gpt-4o'), modelTokens('claude-opus-4-1')])
    const text = 'hello '.repeat(100)
    expect(claude.count(text)).toBe(Math.ceil((exact.count(text) * 115) / 100))
  })
})

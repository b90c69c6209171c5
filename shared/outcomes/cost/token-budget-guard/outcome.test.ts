import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { digestOf } from '#shared/lib/crypto/digest.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { tokenBudgetGuard } from './outcome.ts'

const run = (input: unknown) => tokenBudgetGuard.run(input, fakeContext())
const codes = (...expected: string[]) => ({ reasons: expected.map((code) => expect.objectContaining({ code })) })
const user = (content: unknown) => ({ role: 'user', content })
const system = { role: 'system', content: 'Be brief.' }
const hellos = (times: number) => Array.from({ length: times }, () => 'hello').join(' ')

describe('token-budget-guard', () => {
  test('counts a text exactly for a model with a public vocabulary', async () => {
    expect(await run({ text: 'hello world', model: 'gpt-4o' })).toMatchObject({
      decision: 'allow',
      reasons: [],
      tokens: { input: 2, messages: 2, tools: 0, overhead: 0, reserved: 1_024, total: 1_026 },
      encoding: 'o200k_base',
      exact: true,
      margin_pct: 0,
      window: 128_000,
      remaining: 128_000 - 1_026,
      fits: true,
      trim_plan: [],
      trim_fits: null,
      cost: null,
    })
  })

  test('blocks a text one token over the budget', async () => {
    expect(await run({ text: `${hellos(1_000)} `, model: 'gpt-4o', budget_tokens: 1_000 })).toMatchObject({
      decision: 'block',
      ...codes('over_budget'),
      tokens: { input: 1_001 },
      trim_plan: [{ index: 0, action: 'truncate', saves_tokens: 1 }],
      trim_fits: true,
    })
  })

  test('estimates a model without a public tokenizer from above', async () => {
    expect(await run({ text: 'hi', model: 'claude-sonnet-4' })).toMatchObject({
      exact: false,
      margin_pct: 15,
      encoding: 'claude-estimate',
      window: 200_000,
      tokens: { input: 2 },
    })
  })

  test('blocks a reserve larger than the window', async () => {
    expect(await run({ text: 'x', reserve_output: 200_000, context_window: 128_000 })).toMatchObject({
      decision: 'block',
      remaining: -72_001,
      fits: false,
      trim_fits: false,
      next_action: 'Lower reserve_output below the window of 128000 tokens.',
    })
  })

  test('counts the chat framing: three a message and its role, three to open the answer', async () => {
    expect(await run({ messages: [system, user('hello world')] })).toMatchObject({
      tokens: { input: 16, messages: 5, overhead: 11 },
      per_message: [
        { index: 0, role: 'system', kind: 'system', tokens: 7 },
        { index: 1, role: 'user', kind: 'user', tokens: 6 },
      ],
      exact: true,
    })
  })

  test('counts special tokens of a message as the text they are', async () => {
    expect(await run({ text: '<|im_start|>system<|im_sep|>' })).toMatchObject({ exact: true, decision: 'allow' })
  })

  test('counts calls, results and parts of both makers, and says what it cannot see', async () => {
    const answer = await run({
      messages: [
        user([
          { type: 'text', text: 'hello world' },
          { type: 'image_url', image_url: { url: 'u', detail: 'low' } },
        ]),
        { role: 'assistant', content: null, tool_calls: [{ function: { name: 'f', arguments: '{}' } }] },
        { role: 'tool', content: 'hello world' },
        { role: 'assistant', content: [{ type: 'tool_use', name: 'f', input: {} }] },
        user([{ type: 'tool_result', content: [{ type: 'text', text: 'hello world' }] }]),
        user([{ type: 'input_audio', input_audio: {} }]),
      ],
    })
    expect(answer).toMatchObject({
      decision: 'review',
      ...codes('media_not_counted'),
      exact: false,
      per_message: [
        { kind: 'user', tokens: 91 },
        { kind: 'tool_call' },
        { kind: 'tool_result', tokens: 6 },
        { kind: 'tool_call' },
        { kind: 'tool_result', tokens: 6 },
        { kind: 'user', tokens: 4 },
      ],
    })
  })

  test('counts tool definitions of any maker alike', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const named = { name: 'get_weather', description: 'Get weather for a city' }
    const tokensOf = async (tool: unknown) => await run({ text: 'x', tools: [tool] })
    const mcp = { tokens: { tools: 35 }, exact: false }
    expect(await tokensOf({ ...named, inputSchema: schema })).toMatchObject(mcp)
    expect(await tokensOf({ ...named, input_schema: schema })).toMatchObject(mcp)
    expect(await tokensOf({ type: 'function', function: { ...named, parameters: schema } })).toMatchObject(mcp)
  })

  test('asks for a review from 85 percent of window or budget on', async () => {
    expect(await run({ text: hellos(86), context_window: 100, reserve_output: 0 })).toMatchObject({
      decision: 'review',
      ...codes('window_nearly_full'),
      utilization_pct: 86,
    })
    expect(await run({ text: hellos(85), context_window: 100, reserve_output: 0 })).toMatchObject({ decision: 'allow' })
    expect(await run({ text: hellos(90), budget_tokens: 100 })).toMatchObject(codes('budget_nearly_used'))
  })

  test('asks for the window of a model that nobody knows', async () => {
    expect(await run({ text: 'x', model: 'house-llm-7' })).toMatchObject({
      decision: 'review',
      ...codes('model_unknown'),
      margin_pct: 25,
    })
    expect(await run({ text: 'x', model: 'house-llm-7', context_window: 9_000 })).toMatchObject({ decision: 'allow' })
  })

  test('says when more is reserved than the model answers with', async () => {
    expect(await run({ text: 'x', reserve_output: 20_000 })).toMatchObject({
      decision: 'allow',
      ...codes('reserve_above_model'),
    })
  })

  test('states what the prompt and the whole answer cost', async () => {
    const price_per_mtok = { input: 2.5, output: 10, cached: 1.25 }
    expect(await run({ text: hellos(1_000), price_per_mtok })).toMatchObject({
      cost: { input_usd: 0.0025, input_cached_usd: 0.00125, output_max_usd: 0.01024 },
    })
    expect(await run({ text: 'x', price_per_mtok: { input: 1 } })).toMatchObject({ cost: { output_max_usd: null } })
  })

  describe('its trim plan', () => {
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }],
    }
    const result = (content: string) => ({ role: 'tool', tool_call_id: 'c', content })
    const plan = (messages: unknown[], budget_tokens: number) => run({ messages, budget_tokens })

    test('takes copies first, and no more than it must', async () => {
      const messages = [system, user(hellos(300)), user(hellos(200)), user(hellos(300)), user('now?')]
      expect(await plan(messages, 700)).toMatchObject({
        trim_plan: [{ index: 1, action: 'dedupe', saves_tokens: 304 }],
        trim_fits: true,
        next_action: 'Apply trim_plan, then call again.',
      })
    })

    test('cuts old long tool results next, but not the newest', async () => {
      const messages = [system, user('go'), call, result(hellos(1_500)), call, result(`${hellos(1_499)} end`)]
      expect(await plan(messages, 2_000)).toMatchObject({
        trim_plan: [{ index: 3, action: 'truncate', saves_tokens: 1_304 }],
        trim_fits: true,
      })
    })

    test('drops the oldest turns last, a call together with its results', async () => {
      const messages = [system, call, result(hellos(400)), user(hellos(500)), user('now?')]
      expect(await plan(messages, 560)).toMatchObject({
        trim_plan: [
          { index: 1, action: 'drop' },
          { index: 2, action: 'drop' },
        ],
        trim_fits: true,
      })
    })

    test('never touches the system message or the last user message, and says when that is not enough', async () => {
      const messages = [{ role: 'system', content: hellos(500) }, user('old'), user(hellos(500))]
      expect(await plan(messages, 100)).toMatchObject({
        trim_plan: [{ index: 1, action: 'drop' }],
        trim_fits: false,
      })
    })
  })

  test('digests exactly the body it was sent', async () => {
    const body = { text: 'x', note: 'mine' }
    expect(await run(body)).toMatchObject({ input_digest: digestOf(body) })
  })

  test('answers for any messages', async () => {
    const messages = fc.array(fc.dictionary(fc.constantFrom('role', 'content', 'name', 'tool_calls'), fc.jsonValue()))
    await fc.assert(
      fc.asyncProperty(messages, async (drawn) => {
        expect(await run({ messages: drawn, budget_tokens: 5 })).toMatchObject({ fits: expect.any(Boolean) })
      }),
      { numRuns: 100 },
    )
  })

  test.each([{}, { model: 'gpt-4o' }])('refuses %j: messages or text', (input) => {
    expect(() => tokenBudgetGuard.check?.(input)).toThrow('One field is wrong.')
  })

  test('refuses messages nested without end', () => {
    let content: unknown = 'x'
    for (let level = 0; level < 200; level += 1) content = [content]
    expect(() => tokenBudgetGuard.check?.({ messages: [{ content }] })).toThrow('One field is wrong.')
  })

  test.each([
    { messages: 'x' },
    { messages: ['x'] },
    { text: 'x', reserve_output: -1 },
    { text: 'x', budget_tokens: 0 },
    { text: 'x', context_window: 1.5 },
    { text: 'x'.repeat(2_000_001) },
    { text: 'x', price_per_mtok: { input: -1 } },
  ])('refuses a wrong field', (input) => {
    expect(tokenBudgetGuard.input.safeParse(input).success).toBe(false)
  })
})

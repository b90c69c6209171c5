import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { mcpCatalogTokenTax } from './outcome.ts'

const run = (input: unknown) => mcpCatalogTokenTax.run(input, fakeContext())
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const named = { name: 'get_weather', description: 'Get weather for a city' }
const weather = { ...named, inputSchema: schema }
const withSchema = (inputSchema: unknown) => ({ ...named, inputSchema })
const hellos = (times: number) => Array.from({ length: times }, () => 'hello').join(' ')

describe('mcp-catalog-token-tax', () => {
  test('counts a tool as its minified JSON, with the tokenizer', async () => {
    expect(await run({ tools: [weather] })).toMatchObject({
      total_tokens: 35,
      optimized_tokens: 35,
      exact: true,
      encoding: 'o200k_base',
      window: 128_000,
      tools: [{ name: 'get_weather', tokens: 35, pct: 100, waste: [] }],
      grade: 'A',
      savings: [],
      duplicates: [],
      unused_tokens: null,
    })
  })

  test.each([
    ['a tools/list result', { tools: [weather] }],
    ['a JSON-RPC answer', { jsonrpc: '2.0', id: 1, result: { tools: [weather] } }],
    ['the form of OpenAI', [{ type: 'function', function: { ...named, parameters: schema } }]],
    ['the form of Anthropic', [{ ...named, input_schema: schema }]],
  ])('reads %s', async (_, tools) => {
    expect(await run({ tools })).toMatchObject({ total_tokens: 35, tools: [{ name: 'get_weather' }] })
  })

  test('says what each part of a tool costs', async () => {
    const tool = { ...weather, annotations: { readOnlyHint: true } }
    const answer = await run({ tools: [tool] })
    expect(answer).toMatchObject({
      tools: [{ breakdown: { name: expect.any(Number), annotations: expect.any(Number) } }],
    })
    // Safe: as the line before has it.
    const [{ breakdown }] = (answer as { tools: [{ breakdown: Record<string, number> }] }).tools
    expect(Object.values(breakdown).every((tokens) => tokens > 0)).toBe(true)
    expect(await run({ tools: [named] })).toMatchObject({ tools: [{ breakdown: { schema: 0, annotations: 0 } }] })
  })

  test('finds tools that are the same', async () => {
    expect(await run({ tools: [weather, weather] })).toMatchObject({
      duplicates: [{ tools: ['get_weather', 'get_weather'], similarity: 1, kind: 'same_name' }],
      total_tokens: 71,
    })
    const other = { ...weather, name: 'fetch_weather' }
    expect(await run({ tools: [weather, other] })).toMatchObject({ duplicates: [{ kind: 'same' }] })
    const near = { name: 'f', description: 'Get the weather for a city' }
    expect(await run({ tools: [weather, near] })).toMatchObject({ duplicates: [{ kind: 'near', similarity: 0.83 }] })
    const far = { name: 'f', description: 'Send a letter to a friend of mine' }
    expect(await run({ tools: [weather, far] })).toMatchObject({ duplicates: [] })
  })

  test('grades a hundred tools of two hundred tokens D', async () => {
    const frame = 8
    const tools = Array.from({ length: 100 }, () => ({ name: 'x', description: hellos(200 - frame) }))
    const answer = await run({ tools, context_window: 128_000 })
    expect(answer).toMatchObject({ grade: 'D', total_tokens: expect.any(Number) })
    // Safe: as the line before has it.
    expect((answer as { window_pct: number }).window_pct).toBeCloseTo(15.6, 0)
  })

  test.each([
    [1_750, 'B'],
    [700, 'C'],
    [350, 'D'],
    [175, 'F'],
  ])('grades by what share of a window of %i a tool takes: %s', async (context_window, grade) => {
    expect(await run({ tools: [weather], context_window })).toMatchObject({ grade })
  })

  test('takes out without loss what no model reads', async () => {
    const tool = withSchema({
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...schema,
      properties: { city: { type: 'string', title: 'City' } },
      additionalProperties: true,
    })
    expect(await run({ tools: [tool] })).toMatchObject({
      optimized_tokens: 35,
      savings: expect.arrayContaining([
        expect.objectContaining({ code: 'verbose_schema', path: '/tools/0/inputSchema/$schema', lossless: true }),
        expect.objectContaining({ code: 'verbose_schema', path: '/tools/0/inputSchema/additionalProperties' }),
        expect.objectContaining({ code: 'title_noise', path: '/tools/0/inputSchema/properties/city/title' }),
      ]),
    })
  })

  test('leaves what has a meaning: a false, a title of its own, and properties that are named like keywords', async () => {
    const tool = withSchema({
      type: 'object',
      properties: {
        title: { type: 'string', title: 'Heading' },
        $id: { type: 'string' },
        description: { type: 'string' },
      },
      additionalProperties: false,
      default: { $schema: 'kept' },
    })
    const answer = await run({ tools: [tool] })
    expect(answer).toMatchObject({ savings: [] })
  })

  test('takes out sentences that were said before, and empty lines', async () => {
    const said = 'Get the weather for a city. '
    const tool = {
      name: 'w',
      description: `${said}Needs a key.\n\n\n\n${said}`,
      inputSchema: { type: 'object', properties: { city: { type: 'string', description: `${said}A name.` } } },
    }
    const answer = await run({ tools: [tool] })
    expect(answer).toMatchObject({
      savings: expect.arrayContaining([
        expect.objectContaining({ code: 'duplicate_text', path: '/tools/0/description', lossless: true }),
        expect.objectContaining({ code: 'duplicate_text', path: '/tools/0/inputSchema/properties/city/description' }),
        expect.objectContaining({ code: 'white_space', path: '/tools/0/description' }),
      ]),
    })
  })

  test('keeps advice that loses something out of the optimized size', async () => {
    const tool = {
      name: 'w',
      description: `Reads. ${Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ')}`,
      inputSchema: {
        properties: { a: { enum: Array.from({ length: 50 }, (_, at) => `e${at}`), examples: ['e1', 'e2'] } },
      },
    }
    const answer = await run({ tools: [tool] })
    expect(answer).toMatchObject({
      savings: expect.arrayContaining([
        expect.objectContaining({ code: 'long_description', lossless: false }),
        expect.objectContaining({
          code: 'enum_bloat',
          path: '/tools/0/inputSchema/properties/a/enum',
          lossless: false,
        }),
        expect.objectContaining({ code: 'examples', lossless: false }),
      ]),
    })
    // Safe: fields of the declared output.
    const { total_tokens, optimized_tokens } = answer as { total_tokens: number; optimized_tokens: number }
    expect(optimized_tokens).toBe(total_tokens)
  })

  test('counts the tools that are never used', async () => {
    expect(await run({ tools: [weather, { name: 'idle' }], used_tools: ['get_weather', 'gone'] })).toMatchObject({
      unused_tokens: expect.any(Number),
      unknown_used_tools: ['gone'],
      savings: [{ code: 'unused_tool', path: '/tools/1', lossless: false }],
    })
  })

  test('prices a session, with a cache from its second turn on', async () => {
    expect(await run({ tools: [weather], turns: 11, price_per_mtok: 100 })).toMatchObject({
      session: { tokens: 385, cost_usd: 0.0385, cached_cost_usd: 0.007 },
    })
  })

  test('estimates from above for a model without a public tokenizer', async () => {
    expect(await run({ tools: [weather], model: 'claude-sonnet-4' })).toMatchObject({
      exact: false,
      margin_pct: 15,
      total_tokens: 41,
      window: 200_000,
    })
  })

  test('has nothing to say of no tools', async () => {
    expect(await run({ tools: [] })).toMatchObject({ total_tokens: 0, window_pct: 0, grade: 'A', tools: [] })
  })

  test('answers for any tools, and never optimizes them to more', async () => {
    const tool = fc.dictionary(
      fc.constantFrom('name', 'description', 'inputSchema', 'input_schema', 'function', 'annotations'),
      fc.oneof(fc.jsonValue(), fc.string({ unit: fc.constantFrom('Say it again. ', ' ', '\n', 'x') })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(tool, { maxLength: 6 }), async (tools) => {
        // Safe: fields of the declared output.
        const answer = (await run({ tools })) as { total_tokens: number; optimized_tokens: number }
        expect(answer.optimized_tokens).toBeLessThanOrEqual(answer.total_tokens)
      }),
      { numRuns: 100 },
    )
  })

  test('refuses schemas nested without end', () => {
    let deep: unknown = {}
    for (let level = 0; level < 200; level += 1) deep = { properties: { a: deep } }
    expect(() => mcpCatalogTokenTax.check?.({ tools: [withSchema(deep)] })).toThrow('One field is wrong.')
  })

  test.each([
    { tools: 'x' },
    { tools: ['x'] },
    { tools: { a: 1 } },
    {},
    { tools: [], turns: 0 },
    { tools: [], turns: 1_001 },
    { tools: Array.from({ length: 1_001 }, () => ({})) },
  ])('refuses a wrong field', (input) => {
    expect(mcpCatalogTokenTax.input.safeParse(input).success).toBe(false)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { parseConfig } from '#shared/config.ts'
import type { RefusalCode } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import type { ModelQuestion } from '#shared/doors/model.ts'
import { noTracer } from '#shared/tracing/tracer.ts'
import {
  type FakeModelServer,
  MODEL_KEY,
  modelScenarios,
  startFakeModelServer,
  wordsOf,
} from '#test/support/fakes/fake-model-server.ts'
import { type Scenario, scenarios } from '#test/support/files/upstream-fixtures.ts'

import { Agents } from '../upstreams/agents.ts'
import type { Kept } from '../upstreams/cache.ts'
import { silentMeter } from '../upstreams/meter.ts'
import { openPace } from '#test/support/fakes/fake-target.ts'
import { tokenBudget } from './token-budget.ts'
import { modelDoor } from './model-door.ts'

const Shape = z.object({ word: z.string(), count: z.int() })
const question = (
  more: Partial<ModelQuestion<z.output<typeof Shape>>> = {},
): ModelQuestion<z.output<typeof Shape>> => ({
  role: 'text',
  instructions: 'Count.',
  content: 'one two',
  schema: Shape,
  maxOutputTokens: 77,
  ...more,
})
const RIGHT = { word: 'one', count: 1 }
const signal = AbortSignal.timeout(60_000)

let server: FakeModelServer
beforeAll(async () => {
  server = await startFakeModelServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

function door(env: Record<string, string> = {}) {
  const config = parseConfig({
    DATABASE_URL: 'postgres://h/d',
    SERVER_SECRET: 's'.repeat(32),
    ...server.models({ LLM_TIMEOUT_MS: '30000', ...env }),
  })
  const lines: string[] = []
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const kept = new Map<string, Kept>()
  const pace = openPace()
  const endpoint = {
    baseUrl: config.LLM_BASE_URL ?? '',
    apiKey: config.LLM_API_KEY,
    timeoutMs: config.LLM_TIMEOUT_MS,
    agents: new Agents(),
    breakers: new Map(),
    pace,
    meter: silentMeter,
    tracer: noTracer,
    log,
  }
  const cache = {
    get: (key: string) => Promise.resolve(kept.get(key) ?? null),
    put: (key: string, _: string, reply: Kept['reply']) => {
      const one = { reply, fetchedAt: new Date(0), bornAt: 0 }
      kept.set(key, one)
      return Promise.resolve(one)
    },
  }
  return { door: modelDoor({ config, endpoint, cache }), lines, pace }
}

const refusal = (code: RefusalCode, extra?: Record<string, unknown>) =>
  expect.objectContaining({ code, ...(extra === undefined ? {} : { detail: expect.objectContaining({ extra }) }) })

describe('a question', () => {
  test('is asked with the schema, the key and the limit of tokens, and answered with what it took', async () => {
    server.chat(modelScenarios.says(RIGHT))
    const { door: models, lines } = door()
    await expect(models.ask(question(), { signal })).resolves.toEqual({
      value: RIGHT,
      model: 'fake-text-2026-11-20',
      usage: { inputTokens: 19, outputTokens: 10 },
      repaired: false,
    })
    const [asked] = server.questions()
    expect(asked).toMatchObject({
      model: 'fake-text',
      max_tokens: 77,
      response_format: {
        type: 'json_schema',
        json_schema: { schema: { required: ['word', 'count'], additionalProperties: false } },
      },
    })
    expect(server.seen('/v1/chat/completions')[0]?.headers['authorization']).toBe(`Bearer ${MODEL_KEY}`)
    expect(lines.join('')).toContain('"inputTokens":19')
    expect(lines.join('')).not.toContain(MODEL_KEY)
    expect(lines.join('')).not.toContain('one two')
  })

  test('shows pictures to a vision model as data', async () => {
    server.chat(modelScenarios.says(RIGHT))
    await door().door.ask(question({ role: 'vision', pictures: [{ type: 'image/jpeg', bytes: Buffer.from('pic') }] }), {
      signal,
    })
    const [asked] = server.questions()
    expect(asked?.model).toBe('fake-vision')
    expect(JSON.stringify(asked?.messages)).toContain(`data:image/jpeg;base64,${Buffer.from('pic').toString('base64')}`)
  })

  test.each([
    ['a fence of Markdown', '```json\n{"word": "one", "count": 1}\n```'],
    ['words around it', 'Sure! {"word": "one", "count": 1} Anything else?'],
    ['a comma too many', '{"word": "one", "count": 1,}'],
  ])('whose answer has %s is read all the same', async (_, content) => {
    server.chat(modelScenarios.says(content))
    await expect(door().door.ask(question(), { signal })).resolves.toMatchObject({ value: RIGHT, repaired: false })
  })

  test('whose answer has the wrong shape is asked once more, with what was wrong', async () => {
    server.chat(modelScenarios.says({ word: 'one', count: 'many' }), modelScenarios.says(RIGHT))
    await expect(door().door.ask(question(), { signal })).resolves.toMatchObject({
      value: RIGHT,
      repaired: true,
      usage: { inputTokens: 38, outputTokens: 20 },
    })
    expect(wordsOf(server.questions()[1] ?? { model: '', max_tokens: 0, messages: [] })).toContain('count: ')
  })

  test('that is to be asked once is refused when its answer has the wrong shape', async () => {
    server.chat(modelScenarios.says({ word: 'one', count: 'many' }), modelScenarios.says(RIGHT))
    await expect(door().door.ask(question({ isAskedOnce: true }), { signal })).rejects.toEqual(
      refusal('upstream_unavailable', { tried: [{ source: 'model-text', problem: 'bad_response' }] }),
    )
    expect(server.count('/v1/chat/completions')).toBe(1)
  })

  test('that is complained about is asked once more, and its last answer stands', async () => {
    server.chat(modelScenarios.says({ word: 'two', count: 2 }), modelScenarios.says({ word: 'three', count: 3 }))
    const complaint = ({ word }: { word: string }) => (word === 'one' ? null : 'the word is not one')
    await expect(door().door.ask(question({ complaint }), { signal })).resolves.toMatchObject({
      value: { word: 'three', count: 3 },
      repaired: true,
    })
    expect(server.count('/v1/chat/completions')).toBe(2)
  })

  test('whose second answer is worse keeps the first', async () => {
    server.chat(modelScenarios.says({ word: 'two', count: 2 }), modelScenarios.says('no JSON at all'))
    await expect(door().door.ask(question({ complaint: () => 'no' }), { signal })).resolves.toMatchObject({
      value: { count: 2 },
    })
  })

  test('goes on in words where the endpoint knows no json_schema, and remembers that', async () => {
    server.chat(modelScenarios.noJsonSchema(), modelScenarios.says(RIGHT))
    const { door: models } = door()
    await models.ask(question(), { signal })
    await models.ask(question(), { signal })
    const formats = server.questions().map(({ response_format: format }) => format?.type)
    expect(formats).toEqual(['json_schema', 'json_object', 'json_object'])
    expect(wordsOf(server.questions()[1] ?? { model: '', max_tokens: 0, messages: [] })).toContain(
      '"required":["word","count"]',
    )
  })

  test('learns what a model calls its limit, and that it takes no temperature', async () => {
    const about = (name: string) =>
      scenarios.reply(400, { error: { message: `Unsupported parameter: '${name}' is not supported with this model.` } })
    server.chat(about('max_tokens'), about('temperature'), modelScenarios.says(RIGHT))
    const { door: models } = door()
    await expect(models.ask(question(), { signal })).resolves.toMatchObject({ value: RIGHT })
    const last = JSON.parse(server.seen('/v1/chat/completions')[2]?.body ?? '') as Record<string, unknown>
    expect(last).toMatchObject({ max_completion_tokens: 77, response_format: { type: 'json_schema' } })
    expect(Object.keys(last)).not.toContain('temperature')
    expect(Object.keys(last)).not.toContain('max_tokens')
  })

  test('that is refused for something else over and over ends', async () => {
    server.chat(scenarios.reply(400, { error: { message: 'max_tokens, temperature, response_format: no' } }))
    await expect(door().door.ask(question(), { signal })).rejects.toEqual(
      refusal('upstream_unavailable', { tried: [{ source: 'model-text', problem: 'refused' }] }),
    )
    expect(server.count('/v1/chat/completions')).toBe(2)
  })

  test('survives one rate limit that says when', async () => {
    server.chat(modelScenarios.rateLimited(0), modelScenarios.says(RIGHT))
    await expect(door().door.ask(question(), { signal })).resolves.toMatchObject({ value: RIGHT })
  })

  test.each<[string, [Scenario, ...Scenario[]], RefusalCode, string | undefined]>([
    ['refuses', [modelScenarios.refuses()], 'content_refused', undefined],
    ['is filtered', [modelScenarios.filtered()], 'content_refused', undefined],
    ['is rate limited for long', [modelScenarios.rateLimited(60)], 'upstream_unavailable', 'rate_limited'],
    ['answers with half of a sentence', [scenarios.garbage()], 'upstream_unavailable', 'bad_response'],
    ['answers with a page', [scenarios.html()], 'upstream_unavailable', 'bad_response'],
    ['fails', [scenarios.error500()], 'upstream_unavailable', 'server_error'],
    ['hides its error in a 200', [modelScenarios.errorInside200()], 'upstream_unavailable', 'rate_limited'],
    ['answers with 30 MB', [scenarios.huge()], 'upstream_unavailable', 'too_large'],
    ['does not take the key', [modelScenarios.wrongKey()], 'upstream_unavailable', 'refused'],
    ['echoes the data', [modelScenarios.echo()], 'upstream_unavailable', 'bad_response'],
    ['is cut off twice', [modelScenarios.cutOff()], 'upstream_unavailable', 'bad_response'],
    ['has a small window', [modelScenarios.tooLong()], 'unprocessable', undefined],
  ])('to a model that %s is refused', async (_, plan, code, problem) => {
    server.chat(...plan)
    const { door: models, lines } = door()
    const refused = models.ask(question(), { signal })
    await expect(refused).rejects.toEqual(
      refusal(code, problem === undefined ? undefined : { tried: [{ source: 'model-text', problem }] }),
    )
    expect(lines.join('')).not.toContain(MODEL_KEY)
  })

  test('to a model that does not answer is refused when its time is over', async () => {
    server.chat(scenarios.slow())
    const { door: models } = door({ LLM_TIMEOUT_MS: '1500' })
    await expect(models.ask(question(), { signal })).rejects.toEqual(
      refusal('upstream_unavailable', { tried: [{ source: 'model-text', problem: 'timeout' }] }),
    )
  })

  test('of a role without a model is model_not_configured', async () => {
    const { door: models } = door({ LLM_VISION_MODEL: '' })
    expect(models.nameOf('vision')).toBeNull()
    await expect(models.ask(question({ role: 'vision' }), { signal })).rejects.toEqual(refusal('model_not_configured'))
  })

  test('is given up when its call is given up', async () => {
    server.chat(scenarios.slow())
    const stop = new AbortController()
    const asked = door().door.ask(question(), { signal: stop.signal })
    setImmediate(() => stop.abort(new Error('the call is over')))
    await expect(asked).rejects.toThrow('the call is over')
  })
})

describe('vectors', () => {
  test('come in the order of the texts, and the same text is asked for once and then never again', async () => {
    server.embeddings(modelScenarios.vectors())
    const { door: models } = door()
    const first = await models.embed(['a', 'b', 'a'], null, { signal })
    expect(first.vectors[0]).toEqual(first.vectors[2])
    expect(first.vectors[0]).not.toEqual(first.vectors[1])
    expect(first).toMatchObject({ usage: { inputTokens: 6, outputTokens: 0 }, cached: 0 })
    const second = await models.embed(['b', 'c'], null, { signal })
    expect(second).toMatchObject({ cached: 1, usage: { inputTokens: 3 } })
    expect(second.vectors[0]).toEqual(first.vectors[1])
    const again = await models.embed(['a', 'b', 'c'], null, { signal })
    expect(again).toMatchObject({ cached: 3, usage: { inputTokens: 0 } })
    expect(server.count('/v1/embeddings')).toBe(2)
  })

  test('of several sizes are no answer', async () => {
    const data = [
      { index: 0, embedding: [1, 2] },
      { index: 1, embedding: [1] },
    ]
    server.embeddings(scenarios.ok({ object: 'list', data, model: 'm' }))
    await expect(door().door.embed(['a', 'b'], null, { signal })).rejects.toEqual(refusal('upstream_unavailable'))
  })
})

describe('pictures and sound', () => {
  test('a prompt that the provider refuses is content_refused', async () => {
    server.images(modelScenarios.contentPolicy())
    await expect(door().door.generateImage({ prompt: 'p', size: '512x512', seed: null }, { signal })).rejects.toEqual(
      refusal('content_refused'),
    )
  })

  test('an error instead of a picture is an upstream error', async () => {
    server.images(scenarios.errorInside200({ error: { message: 'no' } }))
    await expect(door().door.generateImage({ prompt: 'p', size: '512x512', seed: 7 }, { signal })).rejects.toEqual(
      refusal('upstream_unavailable'),
    )
    expect(JSON.parse(server.seen('/v1/images/generations')[0]?.body ?? '')).toMatchObject({
      seed: 7,
      n: 1,
      size: '512x512',
    })
  })

  test('a recording is sent as a file with its language', async () => {
    server.transcriptions(modelScenarios.transcript([{ start: 0, end: 1, text: 'Hello.' }]))
    const recording = { bytes: Buffer.from('RIFF'), name: 'audio.wav', type: 'audio/wav', lang: 'en' }
    const heard = await door().door.transcribe(recording, { signal })
    expect(heard).toMatchObject({ language: 'english', segments: [{ text: 'Hello.', noSpeechProb: 0.01 }] })
    const [seen] = server.seen('/v1/audio/transcriptions')
    expect(seen?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(seen?.body).toContain('filename="audio.wav"')
    expect(seen?.body).toContain('verbose_json')
  })

  test('a model that knows no times is heard without', async () => {
    const refused = scenarios.reply(400, {
      error: { message: "response_format 'verbose_json' is not compatible with model" },
    })
    server.transcriptions(refused, scenarios.ok({ text: 'Hello.', usage: { input_tokens: 12, output_tokens: 3 } }))
    const recording = { bytes: Buffer.from('RIFF'), name: 'audio.wav', type: 'audio/wav', lang: null }
    await expect(door().door.transcribe(recording, { signal })).resolves.toMatchObject({
      text: 'Hello.',
      segments: [],
      usage: { inputTokens: 12 },
    })
  })

  test('a size or a number of dimensions that a model does not make is told, uncharged', async () => {
    server.images(
      scenarios.reply(400, { error: { message: "Invalid value: '512x512'. Supported values for size are ..." } }),
    )
    await expect(door().door.generateImage({ prompt: 'p', size: '512x512', seed: null }, { signal })).rejects.toEqual(
      refusal('unprocessable', { reason: 'size_not_supported' }),
    )
    server.embeddings(
      scenarios.reply(400, { error: { message: 'This model does not support specifying dimensions.' } }),
    )
    await expect(door().door.embed(['a'], 64, { signal })).rejects.toEqual(
      refusal('unprocessable', { reason: 'dimensions_not_supported' }),
    )
  })

  test('JSON instead of sound is an upstream error', async () => {
    server.speech(scenarios.ok({ error: { message: 'voice not found' } }))
    const wish = { text: 'hi', voice: 'alloy', format: 'mp3', speed: 1 } as const
    await expect(door().door.synthesizeSpeech(wish, { signal })).rejects.toEqual(refusal('upstream_unavailable'))
  })
})

test('no call may cost its operator more than half of its price in tokens', () => {
  const tariff = { LLM_INPUT_USD_PER_MTOK: 0.5, LLM_OUTPUT_USD_PER_MTOK: 2 }
  for (const cents of [2, 3, 5, 8, 10]) {
    for (const requests of [1, 2, 4]) {
      const { inputTokens, outputTokens } = tokenBudget(tariff, cents, requests)
      const dollars = requests * (inputTokens * 0.5e-6 + outputTokens * 2e-6)
      expect(dollars).toBeLessThanOrEqual(cents / 200 + 1e-9)
    }
  }
  expect(tokenBudget(tariff, 5, 1)).toEqual({ inputTokens: 30_000, outputTokens: 5_000 })
})

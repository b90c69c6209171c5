import { createHash } from 'node:crypto'

import { z } from 'zod'

import { type Scenario, scenarios, type Seen, startUpstreamFixtures } from '../files/upstream-fixtures.ts'

export const MODEL_KEY = 'sk-test-0123456789abcdef'

const CHAT = '/v1/chat/completions'
const Asked = z.object({
  model: z.string(),
  max_tokens: z.int(),
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(z.looseObject({}))]) })),
  response_format: z
    .object({ type: z.string(), json_schema: z.object({ schema: z.looseObject({}) }).optional() })
    .optional(),
})
export type AskedModel = z.output<typeof Asked>

const askedOf = (seen: Seen): AskedModel => Asked.parse(JSON.parse(seen.body))

/** Everything a model was told, as one text. */
export const wordsOf = ({ messages }: AskedModel): string =>
  messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n')

const completion = (message: unknown, finish = 'stop') => ({
  id: 'chatcmpl-B9MBs8CjcvOLX',
  object: 'chat.completion',
  created: 1_741_570_283,
  model: 'fake-text-2026-11-20',
  choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
  usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
})
const assistant = (content: string) => ({ role: 'assistant', content, refusal: null })
const error = (message: string, type: string, code: string | null) => ({ error: { message, type, param: null, code } })

/** Every way in which a chat model answers, or does not. What is not here is in `scenarios`. */
export const modelScenarios = {
  /** A value as its content, or what a function makes of the question. */
  says:
    (value: unknown): Scenario =>
    (response, seen) => {
      // Safe: tests pass a value or a function of the question.
      const made = typeof value === 'function' ? (value as (asked: AskedModel) => unknown)(askedOf(seen)) : value
      scenarios.ok(completion(assistant(typeof made === 'string' ? made : JSON.stringify(made))))(response, seen)
    },
  refuses: (): Scenario =>
    scenarios.ok(completion({ role: 'assistant', content: null, refusal: 'I cannot help with that.' })),
  filtered: (): Scenario => scenarios.ok(completion(assistant(''), 'content_filter')),
  cutOff: (): Scenario => scenarios.ok(completion(assistant('{"summary": "It was a'), 'length')),
  rateLimited: (retryAfterS?: number): Scenario =>
    scenarios.reply(
      429,
      error('Rate limit reached for fake-text', 'requests', 'rate_limit_exceeded'),
      'application/json',
      retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) },
    ),
  wrongKey: (): Scenario =>
    scenarios.reply(401, error(`Incorrect API key provided: ${MODEL_KEY}`, 'invalid_request_error', 'invalid_api_key')),
  tooLong: (): Scenario =>
    scenarios.reply(
      400,
      error("This model's maximum context length is 8192 tokens.", 'invalid_request_error', 'context_length_exceeded'),
    ),
  noJsonSchema: (): Scenario =>
    scenarios.reply(
      400,
      error(
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported.",
        'invalid_request_error',
        null,
      ),
    ),
  errorInside200: (): Scenario => scenarios.errorInside200(error('The server is overloaded', 'server_error', null)),
  /** Obeys what stands in the data: the answer is what the text between the fences ordered. */
  echo: (): Scenario => (response, seen) => {
    const words = wordsOf(askedOf(seen))
    scenarios.ok(completion(assistant(words.slice(-400))))(response, seen)
  },
  /** Vectors that depend on the text alone, of so many dimensions. */
  vectors:
    (dimensions = 8): Scenario =>
    (response, seen) => {
      const { input, model } = z.object({ input: z.array(z.string()), model: z.string() }).parse(JSON.parse(seen.body))
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) }))
      const usage = { prompt_tokens: input.length * 3, total_tokens: input.length * 3 }
      scenarios.ok({ object: 'list', model, data: data.toReversed(), usage })(response, seen)
    },
  picture: (png: Buffer): Scenario => scenarios.ok({ created: 1, data: [{ b64_json: png.toString('base64') }] }),
  contentPolicy: (): Scenario =>
    scenarios.reply(
      400,
      error('Your request was rejected by our safety system.', 'image_generation_user_error', 'moderation_blocked'),
    ),
  transcript: (
    segments: readonly { start: number; end: number; text: string; no_speech_prob?: number; avg_logprob?: number }[],
  ): Scenario =>
    scenarios.ok({
      task: 'transcribe',
      language: 'english',
      duration: segments.at(-1)?.end ?? 0,
      text: segments.map(({ text }) => text).join(' '),
      segments: segments.map((segment, id) => ({
        id,
        seek: 0,
        temperature: 0,
        avg_logprob: -0.2,
        no_speech_prob: 0.01,
        ...segment,
      })),
    }),
  sound:
    (bytes: Buffer, type: string): Scenario =>
    (response) =>
      response.writeHead(200, { 'content-type': type }).end(bytes),
} as const

/** A vector of a text: the bytes of its digest, from -1 to 1. */
export function vectorOf(text: string, dimensions: number): number[] {
  const bytes = createHash('sha512').update(text).digest()
  return Array.from(
    { length: dimensions },
    (_, at) => Math.round(((bytes[at % bytes.length] ?? 0) / 127.5 - 1) * 1e4) / 1e4,
  )
}

/** A real HTTP server shaped like OpenAI's API; every path answers as it was told to. */
export async function startFakeModelServer() {
  const fixtures = await startUpstreamFixtures()
  return {
    ...fixtures,
    chat: (...plan: [Scenario, ...Scenario[]]) => fixtures.on(CHAT, ...plan),
    embeddings: (...plan: [Scenario, ...Scenario[]]) => fixtures.on('/v1/embeddings', ...plan),
    images: (...plan: [Scenario, ...Scenario[]]) => fixtures.on('/v1/images/generations', ...plan),
    transcriptions: (...plan: [Scenario, ...Scenario[]]) => fixtures.on('/v1/audio/transcriptions', ...plan),
    speech: (...plan: [Scenario, ...Scenario[]]) => fixtures.on('/v1/audio/speech', ...plan),
    /** The questions a chat model got, oldest first. */
    questions: () => fixtures.seen(CHAT).map(askedOf),
    /** Settings of an installation with every model, or with those of some roles. */
    models(more: Record<string, string> = {}): Record<string, string> {
      return {
        LLM_BASE_URL: `${fixtures.url}/v1`,
        LLM_API_KEY: MODEL_KEY,
        LLM_MODEL: 'fake-text',
        LLM_VISION_MODEL: 'fake-vision',
        LLM_EMBEDDING_MODEL: 'fake-embedding',
        LLM_IMAGE_MODEL: 'fake-image',
        LLM_TRANSCRIPTION_MODEL: 'fake-whisper',
        LLM_SPEECH_MODEL: 'fake-tts',
        ...more,
      }
    },
  }
}

export type FakeModelServer = Awaited<ReturnType<typeof startFakeModelServer>>

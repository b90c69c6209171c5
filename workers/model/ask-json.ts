import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { repairJson } from '#shared/engines/json/repair.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'
import type { ModelRole, Models } from '#shared/lib/models/model-roles.ts'
import type { ModelAnswer, ModelQuestion, ModelUsage } from '#shared/doors/model.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'

import { type Dialect, nextDialect, USUAL_DIALECT } from './dialect.ts'
import { askEndpoint, type Endpoint, translateFailure } from './endpoint.ts'
import { type ChatMessage, readChat, type Said } from './read-chat.ts'
import { refusedQuestion } from './refused-question.ts'

/** Dialect of each role's endpoint, learned from its errors. Kept for the life of the process. */
export type KnownDialects = Map<ModelRole, Dialect>

type Deps = { endpoint: Endpoint; models: Models; dialects: KnownDialects }

const QUOTED_BACK = 8_000

/**
 * Asks a model for JSON of a schema. Asks once more if the answer does not match or `complaint` rejects it, unless it is to be
 * asked once. Throws
 * `model_not_configured`, `content_refused`, `unprocessable` (more than the model can take) or `upstream_unavailable`.
 */
export async function askJson<Value>(
  deps: Deps,
  question: ModelQuestion<Value>,
  { signal, withinMs }: { signal: AbortSignal; withinMs: number },
): Promise<ModelAnswer<Value>> {
  const model = deps.models[question.role]
  if (model === null) throw modelNotConfigured([question.role])
  const until = performance.now() + withinMs
  const usage: ModelUsage = { inputTokens: 0, outputTokens: 0 }
  const jsonSchema = schemaOf(question.schema)
  const say = async (messages: readonly ChatMessage[]): Promise<Said> => {
    const said = await chat(deps, { question, model, messages, jsonSchema, signal, until })
    usage.inputTokens += said.usage.inputTokens
    usage.outputTokens += said.usage.outputTokens
    return said
  }
  const opening = openingOf(question)
  const first = await say(opening)
  const read = judge(question, first)
  if (read.complaint === null && read.value !== undefined) {
    return { value: read.value, model: first.model ?? model, usage, repaired: false }
  }
  const wrongShape = (what: string) =>
    translateFailure(deps.endpoint, question.role, new UpstreamError('bad_response', what))
  if (question.isAskedOnce === true) throw wrongShape('not of the asked shape')
  const second = await say([
    ...opening,
    { role: 'assistant', content: first.content.slice(0, QUOTED_BACK) },
    {
      role: 'user',
      content: `That answer cannot be used: ${read.complaint ?? 'it is not of the shape'}. Answer again, with the JSON alone.`,
    },
  ])
  const again = judge(question, second)
  const value = again.value ?? read.value
  if (value === undefined) throw wrongShape('twice not of the asked shape')
  return { value, model: second.model ?? model, usage, repaired: true }
}

/** A question without its schema. */
type Words = Pick<ModelQuestion<unknown>, 'role' | 'instructions' | 'content' | 'pictures' | 'maxOutputTokens'>

type Turn = {
  question: Words
  model: string
  messages: readonly ChatMessage[]
  jsonSchema: Record<string, unknown>
  signal: AbortSignal
  until: number
}

/** Gets one chat completion. Adapts the dialect when the endpoint rejects a parameter. */
async function chat({ endpoint, dialects }: Deps, turn: Turn): Promise<Said> {
  const { question, signal, until } = turn
  for (;;) {
    const dialect = dialects.get(question.role) ?? USUAL_DIALECT
    const raw = await askEndpoint(endpoint, {
      role: question.role,
      path: '/chat/completions',
      body: { json: bodyOf(turn, dialect) },
      expects: 'json',
      check: (reply) => void readChat(reply),
      signal,
      leftMs: Math.min(endpoint.timeoutMs, until - performance.now()),
    })
    if (raw.status < 300) {
      const said = readChat(raw)
      if (said instanceof Refusal) throw said
      return said
    }
    const next = nextDialect(dialect, raw.body.toString('utf8', 0, 2_000))
    if (next !== null) {
      dialects.set(question.role, next)
      continue
    }
    const refused = refusedQuestion(raw)
    throw refused instanceof Refusal ? refused : translateFailure(endpoint, question.role, refused)
  }
}

function bodyOf({ question, model, messages, jsonSchema }: Turn, { format, limit, temperature }: Dialect) {
  const inWords = `\n\nAnswer with one JSON object of this JSON Schema and nothing else:\n${JSON.stringify(jsonSchema)}`
  const strict = { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: jsonSchema } }
  return {
    model,
    ...(temperature ? { temperature: 0 } : {}),
    [limit]: question.maxOutputTokens,
    messages:
      format === 'json_schema'
        ? messages
        : messages.map((message, at) => (at === 0 ? appendText(message, inWords) : message)),
    ...(format === 'json_schema' ? { response_format: strict } : {}),
    ...(format === 'json_object' ? { response_format: { type: 'json_object' } } : {}),
  }
}

const appendText = (message: ChatMessage, words: string): ChatMessage =>
  typeof message.content === 'string' ? { ...message, content: message.content + words } : message

function openingOf({ instructions, content, pictures = [] }: Words): ChatMessage[] {
  const shown = pictures.map(({ type, bytes }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${type};base64,${bytes.toString('base64')}` },
  }))
  return [
    { role: 'system', content: instructions },
    { role: 'user', content: shown.length === 0 ? content : [{ type: 'text', text: content }, ...shown] },
  ]
}

/** Parses an answer. Returns its value if it matches the schema, and the complaint about it. */
function judge<Value>({ schema, complaint }: ModelQuestion<Value>, { content, isCut }: Said) {
  const json = parseJson(content)
  if (json === undefined) {
    return { value: undefined, complaint: isCut ? 'it was too long and is cut off' : 'it is not JSON' }
  }
  const read = schema.safeParse(json)
  if (read.success) return { value: read.data, complaint: complaint?.(read.data) ?? null }
  const issues = read.error.issues
    .slice(0, 8)
    .map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`)
  return { value: undefined, complaint: issues.join('; ') }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    // Code fences, surrounding text or a stray comma: repair the text below, then validate it.
  }
  try {
    return repairJson(content).value
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'output' })
  return plain
}

import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import type { Embeddings } from '#shared/doors/model.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'

import type { Kept, UpstreamCache } from '../upstreams/cache.ts'
import type { RawReply } from '../upstreams/fetch-once.ts'
import { askEndpoint, type Endpoint, translateFailure, jsonOf } from './endpoint.ts'
import { refusedQuestion } from './refused-question.ts'

const KEEP_MS = 30 * 86_400_000
const MOST_DIMENSIONS = 16_384

const Answer = z.object({
  model: z.string().max(200).optional(),
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1).max(MOST_DIMENSIONS) })),
  usage: z
    .object({ prompt_tokens: z.int().min(0).catch(0) })
    .nullish()
    .catch(null),
})

type Asked = { model: string; texts: readonly string[]; dimensions: number | null; signal: AbortSignal; leftMs: number }

/**
 * Computes embeddings of texts in single precision. Vectors are cached by model, size and text for 30 days, so the same
 * text gets the same vector.
 */
export async function embed(
  { endpoint, cache }: { endpoint: Endpoint; cache: Pick<UpstreamCache, 'get' | 'put'> },
  { model, texts, dimensions, signal, leftMs }: Asked,
): Promise<Embeddings> {
  const keyOf = (text: string) => sha256Hex(JSON.stringify(['embedding', model, dimensions, text]))
  const unique = [...new Set(texts)]
  const known = new Map<string, number[]>()
  const kept = await Promise.all(unique.map((text) => cache.get(keyOf(text), KEEP_MS)))
  unique.forEach((text, at) => {
    const vector = unpack(kept[at] ?? null)
    if (vector !== null) known.set(text, vector)
  })
  const missing = unique.filter((text) => !known.has(text))
  const cached = texts.filter((text) => known.has(text)).length
  let said = model
  let inputTokens = 0
  if (missing.length > 0) {
    const raw = await askEndpoint(endpoint, {
      role: 'embedding',
      path: '/embeddings',
      body: {
        json: { model, input: missing, encoding_format: 'float', ...(dimensions === null ? {} : { dimensions }) },
      },
      expects: 'json',
      check: (reply) => void read(reply, missing.length),
      signal,
      leftMs,
    })
    if (raw.status >= 300) {
      if (dimensions !== null && /dimension/i.test(raw.body.toString('utf8', 0, 2_000))) throw fixedSize()
      const refused = refusedQuestion(raw)
      throw refused instanceof Refusal ? refused : translateFailure(endpoint, 'embedding', refused)
    }
    const answer = read(raw, missing.length)
    said = answer.model ?? model
    inputTokens = answer.inputTokens
    await Promise.all(
      missing.map(async (text, at) => {
        const packed = Float32Array.from(answer.vectors[at] ?? [])
        known.set(text, [...packed])
        await cache.put(keyOf(text), 'model-embedding', packedReply(packed), KEEP_MS)
      }),
    )
  }
  return {
    vectors: texts.map((text) => known.get(text) ?? []),
    model: said,
    usage: { inputTokens, outputTokens: 0 },
    cached,
  }
}

const fixedSize = () =>
  new Refusal('unprocessable', 'This model makes vectors of one size only; nothing was charged.', {
    fix: { action: 'Leave dimensions out.' },
    extra: { reason: 'dimensions_not_supported' },
  })

function read(raw: RawReply, wanted: number) {
  const answer = Answer.safeParse(jsonOf(raw))
  if (!answer.success) throw new UpstreamError('bad_response', 'it is no list of vectors')
  const vectors = answer.data.data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding)
  const size = vectors[0]?.length
  if (vectors.length !== wanted || vectors.some((vector) => vector.length !== size)) {
    throw new UpstreamError('bad_response', 'vectors are missing, or of several sizes')
  }
  return { vectors, model: answer.data.model, inputTokens: answer.data.usage?.prompt_tokens ?? 0 }
}

const packedReply = (vector: Float32Array): RawReply => ({
  status: 200,
  contentType: 'application/octet-stream',
  body: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
  etag: null,
  lastModified: null,
})

function unpack(kept: Kept | null): number[] | null {
  if (kept === null || kept.reply.body.length === 0 || kept.reply.body.length % 4 !== 0) return null
  const { body } = kept.reply
  return Array.from({ length: body.length / 4 }, (_, at) => body.readFloatLE(at * 4))
}

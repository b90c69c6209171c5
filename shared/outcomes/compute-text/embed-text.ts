import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'

import { defineOutcome } from '../define.ts'
import { byModel, EngineFacts } from '../lib/engine-facts.ts'

const CENTS = 2
const READ_MS = 10_000
const MATRIX_UP_TO = 16

export const embedText = defineOutcome({
  slug: 'embed-text',
  title: 'Embed text',
  description:
    'Embeds up to 64 texts into vectors with a named model, and compares up to 16 of them. The same text has the same ' +
    'vector. Needs an embedding model: without one it is refused, uncharged, for there is no honest stand-in.',
  cents: CENTS,
  timeoutMs: 40_000,
  maxBodyBytes: 1024 * 1024,
  models: ['embedding'],
  types: { takes: { texts: 'text[]' }, gives: { embeddings: 'json', similarity: 'json' } },
  input: () =>
    z.object({
      texts: z.array(z.string().min(1).max(32_000)).min(1).max(64).describe('texts'),
      kind: z.enum(['document', 'query']).default('document').describe('prefix rule'),
      dimensions: z.int().min(64).max(3_072).optional().describe('Matryoshka cut when supported'),
      normalize: z.boolean().default(true).describe('unit length'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.literal('model'),
      embeddings: z.array(z.array(z.number())).describe('in the order of the texts'),
      dimensions: z.int(),
      model: z.string().describe('vectors of different models must not be mixed'),
      similarity: z.array(z.array(z.number())).nullable().describe('cosines when at most 16 texts'),
      texts_cut: z
        .array(z.object({ index: z.int(), cut_at: z.int() }))
        .describe('texts that were cut to what the price bears, and where'),
      cached: z.int().describe('texts whose vector was kept from an earlier call'),
    }),
  example: {
    input: { texts: ['a cat', 'a dog'] },
    output: {
      engine: { kind: 'model', name: 'text-embedding-3-small', version: 'text-embedding-3-small' },
      usage: { input_tokens: 4, output_tokens: 0 },
      truncated: false,
      truncated_at: null,
      method: 'model',
      embeddings: [
        [0.6, 0.8],
        [0.8, 0.6],
      ],
      dimensions: 2,
      model: 'text-embedding-3-small',
      similarity: [
        [1, 0.96],
        [0.96, 1],
      ],
      texts_cut: [],
      cached: 0,
    },
  },
  async run({ texts, kind, dimensions, normalize }, { model, compute, signal }) {
    const name = model.nameOf('embedding')
    if (name === null) throw modelNotConfigured(['embedding'])
    const [{ cosine, unit }, { prefixText }] = await Promise.all([
      import('#shared/engines/vector/cosine.ts'),
      import('#shared/engines/vector/prefix-text.ts'),
    ])
    // All of the money is for input: vectors are not counted in tokens.
    const { inputTokens } = model.tokenBudget(CENTS, 1, 0)
    const read = await compute('readForeign', { texts, maxTokens: inputTokens }, { signal, cpuMs: READ_MS })
    const answer = await model.embed(
      read.map(({ text }) => prefixText(name, kind, text)),
      dimensions ?? null,
      { signal },
    )
    const vectors = normalize ? answer.vectors.map(unit) : answer.vectors
    const size = vectors[0]?.length ?? 0
    if (dimensions !== undefined && size !== dimensions) {
      throw new Refusal(
        'unprocessable',
        `This model makes vectors of ${size} dimensions and no others; nothing was charged.`,
        {
          fix: { action: `Leave dimensions out, or send ${size}.` },
          extra: { reason: 'dimensions_not_supported' },
        },
      )
    }
    const cut = read.flatMap(({ cutAt }, index) => (cutAt === null ? [] : [{ index, cut_at: cutAt }]))
    return {
      ...byModel(name, [answer]),
      truncated: cut.length > 0,
      truncated_at: cut[0]?.cut_at ?? null,
      method: 'model',
      embeddings: vectors,
      dimensions: size,
      model: answer.model,
      similarity:
        vectors.length > MATRIX_UP_TO
          ? null
          : vectors.map((one) => vectors.map((other) => Math.round(1_000_000 * cosine(one, other)) / 1_000_000)),
      texts_cut: cut,
      cached: answer.cached,
    }
  },
})

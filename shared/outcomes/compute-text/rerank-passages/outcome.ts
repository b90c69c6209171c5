import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { byEngine, byModel, cutAt, EngineFacts, flagsOf, InjectionFlags } from '#shared/outcomes/lib/engine-facts.ts'

const CENTS = 3
const MAX_BODY = 4 * 1024 * 1024
const EXCERPT = 200
const RANK_MS = 10_000

const passageText = z.string().min(1).max(20_000)
const textOf = (passage: string | { text: string }) => (typeof passage === 'string' ? passage : passage.text)

export const rerankPassages = defineOutcome({
  slug: 'rerank-passages',
  title: 'Rerank passages',
  description:
    'Orders passages by relevance to a query with scores that mean the same in every call: by the cosine of embeddings ' +
    'where a model for them is configured, else by BM25 (method says which). Stable: equal scores keep their order.',
  cents: CENTS,
  timeoutMs: 40_000,
  maxBodyBytes: MAX_BODY,
  models: ['embedding'],
  withoutModel: 'always',
  types: {
    takes: { query: 'question', passages: 'text[]', top_n: 'count' },
    gives: { results: 'json' },
    also: { 'results.0.text_excerpt': 'text' },
  },
  input: () =>
    z.object({
      query: z.string().min(1).max(2_000).describe('query'),
      passages: z
        .array(z.union([passageText, z.object({ id: z.string().max(200).optional(), text: passageText })]))
        .min(1)
        .max(200)
        .describe('text or {id, text}'),
      top_n: z.int().min(1).max(200).optional().describe('cut'),
      threshold: z.number().min(0).max(1).optional().describe('minimum score'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.enum(['cross-encoder', 'embedding', 'bm25']),
      confidence: z.enum(['medium', 'low']).describe('bm25 sees words, not meaning: low'),
      results: z
        .array(
          z.object({
            index: z.int().describe('in the passages that were sent'),
            id: z.string().nullable(),
            score: z.number().describe('0 to 1: bm25/(bm25+5), or (1+cosine)/2'),
            text_excerpt: z.string(),
          }),
        )
        .describe('best first'),
      injection_flags: InjectionFlags,
    }),
  example: {
    input: { query: 'cat', passages: ['The dog barks.', { id: 'b', text: 'The cat sat on the mat.' }] },
    output: {
      engine: { kind: 'deterministic', name: 'bm25', version: '1' },
      usage: { input_tokens: 0, output_tokens: 0 },
      truncated: false,
      truncated_at: null,
      method: 'bm25',
      confidence: 'low',
      results: [
        { index: 1, id: 'b', score: 0.113589, text_excerpt: 'The cat sat on the mat.' },
        { index: 0, id: null, score: 0, text_excerpt: 'The dog barks.' },
      ],
      injection_flags: [],
    },
  },
  check({ passages }) {
    const ids = passages.flatMap((passage) => (typeof passage === 'string' ? [] : [passage.id ?? []].flat()))
    if (new Set(ids).size < ids.length)
      throw invalidFields({ path: ['passages'], msg: 'two passages have the same id' })
  },
  async run({ query, passages, top_n: top, threshold = 0 }, { model, compute, signal }) {
    const texts = passages.map(textOf)
    const name = model.nameOf('embedding')
    const cap = name === null ? null : model.tokenBudget(CENTS, 1, 0)
    const read = await compute(
      'readForeign',
      { texts: [query, ...texts], maxTokens: cap?.inputTokens ?? null },
      { signal, cpuMs: RANK_MS },
    )
    const cut = read.find(({ cutAt: at }) => at !== null)
    const ranked = (scores: readonly number[]) =>
      passages
        .map((passage, index) => ({
          index,
          id: typeof passage === 'string' ? null : (passage.id ?? null),
          score: scores[index] ?? 0,
          text_excerpt: textOf(passage).slice(0, EXCERPT).toWellFormed(),
        }))
        // Sorting is stable, so equal scores keep the order they were sent in.
        .toSorted((a, b) => b.score - a.score)
        .filter(({ score }) => score >= threshold)
        .slice(0, top ?? passages.length)
    const injection_flags = flagsOf(read.slice(1).flatMap(({ flags }) => flags))
    if (cap === null) {
      const scores = await compute('rerank', { query, passages: texts }, { signal, cpuMs: RANK_MS })
      return {
        ...byEngine('bm25', '1'),
        ...cutAt(null),
        method: 'bm25',
        confidence: 'low',
        results: ranked(scores),
        injection_flags,
      }
    }
    const [{ cosine }, { prefixText }] = await Promise.all([
      import('#shared/engines/vector/cosine.ts'),
      import('#shared/engines/vector/prefix-text.ts'),
    ])
    const [asked = query, ...shown] = read.map(({ text }) => text)
    const answer = await model.embed(
      [prefixText(name ?? '', 'query', asked), ...shown.map((text) => prefixText(name ?? '', 'document', text))],
      null,
      { signal },
    )
    const [wanted = [], ...vectors] = answer.vectors
    const scores = vectors.map((vector) => Math.round(1_000_000 * ((1 + cosine(wanted, vector)) / 2)) / 1_000_000)
    return {
      ...byModel(name, [answer]),
      ...cutAt(cut?.cutAt ?? null),
      method: 'embedding',
      confidence: 'medium',
      results: ranked(scores),
      injection_flags,
    }
  },
})

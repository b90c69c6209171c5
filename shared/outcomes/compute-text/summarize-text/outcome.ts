import { z } from 'zod'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { byEngine, byModel, cutAt, EngineFacts, flagsOf, InjectionFlags } from '#shared/outcomes/lib/engine-facts.ts'
import example from './example.json' with { type: 'json' }

const CENTS = 5
/** The answer, and one more where it names what is not in the text. */
const REQUESTS = 2
const CHECK_MS = 20_000

const span = { source_start: z.int(), source_end: z.int() }

export const summarizeText = defineOutcome({
  slug: 'summarize-text',
  title: 'Summarise text',
  description:
    'Faithful summary to a set length, with key points by their place in the source, and a check that numbers and names ' +
    'come from it. Without a model the summary is made of sentences of the source, word for word (method extractive).',
  cents: CENTS,
  timeoutMs: 50_000,
  maxBodyBytes: 1024 * 1024,
  models: ['text'],
  withoutModel: 'always',
  types: {
    takes: { text: 'text', max_words: 'word-count', style: 'summary-style', focus: 'focus' },
    gives: { summary: 'text' },
    also: { 'key_points.0.text': 'text' },
  },
  input: () =>
    z.object({
      text: z.string().min(50).max(200_000).describe('source'),
      max_words: z.int().min(20).max(500).default(120).describe('length'),
      style: z.enum(['paragraph', 'bullets', 'tldr']).default('paragraph').describe('form'),
      focus: z.string().max(200).optional().describe('what matters'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.enum(['model', 'extractive']).describe('extractive: sentences of the source, nothing rewritten'),
      confidence: z
        .enum(['high', 'medium', 'low'])
        .describe(
          'model: by the check below; extractive: medium, as every sentence is true to the source but none is joined',
        ),
      summary: z.string().describe('empty when the text has no sentence'),
      faithfulness: z.object({
        unsupported_numbers: z.array(z.string()).describe('numbers of the summary that the source does not have'),
        unsupported_names: z.array(z.string()),
        sentences_supported_pct: z.int().describe('sentences most of whose words stand together in the source'),
      }),
      key_points: z
        .array(z.object({ text: z.string(), ...span }))
        .describe('most important first; text is the source verbatim'),
      compression_ratio: z.number().describe('words out / in'),
      language: z.string().describe('BCP 47; und where it cannot be told'),
      injection_flags: InjectionFlags,
    }),
  example: exampleFrom(example),
  async run({ text, max_words: maxWords, style, focus }, ctx) {
    const { model, compute, signal } = ctx
    const [{ countWords }, { detectLanguage }] = await Promise.all([
      import('#shared/engines/page/count-words.ts'),
      import('#shared/engines/text/detect-language.ts'),
    ])
    const language = detectLanguage(text)
    const ratioOf = (summary: string) =>
      Math.round((1_000 * countWords(summary, null)) / Math.max(1, countWords(text, null))) / 1_000
    const name = model.nameOf('text')
    const cap = name === null ? null : model.tokenBudget(CENTS, REQUESTS)
    const [read] = await compute(
      'readForeign',
      { texts: [text], maxTokens: cap?.inputTokens ?? null },
      { signal, cpuMs: CHECK_MS },
    )
    const injection_flags = flagsOf(read?.flags ?? [])
    if (cap === null) {
      const extract = await compute('summarize', { text, maxWords, style, focus }, { signal, cpuMs: CHECK_MS })
      return {
        ...byEngine('textrank', '1'),
        ...cutAt(extract.cutAt),
        method: 'extractive',
        confidence: 'medium',
        summary: extract.summary,
        faithfulness: { unsupported_numbers: [], unsupported_names: [], sentences_supported_pct: 100 },
        key_points: extract.points.map(({ text: point, start, end }) => ({
          text: point,
          source_start: start,
          source_end: end,
        })),
        compression_ratio: ratioOf(extract.summary),
        language,
        injection_flags,
      }
    }
    const { summarizeByModel } = await import('./summarize-by-model.ts')
    const source = read?.text ?? text
    const made = await summarizeByModel(
      { source, maxWords, style, focus, maxOutputTokens: cap.outputTokens },
      (question) => model.ask(question, { signal }),
    )
    return {
      ...byModel(name, [made.answer]),
      ...cutAt(read?.cutAt ?? null),
      method: 'model',
      confidence: made.confidence,
      summary: made.summary,
      faithfulness: made.faithfulness,
      key_points: made.keyPoints,
      compression_ratio: ratioOf(made.summary),
      language,
      injection_flags,
    }
  },
})

import { z } from 'zod'

import { isSameLanguage, languageTag } from '#shared/engines/translate/language-tag.ts'
import { invalidFields } from '#shared/errors.ts'
import { boundedRecord } from '#shared/lib/bounded-record.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { byEngine, byModel, cutAt, EngineFacts, flagsOf, InjectionFlags } from '#shared/outcomes/lib/engine-facts.ts'

const CENTS = 5
/** The translation and a repair, or the translation and the way back. */
const REQUESTS = 3
/** What is written is as long as what is read, and dearer. */
const OUTPUT_SHARE = 0.75
const READ_MS = 10_000

const tag = (path: string, said: string): string => {
  const known = languageTag(said)
  if (known === null)
    throw invalidFields({ path: [path], msg: 'is no language: send a BCP 47 tag such as de or pt-BR' })
  return known
}

export const translateText = defineOutcome({
  slug: 'translate-text',
  title: 'Translate text',
  description:
    'Translates text while placeholders, code, URLs, numbers and tags stay as they are: they are taken out before a model ' +
    'sees the text and put back after. Takes a glossary. Needs a model: without one it is refused, uncharged.',
  cents: CENTS,
  timeoutMs: 50_000,
  maxBodyBytes: 512 * 1024,
  models: ['text'],
  types: {
    takes: { text: 'text', to: 'language', from: 'source-language', formality: 'formality' },
    gives: { translation: 'text' },
  },
  input: () =>
    z.object({
      text: z.string().min(1).max(50_000).describe('text'),
      to: z.string().min(2).max(35).describe('BCP 47 target'),
      from: z.string().min(2).max(35).default('auto').describe('source; auto finds out'),
      glossary: boundedRecord(z.string().min(1).max(100), z.string().max(200), 200)
        .optional()
        .describe('{term: translation}, at most 200'),
      formality: z.enum(['auto', 'formal', 'informal']).default('auto').describe('register'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.enum(['model', 'unchanged']).describe('unchanged: source and target are one language'),
      confidence: z.enum(['high', 'medium', 'low']).describe('as the model says; low when a placeholder was lost'),
      translation: z.string(),
      from: z.string().describe('source language, BCP 47'),
      to: z.string(),
      protected: z.object({
        count: z.int(),
        kept: z.boolean(),
        broken: z.array(z.string()).describe('parts that the translation lost'),
      }),
      glossary_hits: z
        .array(z.object({ term: z.string(), used: z.boolean() }))
        .describe('terms that stand in the text'),
      back_check: z
        .object({ similarity: z.number().describe('of the text and its translation back, 0 to 1 (ROUGE-L)') })
        .nullable()
        .describe('made when the model is not sure'),
      injection_flags: InjectionFlags,
    }),
  example: {
    input: { text: 'Hello {name}', to: 'de' },
    output: {
      engine: { kind: 'model', name: 'gpt-4o-mini', version: 'gpt-4o-mini-2024-07-18' },
      usage: { input_tokens: 160, output_tokens: 24 },
      truncated: false,
      truncated_at: null,
      method: 'model',
      confidence: 'high',
      translation: 'Hallo {name}',
      from: 'en',
      to: 'de',
      protected: { count: 1, kept: true, broken: [] },
      glossary_hits: [],
      back_check: null,
      injection_flags: [],
    },
  },
  check({ to, from, glossary = {} }) {
    tag('to', to)
    if (from !== 'auto') tag('from', from)
    if (Object.keys(glossary).length > 200) throw invalidFields({ path: ['glossary'], msg: 'has more than 200 terms' })
  },
  async run({ text, to: target, from: source, glossary = {}, formality }, { model, compute, signal }) {
    const name = model.nameOf('text')
    if (name === null) throw modelNotConfigured(['text'])
    const [{ detectLanguage }, { translateByModel }] = await Promise.all([
      import('#shared/engines/text/detect-language.ts'),
      import('./translate-by-model.ts'),
    ])
    const to = tag('to', target)
    const from = source === 'auto' ? null : tag('from', source)
    const seen = from ?? detectLanguage(text)
    const cap = model.tokenBudget(CENTS, REQUESTS, OUTPUT_SHARE)
    // What is written needs room too: about as many tokens as what is read, and a little for the form.
    const room = Math.min(cap.inputTokens, Math.floor(cap.outputTokens * 0.8))
    const [read] = await compute('readForeign', { texts: [text], maxTokens: room }, { signal, cpuMs: READ_MS })
    const injection_flags = flagsOf(read?.flags ?? [])
    if (from !== null && isSameLanguage(from, to)) {
      return {
        ...byEngine('unchanged', '1'),
        ...cutAt(null),
        method: 'unchanged',
        confidence: 'high',
        translation: text,
        from,
        to,
        protected: { count: 0, kept: true, broken: [] },
        glossary_hits: [],
        back_check: null,
        injection_flags,
      }
    }
    const made = await translateByModel(
      { text: read?.text ?? text, to, from, glossary, formality, maxOutputTokens: cap.outputTokens },
      (question) => model.ask(question, { signal, withinMs: 24_000 }),
    )
    const { count, broken } = made.protectedParts
    const translated = made.translation.toLowerCase()
    return {
      ...byModel(name, made.answers),
      ...cutAt(read?.cutAt ?? null),
      method: 'model',
      confidence: broken.length > 0 ? 'low' : made.confidence,
      translation: made.translation,
      from: languageTag(made.sourceLanguage) ?? seen,
      to,
      protected: { count, kept: broken.length === 0, broken },
      glossary_hits: Object.entries(glossary)
        .filter(([term]) => text.toLowerCase().includes(term.toLowerCase()))
        .map(([term, wanted]) => ({ term, used: translated.includes(wanted.toLowerCase()) })),
      back_check: made.similarity === null ? null : { similarity: made.similarity },
      injection_flags,
    }
  },
})

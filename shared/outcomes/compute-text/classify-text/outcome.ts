import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { byEngine, byModel, cutAt, EngineFacts, flagsOf, InjectionFlags } from '#shared/outcomes/lib/engine-facts.ts'

const CENTS = 3
/** Two orders of the labels, and a repair. */
const REQUESTS = 3
const READ_MS = 10_000
/** Closer than this the first is no better than the second. */
const CLOSE = 0.1

const labelName = z.string().trim().min(1).max(100)
const Label = z.union([
  labelName,
  z.object({
    name: labelName,
    description: z.string().max(1_000).optional(),
    examples: z.array(z.string().max(1_000)).max(20).optional(),
  }),
])
type Label = z.output<typeof Label>
const described = (label: Label) => (typeof label === 'string' ? { name: label } : label)
const saysMore = (label: Label) =>
  typeof label !== 'string' && ((label.description ?? '').trim() !== '' || (label.examples ?? []).length > 0)

export const classifyText = defineOutcome({
  slug: 'classify-text',
  title: 'Classify text',
  description:
    'Assigns one or more of your labels with scores and evidence spans of the text. A model is asked twice with the labels ' +
    'in another order. Without one, labels that have descriptions or examples are compared by their words (method ' +
    'heuristic); bare names are then refused, uncharged.',
  cents: CENTS,
  timeoutMs: 50_000,
  maxBodyBytes: 1024 * 1024,
  models: ['text'],
  withoutModel: ({ labels }) => labels.every(saysMore),
  types: { takes: { text: 'text', labels: 'label[]', multi: 'json' }, gives: { label: 'text', labels: 'json' } },
  input: () =>
    z.object({
      text: z.string().min(1).max(50_000).describe('text'),
      labels: z.array(Label).min(2).max(50).describe('label or {name, description, examples}'),
      multi: z.boolean().default(false).describe('several labels allowed'),
      allow_none: z.boolean().default(true).describe('"none of these" allowed'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.enum(['model', 'heuristic']).describe('heuristic: by shared words; it sees words, not meaning'),
      confidence: z.enum(['high', 'medium', 'low']),
      label: z.string().nullable().describe('best label; null when abstained with allow_none'),
      labels: z.array(
        z.object({
          name: z.string(),
          score: z.number(),
          evidence: z.string().nullable().describe('of the text, verbatim'),
        }),
      ),
      margin: z.number().describe('first minus second'),
      abstained: z.boolean().describe('no label fits, or (without multi) the first is less than 0.1 ahead'),
      injection_flags: InjectionFlags,
    }),
  example: {
    input: {
      text: 'My invoice for October was charged twice and I want the money back.',
      labels: [
        { name: 'billing', description: 'Invoices, charges, refunds, money back, payment problems' },
        { name: 'bug', description: 'Something crashes, is broken or shows an error' },
      ],
    },
    output: {
      engine: { kind: 'deterministic', name: 'label-words', version: '1' },
      usage: { input_tokens: 0, output_tokens: 0 },
      truncated: false,
      truncated_at: null,
      method: 'heuristic',
      confidence: 'low',
      label: 'billing',
      labels: [
        {
          name: 'billing',
          score: 0.7962,
          evidence: 'My invoice for October was charged twice and I want the money back.',
        },
        { name: 'bug', score: 0, evidence: null },
      ],
      margin: 0.7962,
      abstained: false,
      injection_flags: [],
    },
  },
  check({ labels }) {
    const names = labels.map((label) => described(label).name)
    if (new Set(names).size < names.length)
      throw invalidFields({ path: ['labels'], msg: 'two labels have the same name' })
  },
  async run({ text, labels: sent, multi, allow_none: allowNone }, { model, compute, signal }) {
    const labels = sent.map(described)
    const name = model.nameOf('text')
    if (name === null && !sent.every(saysMore)) throw modelNotConfigured(['text'])
    const cap = name === null ? null : model.tokenBudget(CENTS, REQUESTS)
    const [read] = await compute(
      'readForeign',
      { texts: [text], maxTokens: cap?.inputTokens ?? null },
      { signal, cpuMs: READ_MS },
    )
    const injection_flags = flagsOf(read?.flags ?? [])
    const [{ nearestLabel }, { classifyByModel }] = await Promise.all([
      import('./nearest-label.ts'),
      import('./classify-by-model.ts'),
    ])
    const asked =
      cap === null
        ? null
        : await classifyByModel(
            { text: read?.text ?? text, labels, multi, maxOutputTokens: cap.outputTokens },
            (question) => model.ask(question, { signal }),
          )
    const scores = asked?.scores ?? nearestLabel(text, labels, multi)
    const [first, second] = scores
    const margin = Math.round(10_000 * ((first?.score ?? 0) - (second?.score ?? 0))) / 10_000
    const abstained = (first?.score ?? 0) === 0 || (!multi && margin < CLOSE)
    return {
      ...(asked === null ? byEngine('label-words', '1') : byModel(name, asked.answers)),
      ...cutAt(cap === null ? null : (read?.cutAt ?? null)),
      method: asked === null ? 'heuristic' : 'model',
      confidence: asked === null || abstained ? 'low' : margin >= 0.5 ? 'high' : 'medium',
      label: abstained && allowNone ? null : (first?.name ?? null),
      labels: scores,
      margin,
      abstained,
      injection_flags,
    }
  },
})

import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { byEngine, byModel, EngineFacts, InjectionFlag, flagsOf } from '#shared/outcomes/lib/engine-facts.ts'
import example from './example.json' with { type: 'json' }

const CENTS = 8
/** Three orders of the candidates, and a repair. */
const REQUESTS = 4
const READ_MS = 10_000
const [GOOD, POOR] = [0.6, 0.4]

const USUAL_CRITERIA = [
  { name: 'correctness', description: 'It is true and does what the task asks.', weight: 0.5 },
  { name: 'completeness', description: 'It leaves nothing out that the task asks for.', weight: 0.3 },
  { name: 'clarity', description: 'It is easy to read and to the point.', weight: 0.2 },
]

export const llmJudge = defineOutcome({
  slug: 'llm-judge',
  title: 'LLM judge',
  description:
    'Scores or compares up to four candidate outputs against a rubric, in several orders against position bias, with words ' +
    'of the candidate as evidence. Instructions to the judge inside a candidate are taken out and reported. Without a ' +
    'model it scores only what code can tell against a reference (method heuristic); with neither it is refused, uncharged.',
  cents: CENTS,
  timeoutMs: 50_000,
  maxBodyBytes: 512 * 1024,
  models: ['text'],
  withoutModel: ({ reference }) => reference !== undefined,
  decisions: ['proceed', 'review', 'reject'],
  types: {
    takes: { task: 'task', candidates: 'text[]', criteria: 'json', reference: 'text' },
    gives: { winner: 'number', scores: 'json' },
  },
  input: () =>
    z.object({
      task: z.string().min(1).max(8_000).describe('what the output should achieve'),
      candidates: z.array(z.string().min(1).max(40_000)).min(1).max(4).describe('1 to score, 2 or more to compare'),
      criteria: z
        .array(
          z.object({
            name: z.string().trim().min(1).max(60),
            description: z.string().max(500).default(''),
            weight: z.number().positive().max(100).default(1),
          }),
        )
        .min(1)
        .max(10)
        .optional()
        .describe('{name, description, weight}; default correctness 0.5, completeness 0.3, clarity 0.2'),
      reference: z.string().trim().min(1).max(20_000).optional().describe('reference answer'),
      scale: z.int().min(2).max(10).default(5).describe('points per criterion'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.enum(['model', 'heuristic']),
      confidence: z.enum(['high', 'medium', 'low']),
      decision: z
        .enum(['proceed', 'review', 'reject'])
        .describe(
          'proceed when the winner (or the single candidate at 0.6 or more) is stable, reject under 0.4, else review',
        ),
      scores: z.array(
        z.object({
          index: z.int(),
          total: z.number().describe('0 to 1'),
          criteria: z.array(
            z.object({
              name: z.string(),
              score: z.number(),
              rationale: z.string(),
              evidence: z.string().nullable().describe('words of the candidate'),
              supported: z
                .boolean()
                .describe('without evidence a criterion does not count, its weight goes to the others'),
            }),
          ),
        }),
      ),
      winner: z.int().nullable().describe('index, null for tie or single'),
      margin: z.number().describe('of the two best totals'),
      consistency: z.number().describe('share of agreeing verdicts over swapped orders (1 = stable)'),
      checks: z
        .array(
          z.object({
            index: z.int(),
            json_valid: z.boolean().nullable(),
            length: z.int().describe('words'),
            rouge_l_vs_reference: z.number().nullable(),
            numbers_match: z.number().nullable(),
            refusal: z.boolean(),
          }),
        )
        .describe('what code can tell'),
      position_bias: z.boolean().describe('verdict flipped when order was swapped; winner is then null'),
      injection: z
        .array(z.object({ index: z.int(), flags: z.array(InjectionFlag) }))
        .describe('instructions to the judge, by candidate'),
    }),
  example: exampleFrom(example),
  check({ criteria = [] }) {
    const names = criteria.map(({ name }) => name)
    if (new Set(names).size < names.length)
      throw invalidFields({ path: ['criteria'], msg: 'two criteria have the same name' })
  },
  async run({ task, candidates, criteria = USUAL_CRITERIA, reference, scale }, { model, compute, signal }) {
    const name = model.nameOf('text')
    if (name === null && reference === undefined) throw modelNotConfigured(['text'])
    const [{ judgeChecks }, { judgeByRules }, { judgeByModel }, { settleVerdict }] = await Promise.all([
      import('./judge-checks.ts'),
      import('./judge-by-rules.ts'),
      import('./judge-by-model.ts'),
      import('./settle-verdict.ts'),
    ])
    const cap = name === null ? null : model.tokenBudget(CENTS, REQUESTS)
    // The task and the reference need room as well.
    const room =
      cap === null ? null : Math.max(500, cap.inputTokens - Math.ceil((task.length + (reference?.length ?? 0)) / 3))
    const read = await compute('readCandidates', { candidates, maxTokens: room }, { signal, cpuMs: READ_MS })
    const checks = read.map(({ text }) => judgeChecks(task, text, reference))
    const judged =
      cap === null
        ? null
        : await judgeByModel(
            { task, reference, candidates: read, criteria, scale, maxOutputTokens: cap.outputTokens },
            (question) => model.ask(question, { signal, withinMs: 24_000 }),
          )
    const scores =
      judged?.scores ??
      judgeByRules(
        task,
        checks,
        read.map(({ isOrder }) => isOrder),
      )
    const verdict = settleVerdict(scores, judged, { good: GOOD, poor: POOR })
    return {
      ...(judged === null ? byEngine('rubric-checks', '1') : byModel(name, judged.answers)),
      truncated: read.some(({ cutAt }) => cutAt !== null),
      truncated_at: read.find(({ cutAt }) => cutAt !== null)?.cutAt ?? null,
      method: judged === null ? 'heuristic' : 'model',
      confidence: judged === null ? 'low' : judged.consistency === 1 ? 'high' : 'medium',
      ...verdict,
      scores,
      checks: checks.map((check, index) => ({ index, ...check })),
      injection: read.flatMap(({ flags }, index) => (flags.length === 0 ? [] : [{ index, flags: flagsOf(flags) }])),
    }
  },
})

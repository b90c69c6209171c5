import { z } from 'zod'

import type { ModelAnswer } from '#shared/doors/model.ts'

/** How an answer was produced, for every outcome that may use a model. */
export const EngineFacts = {
  engine: z
    .object({
      kind: z.enum(['model', 'deterministic']),
      name: z.string().describe('the model as it is configured, or our engine'),
      version: z.string().describe('the model as its endpoint names it, or the version of the engine'),
    })
    .describe('what produced the answer'),
  usage: z
    .object({ input_tokens: z.int(), output_tokens: z.int() })
    .describe('as reported by the engine, zeros for deterministic'),
  truncated: z.boolean().describe('the input was cut to what the price bears'),
  truncated_at: z.int().nullable().describe('UTF-16 index where it was cut'),
}

/** A sign of prompt injection in an input text. */
export const InjectionFlag = z.object({
  rule: z.string(),
  severity: z.enum(['low', 'medium', 'high']),
  excerpt: z.string(),
})
export const InjectionFlags = z
  .array(InjectionFlag)
  .describe('signs of prompt injection in what was worked on; it was treated as data')

type Flag = z.input<typeof InjectionFlag>
/** Returns at most twenty flags, with only the fields of `InjectionFlag`. */
export const flagsOf = (flags: readonly Flag[]): Flag[] =>
  flags.slice(0, 20).map(({ rule, severity, excerpt }) => ({ rule, severity, excerpt }))

/** The facts of a model's answer. `name` is the configured model. */
export const byModel = (name: string | null, answers: readonly Pick<ModelAnswer<unknown>, 'model' | 'usage'>[]) => ({
  engine: { kind: 'model' as const, name: name ?? '', version: answers[0]?.model ?? '' },
  usage: {
    input_tokens: answers.reduce((sum, { usage }) => sum + usage.inputTokens, 0),
    output_tokens: answers.reduce((sum, { usage }) => sum + usage.outputTokens, 0),
  },
})

/** The facts of an answer by our own engine. */
export const byEngine = (name: string, version: string) => ({
  engine: { kind: 'deterministic' as const, name, version },
  usage: { input_tokens: 0, output_tokens: 0 },
})

/** Whether the input was truncated, and where. */
export const cutAt = (at: number | null) => ({ truncated: at !== null, truncated_at: at })

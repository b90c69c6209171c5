import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'

export const circuitStates = ['closed', 'open', 'half_open'] as const

/** What retry-storm-guard answers. */
export const retryVerdict = z.object({
  ...verdictFields,
  storm: z.boolean().describe('any storm signal of severity high'),
  metrics: z.object({
    requests: z.int().describe('events in the window'),
    first_attempts: z.int(),
    retries: z.int(),
    retry_ratio: z.number().describe('retries to first attempts'),
    failure_rate: z.number(),
    amplification: z.number().describe('requests to first attempts'),
    peak_rps: z.int().describe('most requests within any one second'),
    max_attempts_seen: z.int(),
  }),
  spacing: z.object({
    pattern: z.enum(['exponential', 'linear', 'constant', 'immediate', 'random', 'insufficient']),
    median_ms: z.number().nullable(),
    growth: z.number().nullable().describe('median ratio of one wait to the one before it'),
    jitter_cv: z.number().nullable().describe('coefficient of variation of the waits, growth taken out'),
  }),
  circuit: z.object({
    state: z.enum(circuitStates),
    opened_at: z.string().nullable(),
    probe_at: z.string().nullable(),
  }),
  per_target: z.array(
    z.object({
      target: z.string(),
      requests: z.int(),
      failures: z.int(),
      retries: z.int(),
      state: z.enum(circuitStates),
    }),
  ),
  recommended_delay_ms: z.object({ min: z.int(), max: z.int() }).describe('draw the wait from this range'),
  retryable: z.boolean().nullable().describe('by the status of next'),
  layer_amplification: z.int().nullable(),
})
export type RetryVerdict = z.output<typeof retryVerdict>

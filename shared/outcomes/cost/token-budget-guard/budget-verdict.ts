import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'

/** What token-budget-guard answers. */
export const budgetVerdict = z.object({
  ...verdictFields,
  tokens: z
    .object({
      input: z.int().describe('messages, tools and overhead; for estimates the upper bound'),
      messages: z.int(),
      tools: z.int(),
      overhead: z.int().describe('roles, names and the marks of the chat format'),
      reserved: z.int(),
      total: z.int().describe('input and what is reserved'),
    })
    .describe('tokens'),
  encoding: z.enum(['o200k_base', 'cl100k_base', 'p50k', 'r50k_base', 'claude-estimate', 'heuristic']),
  exact: z.boolean().describe('false for estimates, and where tools or media are sent'),
  margin_pct: z.number().describe('error margin added for estimates (0, 15 or 25)'),
  window: z.int().describe('context window used'),
  remaining: z.int().describe('window - input - reserve, negative when over'),
  utilization_pct: z.number().describe('input of window'),
  per_message: z.array(
    z.object({ index: z.int(), role: z.string(), tokens: z.int(), pct: z.number(), kind: z.string() }),
  ),
  trim_plan: z.array(
    z.object({
      index: z.int(),
      action: z.enum(['drop', 'summarize', 'truncate', 'dedupe']),
      saves_tokens: z.int(),
      reason: z.string(),
    }),
  ),
  trim_fits: z.boolean().nullable().describe('whether it fits after the plan; null when it fits now'),
  cost: z
    .object({
      input_usd: z.number().nullable(),
      input_cached_usd: z.number().nullable().describe('when all of the input is read from the cache'),
      output_max_usd: z.number().nullable().describe('when the whole reserve is written'),
    })
    .nullable(),
  fits: z.boolean().describe('within window and budget'),
})
export type BudgetVerdict = z.output<typeof budgetVerdict>

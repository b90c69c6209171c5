import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'

const perTool = z.record(z.string(), z.int())

/** What tool-call-budget-guard answers. */
export const toolBudgetVerdict = z.object({
  ...verdictFields,
  used: z.object({
    calls: z.int(),
    cost_usd: z.number(),
    wall_s: z.number().nullable().describe('null when fewer than two times are known'),
    failures: z.int(),
    per_tool: perTool,
  }),
  remaining: z.object({
    calls: z.int(),
    cost_usd: z.number().nullable().describe('null without max_cost_usd'),
    per_tool: perTool.describe('of the tools that have a budget'),
  }),
  loops: z.array(
    z.object({
      kind: z.enum(['exact_repeat', 'cycle', 'near_repeat', 'no_progress', 'ping_pong']),
      tools: z.array(z.string()),
      length: z.int().describe('calls in one round'),
      repeats: z.int(),
      first_index: z.int(),
      active: z.boolean().describe('whether one of the last ten calls belongs to it'),
    }),
  ),
  projected: z
    .object({ calls: z.int(), cost_usd: z.number(), breaches: z.array(z.string()) })
    .nullable()
    .describe('after next'),
  burn: z
    .object({ calls_per_min: z.number(), cost_per_min: z.number(), exhausted_in_s: z.number().nullable() })
    .nullable()
    .describe('null when fewer than two times are known'),
  suggestion: z.string().nullable(),
})
export type ToolBudgetVerdict = z.output<typeof toolBudgetVerdict>
export type Loop = ToolBudgetVerdict['loops'][number]

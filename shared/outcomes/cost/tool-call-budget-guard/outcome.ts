import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { eventTime, nowInput } from '#shared/engines/guard/instant.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { toolBudgetVerdict } from './budget-verdict.ts'
import { boundedRecord } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const tool = z.string().min(1).max(200)
const usd = z.number().min(0).max(1_000_000)
const digest = z.string().min(1).max(200)
const most = z.int().min(0).max(1_000_000)

export const toolCallBudgetGuard = defineOutcome({
  slug: 'tool-call-budget-guard',
  title: 'Tool-call budget guard',
  description:
    'Checks a run’s tool calls, and the one it plans, against budgets of calls, money, time and failures in all and per tool, ' +
    'and finds loops before they cost more: repeats, near repeats, cycles, going to and fro, and calls that bring nothing ' +
    'new. Says how fast the budget burns and which earlier result answers the next call.',
  cents: 8,
  maxBodyBytes: 4 * 1024 * 1024,
  isolation: 'thread',
  decisions: ['allow', 'review', 'require_confirm', 'block'],
  types: { takes: { calls: 'json', budget: 'json', next: 'json' }, gives: { decision: 'decision' } },
  input: () =>
    guardInput({
      calls: z
        .array(
          z.looseObject({
            tool,
            args: z.unknown().optional(),
            args_digest: digest.optional(),
            ts: eventTime.optional(),
            cost_usd: usd.optional(),
            ok: z.boolean().optional(),
            result_digest: digest.optional(),
          }),
        )
        .max(5_000)
        .describe('up to 5000 {tool, args?|args_digest?, ts?, cost_usd?, ok?, result_digest?}'),
      budget: z
        .looseObject({
          max_calls: documentedDefault(most, 50),
          max_cost_usd: usd.optional(),
          max_per_tool: boundedRecord(tool, most, 200).optional(),
          max_consecutive_failures: documentedDefault(most, 3),
          max_wall_s: z.number().min(0).max(31_536_000).optional(),
          polling: z.array(tool).max(200).optional().describe('read-only tools that may be asked again and again'),
        })
        .optional()
        .describe(
          '{max_calls 50, max_cost_usd, max_per_tool {tool: n}, max_consecutive_failures 3, max_wall_s, polling}',
        ),
      next: z
        .looseObject({
          tool,
          args: z.unknown().optional(),
          args_digest: digest.optional(),
          est_cost_usd: usd.optional(),
        })
        .optional()
        .describe('{tool, args, est_cost_usd} planned call'),
      progress: z.array(digest).max(5_000).optional().describe('optional result digests or milestones per step'),
      now: nowInput,
    }),
  output: toolBudgetVerdict,
  example: exampleFrom(example),
  check({ calls, next }) {
    refuseDeep('calls', calls)
    refuseDeep('next', next)
  },
  async run(input) {
    const { judgeToolBudget } = await import('./judge-tool-budget.ts')
    return judgeToolBudget(input)
  },
})

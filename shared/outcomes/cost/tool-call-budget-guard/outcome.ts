import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { eventTime, nowInput } from '#shared/engines/guard/instant.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { toolBudgetVerdict } from './budget-verdict.ts'
import { boundedRecord } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

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
  input: guardInput({
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
      .looseObject({ tool, args: z.unknown().optional(), args_digest: digest.optional(), est_cost_usd: usd.optional() })
      .optional()
      .describe('{tool, args, est_cost_usd} planned call'),
    progress: z.array(digest).max(5_000).optional().describe('optional result digests or milestones per step'),
    now: nowInput,
  }),
  output: toolBudgetVerdict,
  example: {
    input: {
      calls: [
        {
          tool: 'search',
          args: { q: 'rates' },
          ts: '2026-11-20T12:00:00Z',
          cost_usd: 0.01,
          ok: true,
          result_digest: 'r1',
        },
        {
          tool: 'fetch',
          args: { url: 'https://example.com' },
          ts: '2026-11-20T12:00:20Z',
          cost_usd: 0.02,
          ok: true,
          result_digest: 'r2',
        },
        {
          tool: 'search',
          args: { q: 'rates' },
          ts: '2026-11-20T12:00:40Z',
          cost_usd: 0.01,
          ok: true,
          result_digest: 'r1',
        },
      ],
      budget: { max_calls: 20, max_cost_usd: 0.5 },
      next: { tool: 'search', args: { q: 'rates' }, est_cost_usd: 0.01 },
    },
    output: {
      decision: 'require_confirm',
      reasons: [
        {
          code: 'loop_exact_repeat',
          severity: 'medium',
          message: '"search" is called 3 times with the same arguments.',
          path: '/calls/0',
          evidence: {
            kind: 'exact_repeat',
            tools: ['search'],
            length: 1,
            repeats: 3,
            first_index: 0,
            active: true,
            loops: 1,
          },
        },
      ],
      checks: [
        {
          id: 'calls',
          status: 'pass',
          detail: '4 of 20 calls',
        },
        {
          id: 'cost',
          status: 'pass',
          detail: '0.05 of 0.5 USD',
        },
        {
          id: 'wall',
          status: 'skipped',
          detail: 'budget.max_wall_s was not given',
        },
        {
          id: 'failures',
          status: 'pass',
          detail: '0 in a row, 3 allowed',
        },
        {
          id: 'loops',
          status: 'fail',
          detail: '1 loop(s) found',
        },
        {
          id: 'progress',
          status: 'pass',
          detail: '3 of 3 results are known',
        },
      ],
      risk_score: 12,
      next_action: 'Stop repeating; use the results at hand, change the approach or ask for help.',
      input_digest: 'f8696d7bf48c4043c72a2ed4354384bd504f1c182688c8faccf02ff04f53ef68',
      ruleset: 'tool-call-budget/2026-11-20',
      used: {
        calls: 3,
        cost_usd: 0.04,
        wall_s: 40,
        failures: 0,
        per_tool: {
          search: 2,
          fetch: 1,
        },
      },
      remaining: {
        calls: 17,
        cost_usd: 0.46,
        per_tool: {},
      },
      loops: [
        {
          kind: 'exact_repeat',
          tools: ['search'],
          length: 1,
          repeats: 3,
          first_index: 0,
          active: true,
        },
      ],
      projected: {
        calls: 4,
        cost_usd: 0.05,
        breaches: [],
      },
      burn: {
        calls_per_min: 4.5,
        cost_per_min: 0.06,
        exhausted_in_s: 227,
      },
      suggestion: 'The result of call 2 has the same arguments; use it instead of calling again.',
    },
  },
  check({ calls, next }) {
    refuseDeep('calls', calls)
    refuseDeep('next', next)
  },
  async run(input) {
    const { judgeToolBudget } = await import('./judge-tool-budget.ts')
    return judgeToolBudget(input)
  },
})

import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { budgetVerdict } from './budget-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const usd = z.number().min(0).max(1_000_000).optional()
const objects = z.array(jsonObject())

export const tokenBudgetGuard = defineOutcome({
  slug: 'token-budget-guard',
  title: 'Token budget guard',
  description:
    'Counts the tokens of a prompt (messages, tool definitions, chat framing) for a model, exactly where its vocabulary is ' +
    'public and as an upper bound with a stated margin elsewhere, and decides whether it fits the window, the reserve for ' +
    'the answer and your own budget. When it does not, a trim plan says which messages to take out and what each saves.',
  cents: 10,
  maxBodyBytes: 8 * 1024 * 1024,
  isolation: 'thread',
  decisions: ['allow', 'review', 'block'],
  input: guardInput({
    messages: objects
      .max(20_000)
      .optional()
      .describe('chat messages {role, content, tool_calls?}; content string or parts'),
    text: z.string().max(2_000_000).optional().describe('alternative'),
    tools: objects.max(5_000).optional().describe('tool definitions sent along'),
    model: documentedDefault(z.string().min(1).max(200), 'gpt-4o').describe('model id'),
    context_window: z.int().min(1).max(1_000_000_000).optional().describe('override'),
    reserve_output: documentedDefault(z.int().min(0).max(1_000_000_000), 1_024).describe('tokens kept for the answer'),
    budget_tokens: z.int().min(1).max(1_000_000_000).optional().describe('own ceiling'),
    price_per_mtok: z
      .looseObject({ input: usd, output: usd, cached: usd })
      .optional()
      .describe('{input, output, cached} USD'),
  }),
  output: budgetVerdict,
  example: {
    input: {
      messages: [
        { role: 'system', content: 'You answer in one sentence.' },
        { role: 'user', content: 'What is the capital of France?' },
        { role: 'assistant', content: 'The capital of France is Paris.' },
        { role: 'user', content: 'And of Italy?' },
      ],
      model: 'gpt-4o',
      budget_tokens: 40,
      price_per_mtok: { input: 2.5, output: 10 },
    },
    output: {
      decision: 'block',
      reasons: [
        {
          code: 'over_budget',
          severity: 'high',
          message: '43 tokens of input are 3 more than the budget of 40.',
          path: '/budget_tokens',
          evidence: {
            input: 43,
            budget: 40,
          },
        },
      ],
      checks: [
        {
          id: 'model',
          status: 'pass',
          detail: 'counted exactly with o200k_base',
        },
        {
          id: 'window',
          status: 'pass',
          detail: '126933 of 128000 tokens remain',
        },
        {
          id: 'budget',
          status: 'fail',
          detail: '43 of 40 tokens',
        },
        {
          id: 'tools',
          status: 'skipped',
          detail: 'tools was not given',
        },
        {
          id: 'media',
          status: 'pass',
          detail: 'every part is text',
        },
      ],
      risk_score: 30,
      next_action: 'Apply trim_plan, then call again.',
      input_digest: '8df8050b55100a7e2f0c19b9d2720cbf84c4dfcd10c8c27ccd4a938ea4793aac',
      ruleset: 'token-budget/2026-11-20',
      tokens: {
        input: 43,
        messages: 24,
        tools: 0,
        overhead: 19,
        reserved: 1024,
        total: 1067,
      },
      encoding: 'o200k_base',
      exact: true,
      margin_pct: 0,
      window: 128000,
      remaining: 126933,
      utilization_pct: 0,
      per_message: [
        {
          index: 0,
          role: 'system',
          tokens: 10,
          pct: 23.3,
          kind: 'system',
        },
        {
          index: 1,
          role: 'user',
          tokens: 11,
          pct: 25.6,
          kind: 'user',
        },
        {
          index: 2,
          role: 'assistant',
          tokens: 11,
          pct: 25.6,
          kind: 'assistant',
        },
        {
          index: 3,
          role: 'user',
          tokens: 8,
          pct: 18.6,
          kind: 'user',
        },
      ],
      trim_plan: [
        {
          index: 1,
          action: 'drop',
          saves_tokens: 11,
          reason: 'One of the oldest turns.',
        },
      ],
      trim_fits: true,
      cost: {
        input_usd: 0.0001075,
        input_cached_usd: null,
        output_max_usd: 0.01024,
      },
      fits: false,
    },
  },
  check({ messages, text, tools }) {
    if (messages === undefined && text === undefined) {
      throw invalidFields({ path: ['messages'], msg: 'Value error, send messages or text' })
    }
    refuseDeep('messages', messages)
    refuseDeep('tools', tools)
  },
  async run(input) {
    const { judgeTokenBudget } = await import('./judge-token-budget.ts')
    return judgeTokenBudget(input)
  },
})

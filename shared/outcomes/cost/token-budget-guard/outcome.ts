import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { budgetVerdict } from './budget-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: {
      text: 'text',
      messages: 'json',
      tools: 'tool-list',
      model: 'model-name',
      reserve_output: 'reserve-tokens',
      budget_tokens: 'json',
      context_window: 'json',
    },
    gives: { decision: 'decision' },
    either: ['text', 'messages'],
  },
  input: () =>
    guardInput({
      messages: objects
        .max(20_000)
        .optional()
        .describe('chat messages {role, content, tool_calls?}; content string or parts'),
      text: z.string().max(2_000_000).optional().describe('alternative'),
      tools: objects.max(5_000).optional().describe('tool definitions sent along'),
      model: documentedDefault(z.string().min(1).max(200), 'gpt-4o').describe('model id'),
      context_window: z.int().min(1).max(1_000_000_000).optional().describe('override'),
      reserve_output: documentedDefault(z.int().min(0).max(1_000_000_000), 1_024).describe(
        'tokens kept for the answer',
      ),
      budget_tokens: z.int().min(1).max(1_000_000_000).optional().describe('own ceiling'),
      price_per_mtok: z
        .looseObject({ input: usd, output: usd, cached: usd })
        .optional()
        .describe('{input, output, cached} USD'),
    }),
  output: budgetVerdict,
  example: exampleFrom(example),
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

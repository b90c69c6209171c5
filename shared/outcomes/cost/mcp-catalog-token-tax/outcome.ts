import { z } from 'zod'

import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { taxReport } from './tax-report.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const MOST_TOOLS = 1_000
const list = z.array(jsonObject()).max(MOST_TOOLS)

export const mcpCatalogTokenTax = defineOutcome({
  slug: 'mcp-catalog-token-tax',
  title: 'MCP catalogue token tax',
  description:
    'Measures what a tool catalogue (MCP, OpenAI or Anthropic form) costs in tokens on every turn, per tool and part, with ' +
    'the real tokenizer: share of the window, price of a session with and without cache, repeated text, idle schema members, ' +
    'unused and confusable tools, and how small it gets without losing a word that matters.',
  cents: 2,
  impulse: true,
  maxBodyBytes: 4 * 1024 * 1024,
  isolation: 'thread',
  types: {
    takes: { tools: 'tool-list', model: 'model-name', turns: 'json' },
    gives: { savings: 'json', total_tokens: 'number' },
  },
  input: () =>
    z.object({
      tools: z
        .union([list, z.looseObject({ tools: list }), z.looseObject({ result: z.looseObject({ tools: list }) })])
        .describe('tools/list result, or {result:{tools}}, or OpenAI/Anthropic tool arrays'),
      model: z.string().min(1).max(200).default('gpt-4o').describe('tokenizer and window'),
      context_window: z.int().min(1).max(1_000_000_000).optional().describe('override'),
      turns: z.int().min(1).max(1_000).default(20).describe('turns per session'),
      price_per_mtok: z.number().min(0).max(1_000_000).default(2.5).describe('input price USD'),
      used_tools: z.array(z.string().max(500)).max(MOST_TOOLS).optional().describe('tools really used (for waste)'),
    }),
  output: taxReport,
  example: exampleFrom(example),
  check: ({ tools }) => refuseDeep('tools', tools),
  async run(input) {
    const { measureCatalog } = await import('./measure-catalog.ts')
    return measureCatalog(input)
  },
})

import { z } from 'zod'

import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { taxReport } from './tax-report.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

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
  input: z.object({
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
  example: {
    input: {
      tools: [
        {
          name: 'get_weather',
          description: 'Get weather for a city',
          inputSchema: {
            $schema: 'http://json-schema.org/draft-07/schema#',
            type: 'object',
            properties: { city: { type: 'string', title: 'City' } },
            required: ['city'],
          },
        },
      ],
      turns: 10,
    },
    output: {
      total_tokens: 54,
      exact: true,
      encoding: 'o200k_base',
      margin_pct: 0,
      window: 128000,
      window_pct: 0,
      tools: [
        {
          name: 'get_weather',
          tokens: 54,
          pct: 100,
          breakdown: {
            name: 5,
            description: 8,
            schema: 40,
            annotations: 0,
          },
          waste: [
            {
              path: '/tools/0/inputSchema/$schema',
              tokens: 14,
              code: 'verbose_schema',
            },
            {
              path: '/tools/0/inputSchema/properties/city/title',
              tokens: 4,
              code: 'title_noise',
            },
          ],
        },
      ],
      session: {
        tokens: 540,
        cost_usd: 0.00135,
        cached_cost_usd: 0.0002565,
      },
      savings: [
        {
          code: 'verbose_schema',
          path: '/tools/0/inputSchema/$schema',
          saves_tokens: 14,
          lossless: true,
          how: 'Remove $schema; no model reads it.',
        },
        {
          code: 'title_noise',
          path: '/tools/0/inputSchema/properties/city/title',
          saves_tokens: 4,
          lossless: true,
          how: 'Remove the title; it is the name of the property again.',
        },
      ],
      optimized_tokens: 35,
      unused_tokens: null,
      unknown_used_tools: [],
      grade: 'A',
      duplicates: [],
      notes: [
        'A prompt cache lowers the price of the catalogue, not its share of the window.',
        'Counted as the minified JSON of name, description, inputSchema and annotations; providers write definitions a little differently.',
      ],
    },
  },
  check: ({ tools }) => refuseDeep('tools', tools),
  async run(input) {
    const { measureCatalog } = await import('./measure-catalog.ts')
    return measureCatalog(input)
  },
})

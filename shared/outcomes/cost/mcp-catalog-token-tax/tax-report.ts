import { z } from 'zod'

const code = z.enum([
  'long_description',
  'duplicate_text',
  'verbose_schema',
  'examples',
  'unused_tool',
  'enum_bloat',
  'title_noise',
  'white_space',
])
export type WasteCode = z.output<typeof code>

/** What mcp-catalog-token-tax answers. */
export const taxReport = z.object({
  total_tokens: z.int().describe('tokens of the minified JSON of all tools'),
  exact: z.boolean().describe('tokenizer exact for the model'),
  encoding: z.string(),
  margin_pct: z.number().describe('error margin added for estimates (0, 15 or 25)'),
  window: z.int().describe('context window used'),
  window_pct: z.number().describe('share of the window'),
  tools: z
    .array(
      z.object({
        name: z.string(),
        tokens: z.int(),
        pct: z.number(),
        breakdown: z.object({ name: z.int(), description: z.int(), schema: z.int(), annotations: z.int() }),
        waste: z.array(z.object({ path: z.string(), tokens: z.int(), code })),
      }),
    )
    .describe('sorted by tokens'),
  session: z
    .object({ tokens: z.int(), cost_usd: z.number(), cached_cost_usd: z.number() })
    .describe('total_tokens * turns; cached: every turn after the first at a tenth of the price'),
  savings: z
    .array(
      z.object({
        code,
        path: z.string(),
        saves_tokens: z.int(),
        lossless: z.boolean().describe('whether the model is told the same without it'),
        how: z.string(),
      }),
    )
    .describe('sorted by tokens, at most 200'),
  optimized_tokens: z.int().describe('after all lossless savings'),
  unused_tokens: z.int().nullable().describe('tokens of tools not in used_tools'),
  unknown_used_tools: z.array(z.string()).describe('names of used_tools that the catalogue lacks'),
  grade: z.enum(['A', 'B', 'C', 'D', 'F']).describe('A under 2 percent of the window, B 5, C 10, D 20, else F'),
  duplicates: z.array(
    z.object({ tools: z.array(z.string()), similarity: z.number(), kind: z.enum(['same_name', 'same', 'near']) }),
  ),
  notes: z.array(z.string()),
})
export type TaxReport = z.output<typeof taxReport>

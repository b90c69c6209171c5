import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

const Field = z.strictObject({
  /** Absent where the document shows no request shape. */
  required: z.boolean().optional(),
  type: z.enum(['integer', 'number', 'boolean']).optional(),
  enum: z.array(z.string()).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  default: z.union([z.string(), z.number()]).optional(),
})
export type SeedField = z.output<typeof Field>

/**
 * What the interface document says of each slug, word for word, and nothing else: its price, its pack where the document
 * puts it in one, whether Base comes first, whether a day pass covers it, and of each input field what is said there.
 * `kind` is ours: what an outcome needs to answer.
 */
const Seed = z.record(
  z.string(),
  z.strictObject({
    kind: z.enum(['pure', 'stateful', 'network', 'chain', 'composite', 'model', 'browser']),
    cents: z.int().optional(),
    pack: z.string().optional(),
    impulse: z.boolean(),
    day_pass: z.boolean(),
    fields: z.record(z.string(), Field).optional(),
  }),
)

export const seed = Seed.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'seed.json'), 'utf8')))

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
export type DocumentedField = z.output<typeof Field>

const DocumentedOutcome = z.strictObject({
  /** What an outcome needs to answer. The document does not say it. */
  kind: z.enum(['pure', 'stateful', 'network', 'chain', 'composite', 'model', 'browser']),
  /** The example runs in the outcome's own tests alone, where what it asks is a fixture. */
  worldly: z.literal(true).optional(),
  cents: z.int(),
  pack: z.string(),
  /** What the document leaves open, so that the price or the pack is our proposal. */
  ours: z.array(z.enum(['cents', 'pack'])).optional(),
  /** Base comes first in accepts[]. */
  impulse: z.boolean(),
  day_pass: z.boolean(),
  fields: z.record(z.string(), Field).optional(),
})
export type DocumentedOutcome = z.output<typeof DocumentedOutcome>

/** What the interface document says of each outcome: the only copy. The other endpoints stand in `endpoints.ts`. */
export const OUTCOMES = z
  .record(z.string(), DocumentedOutcome)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'document.json'), 'utf8')))

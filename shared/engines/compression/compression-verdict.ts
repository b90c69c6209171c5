import { z } from 'zod'

import { factCategories } from '../facts/fact.ts'
import { verdictFields } from '../guard/verdict.ts'

export const auditCategories = [...factCategories, 'must_keep'] as const
export type AuditCategory = (typeof auditCategories)[number]
const category = z.enum(auditCategories)

/** The answer of the context compression audit. */
export const compressionVerdict = z.object({
  ...verdictFields,
  fidelity: z.number().min(0).max(1).describe('weighted share of the original’s facts that are kept'),
  precision: z.number().min(0).max(1).describe('1 - invented / facts in compressed'),
  ratio: z.object({
    tokens_original: z.int(),
    tokens_compressed: z.int(),
    saved_pct: z.number(),
    tokenizer: z.string(),
    exact: z.boolean().describe('whether that is the tokenizer of model'),
  }),
  categories: z.array(
    z.object({
      name: category,
      total: z.int(),
      kept: z.int(),
      changed: z.int(),
      lost: z.int(),
      recall: z.number(),
      weight: z.number(),
    }),
  ),
  lost: z.array(
    z.object({ category, value: z.string(), context: z.string(), position: z.int(), importance: z.number() }),
  ),
  changed: z.array(
    z.object({
      category,
      original: z.string(),
      compressed: z.string(),
      context: z.string(),
      what: z.enum(['value', 'negation', 'modality']),
    }),
  ),
  invented: z.array(z.object({ category, value: z.string(), context: z.string() })),
  must_keep: z.array(z.object({ item: z.string(), status: z.enum(['kept', 'lost', 'paraphrased']) })),
  patch: z.string().describe('append it to compressed to restore the lost critical items'),
})
export type CompressionVerdict = z.output<typeof compressionVerdict>

export type CompressionInput = {
  original: string | readonly unknown[]
  compressed: string | readonly unknown[]
  must_keep?: readonly string[] | undefined
  model?: string | undefined
  weights?: Readonly<Record<string, unknown>> | undefined
  threshold?: { review?: number | undefined; block?: number | undefined } | undefined
}

import { z } from 'zod'

import { StepShape } from '#shared/engines/company/report/brief-report.ts'
import { SourceRow } from '#shared/engines/company/report/sources.ts'

const text = z.string().nullable()
const value = z.union([z.string(), z.number(), z.boolean()])

export const snapshotFields = {
  rows: z
    .array(
      z.object({
        domain: z.string(),
        status: z.enum(['read', 'same_as_subject', 'unreachable', 'parked']),
        name: text,
        tagline: text,
        pricing: z
          .object({
            model: z.string(),
            entry_price: z.number().nullable(),
            currency: text,
            period: text,
            free_tier: z.boolean(),
            url: z.string(),
            quote: text,
          })
          .nullable(),
        features: z.array(z.object({ text: z.string(), source_url: z.string() })),
        technologies: z.array(z.string()),
        founded: z.int().nullable(),
        size_band: text,
        hq: text,
        age_days: z.int().nullable().describe('of the domain'),
        last_news: z.object({ title: z.string(), date: text, url: z.string() }).nullable(),
        tranco_rank: z.int().nullable().describe('null: no source of traffic ranks is asked'),
        evidence: z.array(
          z.object({
            field: z.string(),
            source_url: z.string(),
            quote: text,
            path: text,
            observed_at: z.string(),
            confidence: z.number(),
          }),
        ),
      }),
    )
    .describe('the subject first'),
  matrix: z.array(z.object({ attribute: z.string(), values: z.record(z.string(), value) })),
  differences: z.array(
    z.object({ attribute: z.string(), subject: value, others: z.record(z.string(), value), note: z.string() }),
  ),
  discovered: z.boolean(),
  discovery_evidence: z.array(z.object({ domain: z.string(), why: z.string(), source_url: z.string() })),
  unknowns: z.array(z.object({ domain: z.string(), fields: z.array(z.string()) })),
  sources: z.array(SourceRow),
  steps: z.array(StepShape),
}
export type Snapshot = z.output<z.ZodObject<typeof snapshotFields>>

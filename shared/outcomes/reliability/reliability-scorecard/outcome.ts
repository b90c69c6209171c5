import { z } from 'zod'

import { eventTime } from '#shared/engines/guard/instant.ts'
import { scoreAgent } from './scorecard.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const answer = z.boolean().nullable().optional()
const practices = z.object({
  idempotency_keys: answer,
  optimistic_locking: answer,
  readback: answer,
  retry_budget: answer,
  timeouts: answer,
  destructive_confirm: answer,
  secrets_scan: answer,
  injection_scan: answer,
  tool_pinning: answer,
  tracing: answer,
  budget_caps: answer,
  receipts: answer,
  rollback: answer,
  human_escalation: answer,
  memory_integrity: answer,
})

export const reliabilityScorecard = defineOutcome({
  slug: 'reliability-scorecard',
  title: 'Reliability scorecard',
  description:
    "Free self-assessment of an agent's operational reliability from a questionnaire or an event log, the weakest " +
    "points first. An empty body returns the questionnaire; a slug returns that outcome's live reliability.",
  cents: 0,
  types: { takes: { practices: 'json', events: 'json', slug: 'slug' }, gives: { grade: 'decision', score: 'number' } },
  input: () =>
    z.object({
      practices: practices.optional().describe('yes, no, or null for unknown'),
      events: z
        .array(
          z.object({
            ts: eventTime.optional(),
            kind: z.string().max(200).optional(),
            ok: z.boolean().optional(),
            attempt: z.int().min(0).max(1_000_000).optional().describe('1 for the first try'),
            destructive: z.boolean().optional(),
            confirmed: z.boolean().optional(),
            key: z.string().max(1_000).optional(),
          }),
        )
        .max(500)
        .optional()
        .describe('a log, to measure instead of trusting answers'),
      slug: z.string().max(100).optional().describe("alternatively: live reliability of one of this service's slugs"),
    }),
  output: () =>
    z.object({
      score: z.int().min(0).max(100).nullable(),
      grade: z.enum(['A', 'B', 'C', 'D', 'F']).nullable(),
      dimensions: z.array(
        z.object({
          id: z.string(),
          score: z.int().nullable(),
          basis: z.enum(['measured', 'declared', 'unknown']),
          evidence: z.string(),
        }),
      ),
      top_gaps: z.array(
        z.object({
          dimension: z.string(),
          why_it_matters: z.string(),
          fix: z.string(),
          related_slug: z.string().nullable(),
        }),
      ),
      coverage: z.number().describe('share of dimensions with any basis'),
      measured: z
        .object({
          success_rate: z.number().nullable(),
          retry_ratio: z.number().nullable(),
          duplicate_keys: z.int(),
          unconfirmed_destructive: z.int(),
        })
        .nullable(),
      service: z
        .object({
          calls: z.int(),
          paid_calls: z.int(),
          success_rate_30d: z.number().nullable(),
          p50_ms: z.number().nullable(),
          p95_ms: z.number().nullable(),
          last_called_label: z.string().nullable(),
        })
        .nullable(),
      questionnaire: z
        .array(z.object({ practice: z.string(), dimension: z.string(), weight: z.int(), question: z.string() }))
        .nullable(),
      notes: z.array(z.string()),
    }),
  example: exampleFrom(example),
  async run({ practices = {}, events = [], slug }, ctx) {
    const service = slug === undefined ? null : await ctx.reliability(slug)
    const { questionnaire, ...card } = scoreAgent(practices, events)
    const unknownSlug = slug !== undefined && service === null
    return {
      ...card,
      service,
      questionnaire: slug === undefined ? questionnaire : null,
      notes: unknownSlug ? [`this service has no outcome called ${slug}`] : [],
    }
  },
})

import { z } from 'zod'

import { JobView } from './job.view.ts'

const when = z.string().describe('ISO 8601, UTC')
const CheckResults = z.object({
  state: z.enum(['waiting', 'done']),
  verdict: z.enum(['passed', 'warnings', 'failed']).nullable(),
  results: z.array(z.object({ id: z.string(), status: z.enum(['pass', 'warn', 'fail', 'error']), detail: z.string() })),
})
const Party = z.object({ user_id: z.string(), username: z.string() })

/** A hire, for its two sides. */
const EngagementView = z.object({
  proposal_id: z.string(),
  worker: Party,
  bid_cents: z.int(),
  check_cents: z.int().describe('list price of the outcome checks'),
  fee_bps: z.int(),
  funded_at: when,
  due_at: when,
  money: z.object({
    in_escrow_cents: z.int(),
    worker_cents: z.int().nullable().describe('what the worker is paid; null until it is decided'),
    fee_cents: z.int().nullable(),
    checks_cents: z.int().nullable(),
    poster_cents: z.int().nullable().describe('what went back to the poster'),
    refund_key: z
      .string()
      .nullable()
      .describe(
        'for the poster: the prepaid key that holds the refund, unless it went back to the key or wallet that paid',
      ),
    refund_payout: z
      .object({ payout_id: z.string(), state: z.string(), transaction: z.string().nullable() })
      .nullable()
      .describe('for the poster: the refund on its way to the Solana wallet that paid'),
    refund_card: z
      .object({ cents: z.int(), state: z.enum(['asked', 'made', 'failed']) })
      .nullable()
      .describe('for the poster: the refund to the card that paid'),
  }),
  deliveries: z.array(
    z.object({
      nth: z.int(),
      notes: z.string(),
      url: z.string().nullable(),
      result: z.unknown(),
      files: z.array(
        z.object({
          file_id: z.string(),
          name: z.string(),
          bytes: z.int(),
          sha256: z.string(),
          url: z.string(),
        }),
      ),
      digest: z.string().describe('SHA-256 of the canonical JSON of {files, notes, result, url}'),
      checks: CheckResults,
      created_at: when,
    }),
  ),
  dispute: z
    .object({
      opened_by: z.string(),
      opened_at: when,
      poster_answered_at: when.nullable(),
      worker_answered_at: when.nullable(),
      worker_bps: z.int().nullable().describe('the part of the bid that the worker got, in hundredths of a percent'),
    })
    .nullable(),
  timeline: z.array(
    z.object({
      at: when,
      event: z.string(),
      actor: z.string(),
      reason: z.string().nullable(),
      status: z.string(),
    }),
  ),
})
export type EngagementView = z.output<typeof EngagementView>

/** A job with all of its brief, and its hire for the two sides. */
export const JobDetail = JobView.extend({
  status: z.string(),
  description: z.string(),
  done_when: z.string().nullable(),
  acceptance_checks: z.array(z.unknown()),
  check_cents: z.int(),
  poster: Party,
  brief_check: CheckResults.describe('what hire-done-when-lint says of the brief'),
  created_at: when,
  expires_at: when,
  next: z.object({ event: z.string(), at: when }).nullable().describe('what happens by itself, and when'),
  role: z.enum(['poster', 'worker']).nullable(),
  allowed_actions: z.array(z.string()),
  engagement: EngagementView.nullable().describe('for the poster and the hired worker'),
})
export type JobDetail = z.output<typeof JobDetail>
export type CheckResultsView = z.output<typeof CheckResults>

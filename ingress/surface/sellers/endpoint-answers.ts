import { z } from 'zod'

import { VettingCheck } from '#shared/market/vetting/vetting.ts'

import { pageOf } from '../market/paged.ts'
import { Fees } from '../market/listing-answers.ts'

const cents = z.int()
const when = z.string().describe('ISO 8601, UTC')
const json = z.record(z.string(), z.unknown())

const ListedEndpoint = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  seller: z.object({ username: z.string() }),
  state: z.enum(['verifying', 'live', 'paused']),
  method: z.literal('POST'),
  path: z.string(),
  url: z.string(),
  price_cents: cents,
  price_usd: z.string(),
  timeout_s: z.number(),
  quality: z
    .object({
      score: z.number().describe('0 to 1: lower bound of the share of payers who were answered, each payer one vote'),
      calls_30d: z.int(),
      success_rate_30d: z.number().nullable(),
      p50_ms: z.number().nullable(),
      p95_ms: z.number().nullable(),
      distinct_payers_30d: z.int(),
      age_days: z.int(),
    })
    .describe('from our own ledger; calls that a wallet of the seller paid do not count'),
  checked: z
    .object({
      status: z.enum(['pending', 'passed', 'warnings', 'failed']),
      checks: z.array(VettingCheck),
      last_test_at: when.nullable(),
      last_test_ok: z.boolean().nullable(),
    })
    .describe('what our scanners said of its texts and schemas, and the last test call'),
  openapi_url: z.string(),
  created_at: when,
})

export const EndpointPage = pageOf(ListedEndpoint)

/** One endpoint with its schemas; to its seller also what nobody else sees. */
export const EndpointAnswer = ListedEndpoint.extend({
  input_schema: json,
  input_example: json,
  output_schema: json,
  output_example: z.unknown(),
  version: z.int().optional().describe('to its seller only, as all that follows'),
  target_url: z.string().optional(),
  auth_header: z.string().nullish().describe('its name; the value is never shown'),
  pause_reason: z.enum(['seller', 'probe', 'failures', 'scan', 'operator']).nullish(),
  last_test_problem: z.string().nullish(),
  fees: Fees.optional().describe('how a call is split now; the share falls with lifetime sales'),
})

const signingSecret = z
  .string()
  .describe(
    'shown once: verify our requests with it (Standard Webhooks: webhook-id, webhook-timestamp, webhook-signature)',
  )

export const NewEndpointAnswer = EndpointAnswer.extend({ signing_secret: signingSecret, next: z.string() })
export const RotatedAnswer = z.object({ slug: z.string(), signing_secret: signingSecret, former_valid_until: when })
export const DeletedEndpoint = z.object({ slug: z.string(), deleted: z.literal(true) })

export const EndpointStats = z.object({
  slug: z.string(),
  calls: z.object({
    open: z.int(),
    answered: z.int(),
    failed: z.int().describe('by your fault: not paid'),
    void: z.int().describe('ended without an answer and not by your fault: not paid, not counted'),
    not_counted: z.int().describe('paid by a wallet of yours: you get your share, but they count for no rank'),
  }),
  gross_cents: cents,
  creator_cents: cents,
  last_call_at: when.nullable(),
  days: z.array(z.object({ day: z.string(), answered: z.int(), failed: z.int(), creator_cents: cents })),
})

export const VerifiedPayment = z.object({
  valid: z.boolean().describe('it paid a call of this endpoint'),
  settled: z.boolean(),
  amount: z.string().nullable().describe('US dollars'),
  payer: z.string().nullable(),
  network: z.string(),
  transaction: z.string().nullable(),
  call_state: z.enum(['open', 'answered', 'failed', 'void']).nullable(),
  refunded: z.boolean().describe('credited to its payer, because its call was not answered'),
  creator_cents: cents,
  payout: z.object({
    state: z.enum(['none', 'waiting', 'due', 'in_payout', 'paid']),
    tx: z.string().nullable().describe('signature of the transaction on Solana that pays the seller'),
  }),
})

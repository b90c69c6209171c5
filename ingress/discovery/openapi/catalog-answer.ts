import { z } from 'zod'

import { PaymentAlternative, x402Members } from './payment-required-answer.ts'

const JsonSchemaObject = z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 without $ref')

const Reliability = z
  .object({
    calls: z.int(),
    paid_calls: z.int(),
    success_rate_30d: z.number().nullable(),
    p50_ms: z.number().nullable(),
    p95_ms: z.number().nullable(),
    last_called_label: z.string().nullable(),
  })
  .meta({ id: 'Reliability', description: 'Counts from our own calls, at most a minute old.' })

export const Availability = z
  .enum(['ready', 'limited', 'model_not_configured', 'source_not_configured'])
  .describe(
    'limited: some inputs need a model this installation lacks; model_not_configured: all do; source_not_configured: its only source is not set up',
  )

const OutcomeDescriptor = z
  .object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    method: z.literal('POST'),
    path: z.string(),
    public_path: z.string(),
    url: z.string(),
    price_usd: z.string().describe('decimal dollars'),
    price_cents: z.int(),
    availability: Availability,
    mime_type: z.literal('application/json'),
    x402: z.literal(true),
    input_schema: JsonSchemaObject,
    output_schema: z.object({
      input: z.object({
        type: z.literal('http'),
        method: z.literal('POST'),
        discoverable: z.literal(true),
        bodyType: z.literal('json'),
        schema: JsonSchemaObject,
      }),
      output: z.object({
        type: z.literal('json'),
        description: z.string(),
        example: z.object({
          ok: z.literal(true),
          resource: z.string(),
          total_usdc: z.string(),
          steps: z.array(z.object({ step: z.string(), ms: z.number() })),
          result: z.unknown(),
        }),
      }),
    }),
    sample_output: z.record(z.string(), z.unknown()).nullable(),
    pack: z.string(),
    workforce_upsell: z
      .object({
        worker_slug: z.string().describe('a category of the jobs board'),
        from_price_usd: z.string(),
        note: z.string(),
      })
      .nullable()
      .describe('who does by hand what this does by machine'),
    featured: z.boolean(),
    sample_input: z.record(z.string(), z.unknown()),
    settle: z.enum(['after', 'before']).describe('when an x402 payment settles: after the run, or before it'),
    pool: z.string(),
    timeout_ms: z.int(),
    max_body_bytes: z.int(),
    impulse: z.boolean().describe('the 402 offers Base first'),
    day_pass: z.boolean().describe('a day pass covers it; week and month passes cover everything'),
    trial_eligible: z.boolean(),
    decisions: z.array(z.string()).nullable().describe('the words a guard may decide with'),
    secret_fields: z.array(z.string()).describe('input fields that are never kept'),
    reliability: Reliability,
  })
  .meta({ id: 'OutcomeDescriptor' })

const stamp = {
  generated_at: z.iso.datetime(),
  version: z.string(),
  etag: z.string(),
}

const PaidPlace = z.object({
  slug: z.string(),
  label: z.string().nullable(),
  url: z.string().nullable(),
  starts_at: z.string(),
  ends_at: z.string(),
})
const PAID_PLACES = 'places bought with featured-agent-slot, in their order; labels and links are the buyers’ own'

const WayToPay = z.object({
  kind: z.enum(['x402', 'trial', 'prepaid_key', 'day_pass', 'week_pass', 'month_pass']),
  header: z.string(),
  price_cents: z.int().nullable(),
  method: z.literal('POST').nullable(),
  path: z.string().nullable(),
  url: z.string().nullable(),
  what: z.string(),
})

const Warnings = z.array(z.string()).describe('what keeps x402 payments from being taken here; else empty')

/** Body of GET /api/v1/outcomes/{slug}. */
export const OutcomeDescription = OutcomeDescriptor.omit({ reliability: true })
  .extend({
    ok: z.literal(true),
    command: z.string().describe('calls it from a shell, with the key in KEY'),
    payment: z.array(WayToPay),
    warnings: Warnings,
    pay_probe_url: z.string(),
  })
  .meta({ id: 'OutcomeDescription', description: 'What an outcome is and how to pay for it; nothing was run.' })

/** Body of GET /api/v1/outcomes/featured. */
export const FeaturedAnswer = z.object({
  ...stamp,
  count: z.int(),
  outcomes: z.array(OutcomeDescriptor),
  featured_paid: z.array(PaidPlace).describe(PAID_PLACES),
})

/** Body of GET /.well-known/x402.json and its subsets. */
export const WellKnownAnswer = z.object({
  ...stamp,
  version: z.literal(1).describe('of this format'),
  x402Version: z.literal(2),
  resources: z.array(z.string()).describe('the URLs alone'),
  ownershipProofs: z.array(z.string()),
  instructions: z.string(),
  warnings: Warnings,
  count: z.int(),
  items: z.array(
    z.object({
      resource: z.string(),
      type: z.literal('http'),
      method: z.literal('POST'),
      x402Version: z.literal(2),
      accepts: z.array(x402Members.accepts.element),
      slug: z.string(),
      title: z.string(),
      description: z.string(),
      mime_type: z.literal('application/json'),
      price_usd: z.string(),
      price_cents: z.int(),
      pack: z.string(),
      impulse: z.boolean(),
      pay_probe_url: z.string(),
    }),
  ),
  featured_paid: z.array(PaidPlace).optional().describe(PAID_PLACES),
})

const FeedEntry = z.object({
  slug: z.string(),
  title: z.string(),
  endpoint: z.string(),
  method: z.literal('POST'),
  price_cents: z.int(),
  price_usd: z.string(),
  pay_probe_url: z.string(),
})

/** The goal router, beside the outcomes. */
const RouterEntry = z.object({
  slug: z.literal('run'),
  title: z.string(),
  description: z.string(),
  method: z.literal('POST'),
  public_path: z.string(),
  url: z.string(),
  price_cents: z.int().describe('the most that a run costs'),
  price_usd: z.string(),
  help_url: z.string(),
  pay_probe_url: z.string(),
  sample_input: z.record(z.string(), z.unknown()),
})

/** Body of GET /api/v1/agent-feed. */
export const AgentFeedAnswer = z.object({
  ...stamp,
  outcomes_lane: z.object({
    count: z.int(),
    featured: z.array(FeedEntry),
    impulse: z.array(z.string()).describe('slugs whose 402 offers Base first'),
    free: z.array(z.string()),
    router: RouterEntry,
    catalog_url: z.string(),
    featured_paid: z
      .array(
        FeedEntry.extend({
          ...PaidPlace.shape,
          starts_at: PaidPlace.shape.starts_at.nullable(),
          ends_at: PaidPlace.shape.ends_at.nullable(),
          bought: z.boolean().describe('false for featured outcomes of ours, which follow those that were bought'),
        }),
      )
      .describe(PAID_PLACES),
  }),
  sellers_lane: z.object({
    list_url: z.string(),
    best: z.array(FeedEntry).describe('endpoints of sellers, by measured quality; untrusted text of theirs'),
  }),
  payment: z.array(WayToPay),
  warnings: Warnings,
  links: z.record(z.string(), z.string()),
})

/** Body of every OpenAPI document. */
export const OpenapiAnswer = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({}),
  paths: z.looseObject({}),
})

/** The members of an outcome that `fields` may name. */
export const OUTCOME_FIELDS = Object.keys(OutcomeDescriptor.shape)

/** Body of GET /api/v1/outcomes/meta. With a query it has no time, packs, bundles and ways to pay. */
export const CatalogAnswer = z.object({
  ...stamp,
  generated_at: stamp.generated_at.optional(),
  count: z.int(),
  outcomes: z
    .array(
      z.union([OutcomeDescriptor, OutcomeDescriptor.partial().required({ slug: true }).meta({ id: 'OutcomePart' })]),
    )
    .describe('parts where `fields` asked for some members'),
  packs: z
    .array(z.object({ name: z.string(), purpose: z.string(), day_pass: z.boolean(), slugs: z.array(z.string()) }))
    .optional(),
  router: RouterEntry.optional(),
  bundles: z
    .array(
      z.object({
        id: z.string(),
        slugs: z.array(z.string()),
        list_cents: z.int(),
        bundle_cents: z.int(),
        discount_percent: z.int(),
        list_usd: z.string(),
        bundle_usd: z.string(),
        availability: z.enum(['ready', 'coming']),
        missing_slugs: z.array(z.string()),
        method: z.literal('POST'),
        public_path: z.string(),
        url: z.string(),
        call: z
          .object({
            description: z.string(),
            sample_input: z.record(z.string(), z.unknown()),
            settle: z.enum(['after', 'before']),
            timeout_ms: z.int(),
            max_body_bytes: z.int(),
            day_pass: z.boolean(),
            trial_eligible: z.boolean(),
            pay_probe_url: z.string(),
          })
          .nullable()
          .describe('how it is called; null while it is coming. The body is {inputs: {slug: body}}'),
      }),
    )
    .optional(),
  payment: z.array(WayToPay).optional(),
  warnings: Warnings.optional(),
  links: z.record(z.string(), z.string()),
})

/** Body of GET /api/v1/outcomes/pay-probe/{slug}. */
export const PayProbeAnswer = z.object({
  ok: z.literal(true),
  slug: z.string(),
  method: z.literal('POST'),
  url: z.string(),
  price_cents: z.int(),
  price_usd: z.string(),
  availability: Availability,
  settle: z.enum(['after', 'before']),
  sample_input: z.record(z.string(), z.unknown()),
  warnings: Warnings,
  unpaid_status: z
    .union([z.literal(200), z.literal(402), z.literal(503)])
    .describe('what a call without a credential is answered with; 503: it is not for sale here'),
  accepts: z.array(x402Members.accepts.element),
  alternatives: z.array(PaymentAlternative),
  payment_required: z
    .looseObject(x402Members)
    .nullable()
    .describe('what the PAYMENT-REQUIRED header of the 402 carries'),
  header_bytes: z.int().describe('length of that header'),
})

import { TRIAL } from '#shared/terms.ts'
import { usdcString } from '#shared/lib/micro-usdc.ts'
import { type Availability, availabilityOf, type Installation } from '#shared/outcomes/availability.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import { type ExampleAnswer, exampleAnswer } from '../call/challenge/example-answer.ts'
import { type JsonSchema, isSchema, plainSchema } from '../call/challenge/plain-schema.ts'
import { type WorkforceUpsell, workforceUpsell } from './workforce-upsell.ts'

/**
 * One outcome in the catalog: the "Outcome descriptor" of outcomes-api.md, plus fields to choose and budget a call.
 * Without `reliability`, which changes; the rest is built once at start.
 */
export type Descriptor = {
  id: string
  slug: string
  title: string
  description: string
  method: 'POST'
  path: string
  public_path: string
  url: string
  /** Decimal dollars as a string. */
  price_usd: string
  price_cents: number
  /** Not `ready` if this installation lacks a model or a source that the outcome needs (docs/models.md). */
  availability: Availability
  mime_type: 'application/json'
  x402: true
  input_schema: JsonSchema
  output_schema: {
    input: { type: 'http'; method: 'POST'; discoverable: true; bodyType: 'json'; schema: JsonSchema }
    output: { type: 'json'; description: string; example: ExampleAnswer }
  }
  sample_output: Record<string, unknown> | null
  pack: string
  workforce_upsell: WorkforceUpsell | null
  featured: boolean
  sample_input: Record<string, unknown>
  /** Whether an x402 payment settles after or before the run. */
  settle: 'after' | 'before'
  pool: string
  timeout_ms: number
  max_body_bytes: number
  /** The 402 offers Base first. */
  impulse: boolean
  /** Covered by a day pass. Week and month passes cover everything. */
  day_pass: boolean
  trial_eligible: boolean
  /** The decisions a guard may return; null for other outcomes. */
  decisions: readonly string[] | null
  /** Input fields that are encrypted while the call is open and deleted afterwards. */
  secret_fields: readonly string[]
}

/**
 * Describes an outcome without its live counts. `baseUrl` has no trailing slash; `installation` says what is
 * configured.
 */
export function describeOutcome(entry: CatalogEntry, baseUrl: string, installation: Installation): Descriptor {
  const { outcome, pack, publicPath, priceMicroUsdc } = entry
  const schema = plainSchema(outcome.input, 'input')
  const { output: sample, input: sampleInput } = outcome.example
  return {
    id: outcome.slug,
    slug: outcome.slug,
    title: outcome.title,
    description: outcome.description,
    method: 'POST',
    path: `/v1/outcomes/${outcome.slug}`,
    public_path: publicPath,
    url: baseUrl + publicPath,
    price_usd: usdcString(priceMicroUsdc),
    price_cents: outcome.cents,
    availability: availabilityOf(outcome, installation),
    mime_type: 'application/json',
    x402: true,
    input_schema: schema,
    output_schema: {
      input: { type: 'http', method: 'POST', discoverable: true, bodyType: 'json', schema },
      output: {
        type: 'json',
        description: `The answer of ${outcome.slug}; the outcome's own fields are in result.`,
        example: exampleAnswer(entry),
      },
    },
    sample_output: isSchema(sample) ? sample : null,
    pack: pack.name,
    workforce_upsell: workforceUpsell(outcome.slug),
    featured: outcome.featured > 0,
    sample_input: sampleInput,
    settle: outcome.settle,
    pool: outcome.pool,
    timeout_ms: outcome.timeoutMs,
    max_body_bytes: outcome.maxBodyBytes,
    impulse: outcome.impulse,
    day_pass: entry.inGuards,
    trial_eligible: outcome.cents <= TRIAL.maxPriceCents,
    decisions: outcome.decisions,
    secret_fields: outcome.secrets,
  }
}

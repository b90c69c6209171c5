import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const object = z.looseObject({})
const text = z.string().nullable()

export const openapiX402OperationMap = defineOutcome({
  slug: 'openapi-x402-operation-map',
  title: 'OpenAPI to x402 map',
  description:
    'Maps every OpenAPI 3 operation (JSON or YAML) to its x402 price and payment requirements, finds the gaps, and gives ' +
    'a ready routes config for middleware, a /.well-known/x402.json and bazaar metadata.',
  cents: 2,
  maxBodyBytes: 1024 * 1024,
  isolation: 'thread',
  decisions: lintDecisions,
  types: {
    takes: { spec: 'openapi', accepts: 'json' },
    gives: { 'operations.0.accepts': 'accepts', operations: 'json' },
    also: { 'well_known.resources.0.resource': 'url' },
  },
  input: () =>
    z.object({
      spec: z.union([object, z.string().max(1_048_576)]).describe('OpenAPI 3.0/3.1 document (JSON or YAML text)'),
      accepts: z
        .union([z.array(object).max(20), object])
        .optional()
        .describe('payment requirements template applied to priced operations'),
      default_price_atomic: z
        .string()
        .regex(/^(?:0|[1-9]\d{0,30})$/, 'Not an atomic amount: send digits')
        .optional()
        .describe('price for operations that declare payment without a price'),
      network_default: z.string().min(1).max(100).default('eip155:8453').describe('used when accepts is absent'),
    }),
  output: () =>
    z.object({
      ...lintFields,
      operations: z.array(
        z.object({
          operation_id: text,
          method: z.string(),
          path: z.string().describe('parameters as :name'),
          paid: z.enum(['yes', 'no', 'unknown']),
          price_atomic: text,
          price_source: z.enum(['x-payment-info', 'x-x402', '402-response', 'template', 'default']).nullable(),
          accepts: z.array(object),
          request_schema_digest: text.describe('sha256 hex of its RFC 8785 form, references as they stand'),
          has_402_response: z.boolean(),
          has_examples: z.boolean(),
        }),
      ),
      counts: z.object({ total: z.int(), paid: z.int(), free: z.int(), unknown: z.int() }),
      routes_config: z.record(z.string(), object).describe('"METHOD /path" to {accepts, description, mimeType}'),
      well_known: object,
      bazaar: z.array(object),
    }),
  example: exampleFrom(example),
  check: ({ spec, accepts }) => {
    refuseDeep('spec', spec, 200)
    refuseDeep('accepts', accepts)
  },
  run: async ({ spec, accepts, default_price_atomic, network_default }) => {
    const { mapOperations } = await import('./map-operations.ts')
    return mapOperations({ spec, accepts, defaultPriceAtomic: default_price_atomic, networkDefault: network_default })
  },
})

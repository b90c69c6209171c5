import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

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
  input: z.object({
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
  output: z.object({
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
  example: {
    input: {
      spec: {
        openapi: '3.1.0',
        info: { title: 'Search', version: '1' },
        servers: [{ url: 'https://api.example.com' }],
        paths: {
          '/search/{index}': {
            get: {
              operationId: 'search',
              summary: 'Search an index.',
              'x-payment-info': { price: { mode: 'fixed', currency: 'USD', amount: '0.02' } },
              responses: { 200: { description: 'ok' }, 402: { description: 'pay' } },
            },
          },
        },
      },
    },
    output: {
      valid: true,
      decision: 'review',
      x402_version: null,
      findings: [
        {
          code: 'OA_PAYTO_MISSING',
          severity: 'warning',
          path: '/paths/~1search~1{index}/get',
          message: 'No payTo is known for GET /search/{index}: the map cannot be deployed as it is.',
          spec: null,
          fix: 'Send accepts with payTo.',
        },
      ],
      summary: {
        errors: 0,
        warnings: 1,
        infos: 0,
      },
      input_digest: '075566e50a0fc18f692d7c18c358645bfab00a37c7a5b2507e47c52765967dc7',
      operations: [
        {
          operation_id: 'search',
          method: 'GET',
          path: '/search/:index',
          paid: 'yes',
          price_atomic: '20000',
          price_source: 'x-payment-info',
          accepts: [
            {
              scheme: 'exact',
              network: 'eip155:8453',
              asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
              extra: {
                name: 'USD Coin',
                version: '2',
              },
              maxTimeoutSeconds: 60,
              amount: '20000',
            },
          ],
          request_schema_digest: null,
          has_402_response: true,
          has_examples: false,
        },
      ],
      counts: {
        total: 1,
        paid: 1,
        free: 0,
        unknown: 0,
      },
      routes_config: {
        'GET /search/:index': {
          accepts: [
            {
              scheme: 'exact',
              network: 'eip155:8453',
              payTo: null,
              price: {
                asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
                amount: '20000',
                extra: {
                  name: 'USD Coin',
                  version: '2',
                },
              },
              maxTimeoutSeconds: 60,
            },
          ],
          description: 'Search an index.',
          mimeType: 'application/json',
        },
      },
      well_known: {
        x402Version: 2,
        resources: [
          {
            resource: 'https://api.example.com/search/{index}',
            type: 'http',
            method: 'GET',
            description: 'Search an index.',
            accepts: [
              {
                scheme: 'exact',
                network: 'eip155:8453',
                asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
                extra: {
                  name: 'USD Coin',
                  version: '2',
                },
                maxTimeoutSeconds: 60,
                amount: '20000',
              },
            ],
          },
        ],
      },
      bazaar: [
        {
          operation: 'GET /search/{index}',
          info: {
            input: {
              type: 'http',
              method: 'GET',
            },
          },
        },
      ],
    },
  },
  check: ({ spec, accepts }) => {
    refuseDeep('spec', spec, 200)
    refuseDeep('accepts', accepts)
  },
  run: async ({ spec, accepts, default_price_atomic, network_default }) => {
    const { mapOperations } = await import('./map-operations.ts')
    return mapOperations({ spec, accepts, defaultPriceAtomic: default_price_atomic, networkDefault: network_default })
  },
})

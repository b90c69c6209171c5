import { microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { type EndpointRow, viewEndpoint } from '#shared/market/endpoints/view-endpoints.ts'

import { fixedPrice } from '../../discovery/openapi/payment-info.ts'

/** The OpenAPI document of one endpoint: its call alone. References in a seller's schemas stay inside them. */
export function endpointOpenapi(row: EndpointRow, baseUrl: string): Record<string, unknown> {
  const { path, title, description } = viewEndpoint(row, baseUrl)
  const schemaOf = (text: string): object => JSON.parse(text)
  return {
    openapi: '3.1.0',
    info: { title, description, version: String(row.version) },
    servers: [{ url: baseUrl }],
    paths: {
      [path]: {
        post: {
          operationId: row.slug,
          summary: title,
          description,
          security: [],
          'x-payment-info': fixedPrice(microUsdcOf(row.price_cents)),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: withId(schemaOf(row.input_schema), `${baseUrl}${path}#input`),
                example: JSON.parse(row.input_example),
              },
            },
          },
          responses: {
            200: {
              description: 'The answer of the seller, in the envelope of every paid call.',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: {
                      ok: { const: true },
                      resource: { type: 'string' },
                      total_usdc: { type: 'string' },
                      steps: { type: 'array' },
                      result: withId(schemaOf(row.output_schema), `${baseUrl}${path}#output`),
                    },
                    required: ['ok', 'result'],
                  },
                },
              },
            },
            402: { description: 'Payment required: accepts[] says how.' },
            422: { description: 'The body does not keep the schema; nothing was charged.' },
            502: { description: 'The seller failed; nothing was charged.' },
            503: { description: 'Too many calls of this seller at once, or not on sale now; nothing was charged.' },
          },
        },
      },
    },
  }
}

/** A schema whose references are resolved inside it: without an id they would point into the document. */
const withId = (schema: object, id: string): object =>
  '$id' in schema ? schema : { $id: id.replace('#', '/'), ...schema }

import { z } from 'zod'

import { EVENT_TYPES } from '#shared/events/catalog.rules.ts'

import type { OpenapiDocument } from './build-openapi.ts'

/** The `webhooks` of the OpenAPI document: what is sent for each type of event. Plain JSON, without references. */
export const eventOperations = () => {
  const operations = Object.fromEntries(
    EVENT_TYPES.map(({ type, title, data, example }) => {
      const { $schema: _, ...schema } = z.toJSONSchema(
        z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data }),
      )
      const content = { schema, example: { type, timestamp: '2026-11-23T12:00:00.000Z', data: example } }
      return [
        type,
        {
          post: {
            operationId: `event_${type.replace('.', '_')}`,
            summary: title,
            tags: ['Events'],
            requestBody: { required: true, content: { 'application/json': content } },
            responses: { '200': { description: 'Any 2xx within 15 seconds takes it; 410 disables the webhook.' } },
          },
        },
      ]
    }),
  )
  // Safe: JSON Schemas of zod are schemas of OpenAPI 3.1.
  return operations as NonNullable<OpenapiDocument['webhooks']>
}

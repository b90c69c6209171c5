import { z } from 'zod'

import { EVENT_TYPES } from '#shared/events/catalog.rules.ts'
import { EVENT_DAYS, readEvents } from '#shared/events/read-events.ts'
import { watchStream } from '#shared/events/watch-stream.ts'

import type { IngressDeps } from '../../deps.ts'
import { type Route, route } from '../../http/route.ts'
import { Cursor, EventsAnswer, EventTypes } from './event-answers.ts'
import { eventStream } from './event-stream.ts'
import { streamReaderOf } from './stream-reader.ts'

const TypesAnswer = z.object({
  items: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      streams: z.array(z.enum(['account', 'key', 'pass'])),
      schema: z.record(z.string(), z.unknown()).describe('JSON Schema of data'),
      example: z.record(z.string(), z.unknown()),
    }),
  ),
})

/** Events by polling and as a stream, and the types that there are. */
export function eventRoutes(deps: IngressDeps): readonly Route[] {
  const { db } = deps
  return [
    route({
      method: 'GET',
      path: '/api/events/types',
      summary: 'The types of events, with JSON Schema and example',
      tag: 'Events',
      credential: 'none',
      limit: 'discovery',
      reply: TypesAnswer,
      handle: () => ({
        headers: { 'Cache-Control': 'public, max-age=300' },
        body: { items: EVENT_TYPES.map(({ data, ...type }) => ({ ...type, schema: z.toJSONSchema(data) })) },
      }),
    }),
    route({
      method: 'GET',
      path: '/api/events',
      summary: `What happened in your account, or with your key or pass, in the last ${EVENT_DAYS} days, oldest first`,
      tag: 'Events',
      credential: 'stream',
      scope: 'read',
      limit: 'call-read',
      query: z.object({
        after: Cursor.default('0'),
        types: EventTypes.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50).describe('events of one page, 1 to 200'),
      }),
      reply: EventsAnswer,
      async handle(request) {
        const { after, types = null, limit } = request.query
        const { stream } = await streamReaderOf(deps, request, 'read')
        await watchStream(db.pg, stream)
        const found = await readEvents(db.pg, stream, { after, types, limit: limit + 1 })
        const items = found.slice(0, limit)
        return {
          headers: { 'Cache-Control': 'no-store' },
          body: { items, next_after: items.at(-1)?.cursor ?? after, has_more: found.length > limit },
        }
      },
    }),
    eventStream(deps),
  ]
}

import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { newestPosition, readEvents } from '#shared/events/read-events.ts'
import { watchStream } from '#shared/events/watch-stream.ts'
import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'

import type { IngressDeps } from '../../deps.ts'
import { type Route, route } from '../../http/route.ts'
import { Cursor, EventTypes } from './event-answers.ts'
import { streamReaderOf } from './stream-reader.ts'

/** Poll interval in ms, heartbeat interval of a silent connection in ms, and most connections of a process and a stream. */
const LOOK_MS = 1_000
const HEARTBEAT_MS = 15_000
const MAX_CONNECTIONS = 200
const MAX_OF_STREAM = 5
const PAGE = 100

/**
 * GET /api/events/stream: the events of a stream as server-sent events, from now on, or behind `after` or Last-Event-ID.
 * The id of each is its cursor, so a client that reconnects misses none.
 */
export function eventStream(deps: IngressDeps): Route {
  const open = new KeyedGauge()
  return route({
    method: 'GET',
    path: '/api/events/stream',
    summary: 'The same as they happen (server-sent events)',
    tag: 'Events',
    credential: 'stream',
    scope: 'read',
    limit: 'call-read',
    type: 'text/event-stream',
    query: z.object({ after: Cursor.optional(), types: EventTypes.optional() }),
    refusals: ['overloaded'],
    async handle(request) {
      const { stream } = await streamReaderOf(deps, request, 'read')
      await watchStream(deps.db.pg, stream)
      const sent = Cursor.safeParse(request.header('last-event-id'))
      const after = (sent.success ? sent.data : request.query.after) ?? (await newestPosition(deps.db.pg, stream))
      if (open.all >= MAX_CONNECTIONS || open.of(stream) >= MAX_OF_STREAM)
        throw new Refusal('overloaded', 'As many connections are open as one reader, or this server, may have.', {
          retryAfterS: 5,
          fix: { action: 'Close another connection, or poll GET /api/events.' },
        })
      const leave = open.take(stream, 1)
      const body = new PassThrough()
      body.once('close', leave)
      send(deps, { stream, after, types: request.query.types ?? null }, body).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'a stream of events could not be read')
        body.end()
      })
      return {
        type: 'text/event-stream; charset=utf-8',
        headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
        body,
      }
    },
  })
}

async function send(
  deps: IngressDeps,
  given: { stream: string; after: string; types: readonly string[] | null },
  body: PassThrough,
): Promise<void> {
  let { after } = given
  let spokeAt = Date.now()
  body.write(': from here on\n\n')
  while (!body.destroyed && !deps.stopping()) {
    const events = await readEvents(deps.db.pg, given.stream, { after, types: given.types, limit: PAGE })
    const texts = events.map(
      ({ cursor, ...event }) => `id: ${cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    )
    // A reader who is slower than the database is waited for, so that no more than a page of its events is in memory.
    if (texts.length > 0 && !body.write(texts.join(''))) await untilRead(body)
    after = events.at(-1)?.cursor ?? after
    if (events.length > 0) spokeAt = Date.now()
    else if (Date.now() - spokeAt > HEARTBEAT_MS) {
      spokeAt = Date.now()
      body.write(': still here\n\n')
    }
    if (events.length < PAGE) await pause(LOOK_MS)
  }
  body.end()
}

async function untilRead(body: PassThrough): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(body, 'drain', { signal }), once(body, 'close', { signal })]).finally(() => over.abort())
}

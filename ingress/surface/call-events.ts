import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

import { readCall } from '#shared/calls/read.ts'
import { readSteps, type StepLine, stepLine } from '#shared/calls/steps.ts'
import { Refusal } from '#shared/errors.ts'

import { type AuthorizedCall, readAuthorizedCall, resultGone, storedAnswer } from './read-authorized-call.ts'
import type { IngressDeps } from '../deps.ts'
import { type Route, route } from '../http/route.ts'

/** Poll interval of a watched call in ms, heartbeat interval of a silent stream in ms, and most streams per process. */
const LOOK_MS = 300
const HEARTBEAT_MS = 15_000
const MAX_STREAMS = 200
/** Id of the last event. */
const DONE = 'done'

/**
 * GET /api/v1/calls/{call_id}/events: server-sent events of a call. Sends `step` when a step begins or ends, then
 * `done` with the stored answer, and ends the stream. Event ids are ascending numbers; the last is `done`. A client
 * that reconnects gets the current state of every step, numbered on from its Last-Event-ID. A client that has seen
 * `done` gets 204, which stops an EventSource from reconnecting (HTML, 9.2.3).
 */
export function callEvents(deps: IngressDeps): Route {
  let streams = 0
  return route({
    method: 'GET',
    path: '/api/v1/calls/:call_id/events',
    summary: 'Watch a call: its steps as they begin and end, then its answer (server-sent events)',
    tag: 'calls',
    credential: 'call',
    limit: 'call-read',
    type: 'text/event-stream',
    refusals: ['not_found', 'gone', 'overloaded', 'rate_limited', 'unavailable'],
    async handle(request) {
      const own = await readAuthorizedCall(deps, request)
      const lastSeen = request.header('last-event-id')
      if (lastSeen === DONE) return { status: 204, headers: { 'Cache-Control': 'no-store' }, body: null }
      if (own.call.final?.purged === true) throw resultGone()
      if (streams >= MAX_STREAMS) {
        throw new Refusal('overloaded', 'This server streams as many calls as it can.', {
          retryAfterS: 2,
          fix: { action: 'Poll GET /api/v1/calls/{call_id} instead.' },
        })
      }
      streams += 1
      const stream = new PassThrough()
      stream.once('close', () => (streams -= 1))
      watch(deps, own, { requestId: request.requestId, lastSeen }, stream).catch((error: unknown) => {
        deps.log.warn({ err: error, callId: own.call.callId }, 'a watched call could not be read')
        stream.end()
      })
      return {
        type: 'text/event-stream; charset=utf-8',
        headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
        body: stream,
      }
    },
  })
}

async function watch(
  deps: IngressDeps,
  { call, entry }: AuthorizedCall,
  { requestId, lastSeen = '' }: { requestId: string; lastSeen: string | undefined },
  stream: PassThrough,
): Promise<void> {
  let counted = /^\d{1,9}$/.test(lastSeen) ? Number(lastSeen) : 0
  let spokeAt = Date.now()
  const say = (event: string, data: string, id: number | typeof DONE) => {
    spokeAt = Date.now()
    stream.write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
  }
  const said = new Map<string, StepLine['state']>()
  for (let current = call; !stream.destroyed && !deps.stopping();) {
    for (const step of await readSteps(deps.db.pg, call.callId)) {
      if (said.get(step.step) === step.state) continue
      said.set(step.step, step.state)
      counted += 1
      say('step', JSON.stringify(stepLine(step)), counted)
    }
    if (current.final !== null) {
      const { body } = await storedAnswer(deps, { call: current, entry }, requestId)
      say('done', typeof body === 'string' ? body : JSON.stringify(body), DONE)
      break
    }
    if (Date.now() - spokeAt > HEARTBEAT_MS) {
      spokeAt = Date.now()
      stream.write(': still here\n\n')
    }
    await pause(LOOK_MS)
    current = (await readCall(deps.db.pg, call.callId)) ?? current
  }
  stream.end()
}

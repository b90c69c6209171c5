import { readSteps, stepLine } from '#shared/calls/steps.ts'
import { publicCallId } from '#shared/lib/call-id.ts'

import { readAuthorizedCall, storedAnswer } from './read-authorized-call.ts'
import type { IngressDeps } from '../deps.ts'
import { CallAnswer } from '../discovery/openapi/outcome-answer.ts'
import { type Reply, type Route, route } from '../http/route.ts'
import { callEvents } from './call-events.ts'
import { callFile } from './call-file.ts'

/**
 * GET /api/v1/calls/{call_id}: free. Takes the call's token, or the key or pass that paid, even if revoked or expired.
 */
export const callRoutes = (deps: IngressDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/calls/:call_id',
    summary: 'Read a call: its state and steps, and its result for 24 hours',
    tag: 'calls',
    credential: 'call',
    limit: 'call-read',
    reply: CallAnswer,
    refusals: ['not_found', 'gone', 'rate_limited', 'unavailable'],
    async handle(request) {
      const own = await readAuthorizedCall(deps, request)
      if (own.call.final !== null)
        return withState(
          await storedAnswer(deps, own, request.requestId, request.header('accept')),
          own.call.final.state,
        )
      const location = `/api/v1/calls/${publicCallId(own.call.callId)}`
      return {
        headers: { 'Cache-Control': 'no-store', 'Retry-After': '1' },
        body: {
          ok: true,
          resource: own.entry.publicPath,
          state: own.call.state,
          status: 'running',
          steps: (await readSteps(deps.db.pg, own.call.callId)).map(stepLine),
          retry_after_s: 1,
          events_url: `${location}/events`,
          call_id: publicCallId(own.call.callId),
          request_id: request.requestId,
        },
      }
    },
  }),
  callEvents(deps),
  callFile(deps),
]

/**
 * Adds how the call ended, so that a reader finds state and status in every answer. The HTTP status is 200 for a failed call
 * too, because the read itself succeeded.
 */
function withState(reply: Reply, state: 'captured' | 'released'): Reply {
  if (Buffer.isBuffer(reply.body)) return reply
  const ended = { state, status: state === 'captured' ? 'succeeded' : 'failed' }
  const body =
    typeof reply.body === 'string'
      ? `${reply.body.slice(0, -1)},${JSON.stringify(ended).slice(1)}`
      : { ...Object(reply.body), ...ended }
  return { ...reply, status: 200, body }
}

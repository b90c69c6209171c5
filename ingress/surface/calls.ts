import { readSteps, stepLine } from '#shared/calls/steps.ts'
import { publicCallId } from '#shared/lib/call-id.ts'

import { readAuthorizedCall, storedAnswer } from './read-authorized-call.ts'
import type { IngressDeps } from '../deps.ts'
import { CallAnswer } from '../discovery/openapi/outcome-answer.ts'
import { type Route, route } from '../http/route.ts'
import { callEvents } from './call-events.ts'

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
      // 200 even for a failed call: the read itself succeeded.
      if (own.call.final !== null) return { ...(await storedAnswer(deps, own, request.requestId)), status: 200 }
      return {
        headers: { 'Cache-Control': 'no-store', 'Retry-After': '1' },
        body: {
          ok: true,
          resource: own.entry.publicPath,
          state: own.call.state,
          steps: (await readSteps(deps.db.pg, own.call.callId)).map(stepLine),
          retry_after_s: 1,
          call_id: publicCallId(own.call.callId),
          request_id: request.requestId,
        },
      }
    },
  }),
  callEvents(deps),
]

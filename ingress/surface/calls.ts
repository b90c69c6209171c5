import { readCall } from '#shared/calls/read.ts'
import { Refusal } from '#shared/errors.ts'
import { publicCallId, uuidOfCallId } from '#shared/lib/call-id.ts'
import { centsOf } from '#shared/money/micro-usdc.ts'

import { ownsCall } from '../call/owns-call.ts'
import { replyFinal } from '../call/reply.ts'
import type { IngressDeps } from '../deps.ts'
import { CallAnswer } from '../discovery/openapi/outcome-answer.ts'
import { type Route, route } from '../http/route.ts'

/** GET /api/v1/calls/{call_id}: free; with the call's token, or the key or pass that paid, also a revoked or expired one. */
export const callRoutes = (deps: IngressDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/calls/:call_id',
    summary: 'Read a call: its state, and its result for 24 hours',
    tag: 'calls',
    credential: 'call',
    limit: 'account',
    reply: CallAnswer,
    refusals: ['not_found', 'gone', 'rate_limited', 'unavailable'],
    async handle({ params, header, requestId }) {
      const callId = uuidOfCallId(params['call_id'] ?? '')
      const call = callId === null ? null : await readCall(deps.db.pg, callId)
      // One answer for "there is none" and "not yours", so that ids cannot be probed.
      if (call === null || !(await ownsCall(deps, call, header))) {
        throw new Refusal('not_found', 'There is no such call for this credential.', {
          fix: { action: 'Send X-Call-Token, or the key or pass that paid.' },
        })
      }
      const entry = deps.catalog.get(call.slug)
      if (entry === undefined) throw new Refusal('gone', 'This outcome no longer exists.')
      if (call.final === null) {
        return {
          headers: { 'Cache-Control': 'no-store', 'Retry-After': '1' },
          body: {
            ok: true,
            resource: entry.publicPath,
            state: call.state,
            retry_after_s: 1,
            call_id: publicCallId(call.callId),
            request_id: requestId,
          },
        }
      }
      if (call.final.purged)
        throw new Refusal('gone', 'The result was kept for 24 hours and is gone.', {
          fix: { action: 'Send the call again.' },
        })
      const charged = {
        callId: call.callId,
        payer: call.payer,
        cents: centsOf(call.priceMicroUsdc),
        balanceMicroUsdc: null,
        replayed: false,
        passNote: null,
      }
      const reply = replyFinal({ entry, charged, requestId, callToken: null }, call.final)
      // Reading worked, whatever became of the call.
      return { ...reply, status: 200 }
    },
  }),
]

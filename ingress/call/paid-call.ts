import type { Waiters } from '#shared/calls/waiters.ts'
import { doesNotPay, Refusal } from '#shared/errors.ts'

import type { IngressDeps } from '../deps.ts'
import type { Reply } from '../http/route.ts'
import { admit } from './admit.ts'
import { CallScope } from './call-scope.ts'
import type { CallRequest } from './call-request.ts'
import type { Challenges } from './challenge/challenges.ts'
import { chargeCall } from './charge.ts'
import { enqueue } from './enqueue.ts'
import { enter } from './enter.ts'
import { findOutcome } from './find.ts'
import { limitCall } from './limit.ts'
import { type CallDeps, type CallParts, openCallParts } from './parts.ts'
import { challengeUnpaid, presentCredentials } from './present.ts'
import { replyTo } from './reply.ts'
import { loadPlanByModel, validateBody } from './validate.ts'
import { waitForEnd } from './wait.ts'

/** One paid call, from request to reply. Each step takes what only the step before it makes. */
async function paidCall(parts: CallParts, request: CallRequest, scope: CallScope): Promise<Reply> {
  const found = findOutcome(parts, request)
  const presented = presentCredentials(parts, found)
  if (presented === null) return challengeUnpaid(parts, found, scope)
  const entered = enter(parts, presented, scope)
  const validated = await validateBody(parts, entered, scope)
  const limited = await limitCall(parts, validated, scope)
  const admitted = await admit(parts, limited)
  const charged = await chargeCall(parts, admitted, scope)
  const queued = enqueue(parts, charged)
  const ended = await waitForEnd(parts, queued)
  return replyTo(parts, ended)
}

/** The paid call of one ingress process, with what it holds open. */
export type PaidCalls = {
  call: (request: CallRequest) => Promise<Reply>
  waiters: Waiters
  challenges: Challenges
  /** Plans a goal for the address that asks. */
  plan: IngressDeps['planGoal']
  stop: () => Promise<void>
}

/** Opens the paid call. A credential that does not pay is answered by a 402 with accepts[]. */
export function paidCalls(deps: CallDeps): PaidCalls {
  const parts = openCallParts(deps)
  const { waiters, challenges, inputThreads } = parts
  return {
    waiters,
    challenges,
    async plan(asked, address, header) {
      if (parts.proposes) return (await loadPlanByModel()).planFree(parts, asked, address, header)
      return (await inputThreads.plan({ asked }, address)).planned
    },
    stop: () => inputThreads.close(),
    async call(request) {
      const scope = new CallScope()
      try {
        return scope.answer(await paidCall(parts, request, scope))
      } catch (error) {
        scope.failed(error)
        const challenge = challenges.for(request)
        if (challenge === undefined || !(error instanceof Refusal) || !doesNotPay(error.code)) throw error
        return scope.answer(challenge(request.requestId, error, request.x402Version))
      } finally {
        scope.leave()
      }
    },
  }
}

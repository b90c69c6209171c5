import type { Finish } from '#shared/calls/finish.ts'
import { type Hint, MOST_INLINE } from '#shared/calls/hints.ts'
import type { FinalCall } from '#shared/calls/read.ts'

import type { CallEnd } from './run-end.ts'

/** `settlesAfter`: paid by a signed authorization. Its result is stored hidden until the payment has settled. */
export type ToFinish = Finish &
  Pick<CallEnd, 'chargedMicroUsdc'> & {
    replyTo: string
    settlesAfter: boolean
    accountId: string | null
  }

/** What the ingress that waits for a call is told: the end itself, or the id alone when the result is large. */
export function hintOf(end: ToFinish): Hint {
  if (end.result !== undefined && end.result.length > MOST_INLINE) return end.callId
  const call: FinalCall = {
    callId: end.callId,
    state: end.refusal === undefined ? 'captured' : 'released',
    result: end.result ?? null,
    refusal: end.refusal ?? null,
    runMs: end.runMs,
    steps: end.steps ?? null,
    purged: false,
  }
  return call
}

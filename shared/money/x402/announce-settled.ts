import { acceptedCall } from '#shared/calls/accepted-call.ts'
import type { Log } from '#shared/log.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { CallSender } from '#shared/queues/send.ts'

import type { Recorded } from './record-settlement.ts'

/**
 * Announces a recorded settlement: a hint to the ingress when the call is final, a job for its pool when the call may
 * run now. Both are best effort; the poll and the sweeper cover a loss.
 */
export function settledAnnouncer({ queues, log }: { queues: QueueBackend; log: Log }) {
  const sender = new CallSender(queues)
  return (callId: string, { call }: Recorded): void => {
    if (call === null) return
    if ('hint' in call) queues.hints.publish(call.replyTo, [call.hint])
    else
      sender
        .send(acceptedCall({ callId, ...call }))
        .catch((error: unknown) => log.warn({ err: error, callId }, 'not enqueued; the sweeper will'))
  }
}

import type { Charged } from './charge.ts'
import type { CallParts } from './parts.ts'
import { type MadeBy, markMadeBy } from './step.ts'

/** A charged call that is on its queue, or needs no place there. */
export type Queued = MadeBy<'enqueue', Charged>

/**
 * Puts a charged call on the queue of its pool, without waiting for the queue: the call row is the outbox, and the sweeper
 * enqueues what is missing. The settlement enqueues calls that are paid before they run.
 */
export function enqueue({ sender, log }: Pick<CallParts, 'sender' | 'log'>, charged: Charged): Queued {
  const { toRun } = charged
  if (toRun !== null) {
    sender
      .send(toRun)
      .catch((error: unknown) => log.warn({ err: error, callId: toRun.callId }, 'not enqueued; the sweeper will'))
  }
  return markMadeBy(charged)
}

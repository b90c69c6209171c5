import type { Pool as PgPool } from 'pg'

import { isOutage } from '#shared/db/outage.ts'
import { askCallback, forgetCallback, noteCallback } from '#shared/events/webhooks/note-callbacks.ts'
import type { Log } from '#shared/log.ts'

/**
 * Writes callbacks down before the charge and notes them after it. What is not noted, because the database failed or the
 * process ended, is left to housekeeping; so `note` and `forget` never throw.
 */
export function openCallbacks(pg: PgPool, log: Log) {
  const left = (callId: string) => (error: unknown) => {
    if (!isOutage(error)) log.warn({ err: error, callId }, 'a callback is left to housekeeping')
  }
  return {
    /** Before the charge. Throws when it cannot be written: nothing was charged yet. */
    ask: (callId: string, url: string): Promise<void> => askCallback(pg, callId, url),
    /** After the charge. An Idempotency-Key may have led to another call: the callback is for that one then. */
    async note(of: { asked: string; accepted: string }, url: string): Promise<void> {
      await (async () => {
        if (of.asked !== of.accepted) {
          await askCallback(pg, of.accepted, url)
          await forgetCallback(pg, of.asked)
        }
        await noteCallback(pg, of.accepted)
      })().catch(left(of.accepted))
    },
    /** After a refusal. */
    forget: (callId: string): void => void forgetCallback(pg, callId).catch(left(callId)),
  }
}

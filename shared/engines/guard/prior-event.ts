import { z } from 'zod'

import { eventTime, instantOf } from './instant.ts'

/** What the caller remembers of an earlier attempt. A missing status is unknown, a missing time recent. */
const priorEvent = z.looseObject({
  action: z.string().max(20_000).optional(),
  idempotency_key: z.string().max(1_000).optional(),
  payload: z.unknown().optional(),
  payload_digest: z.string().max(200).optional().describe('sha256 hex of the RFC 8785 form of the payload'),
  target: z.string().max(2_000).optional(),
  status: z.enum(['succeeded', 'failed', 'pending', 'unknown']).optional(),
  ts: eventTime.optional(),
})
export type PriorEvent = z.output<typeof priorEvent>

export const priorEvents = z.array(priorEvent).max(1_000).optional()

/** Milliseconds since the event, never negative (clocks differ); null when it has no time. */
export function ageOf(event: PriorEvent, now: number): number | null {
  const at = instantOf(event.ts)
  return at === null ? null : Math.max(0, now - at)
}

export type Status = 'succeeded' | 'failed' | 'pending' | 'unknown'

/**
 * What is known of each attempt now, in the order given. A pending event is history once a later one of the same key
 * says how it ended; `unknown` never is, since a later failure does not tell what became of the earlier attempt.
 */
export function settledStatuses(events: readonly PriorEvent[]): Status[] {
  const endings = new Map<string, { at: number; status: Status }>()
  for (const { idempotency_key: key, status, ts } of events) {
    const at = instantOf(ts)
    if (key === undefined || at === null || (status !== 'failed' && status !== 'succeeded')) continue
    if (at >= (endings.get(key)?.at ?? -Infinity)) endings.set(key, { at, status })
  }
  return events.map(({ idempotency_key: key, status = 'unknown', ts }) => {
    const at = instantOf(ts)
    const ending = key === undefined || at === null || status !== 'pending' ? undefined : endings.get(key)
    return ending !== undefined && at !== null && ending.at > at ? ending.status : status
  })
}

/** Text as two writers of one thing would agree on: Unicode form, case and white space do not count. */
export const fold = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

import { inputDigest } from './input-digest.ts'
import { ageOf, fold, settledStatuses } from './prior-event.ts'
import type { PriorEvent, Status } from './prior-event.ts'

type Relation = 'same_key_same_payload' | 'same_key_other_payload' | 'other_key_same_payload'

export type Match = {
  index: number
  relation: Relation
  status: Status
  /** Null when the event has no time; it is then taken as recent. */
  age_ms: number | null
  in_window: boolean
  /** Which parts of the intent differ from the request's. */
  differs: Part[]
  /** False when one side names no payload, so that only the rest could be compared. */
  payload_compared: boolean
}

type Part = 'action' | 'target' | 'payload'

/** The intent to send, and the remembered events. */
type Intent = {
  action: string
  idempotency_key?: string | undefined
  payload?: unknown
  payload_digest?: string | undefined
  target?: string | undefined
}

/**
 * The prior events that collide with an intent by key or by content. What an event leaves out is taken as equal when
 * the key is the same (a key stands for one intent); without the key the whole content must agree.
 */
export function findMatches(
  intent: Intent,
  events: readonly PriorEvent[],
  { now, windowMs }: { now: number; windowMs: number },
): Match[] {
  const key = intent.idempotency_key
  const digest = digestOfPayload(intent)
  const statuses = settledStatuses(events)
  return events.flatMap((event, index) => {
    const eventDigest = digestOfPayload(event)
    const sameKey = key !== undefined && event.idempotency_key === key
    const differs = partsThatDiffer(intent, event, digest, eventDigest)
    const relation = relationOf(sameKey, differs, digest === eventDigest && saysSomething(event))
    if (relation === null) return []
    const age = ageOf(event, now)
    return [
      {
        index,
        relation,
        status: statuses[index] ?? 'unknown',
        age_ms: age,
        in_window: age === null || age <= windowMs,
        differs,
        payload_compared: digest !== undefined && eventDigest !== undefined,
      },
    ]
  })
}

function relationOf(sameKey: boolean, differs: readonly Part[], sameContent: boolean): Relation | null {
  if (sameKey) return differs.length === 0 ? 'same_key_same_payload' : 'same_key_other_payload'
  return differs.length === 0 && sameContent ? 'other_key_same_payload' : null
}

/** An event without action and payload could be about anything. */
const saysSomething = (event: PriorEvent) => event.action !== undefined || digestOfPayload(event) !== undefined

function partsThatDiffer(
  intent: Intent,
  event: PriorEvent,
  digest: string | undefined,
  eventDigest: string | undefined,
): Part[] {
  const parts: Part[] = []
  if (event.action !== undefined && fold(event.action) !== fold(intent.action)) parts.push('action')
  if (event.target !== undefined && intent.target !== undefined && event.target.trim() !== intent.target.trim())
    parts.push('target')
  if (digest !== undefined && eventDigest !== undefined && digest !== eventDigest) parts.push('payload')
  return parts
}

/** The payload's digest as given, else of the payload; undefined when neither is known. */
function digestOfPayload({
  payload,
  payload_digest,
}: {
  payload?: unknown
  payload_digest?: string | undefined
}): string | undefined {
  if (payload !== undefined) return inputDigest(payload)
  return payload_digest
    ?.trim()
    .toLowerCase()
    .replace(/^sha-?256[:=]/, '')
}

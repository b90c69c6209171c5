import { instantOf } from '#shared/engines/guard/instant.ts'

/** One line of the caller's log; `ts` is when the attempt was sent, `latency_ms` the wait for its answer. */
export type RetryEvent = {
  ts: string | number
  target: string
  op?: string | undefined
  client?: string | undefined
  attempt?: number | undefined
  status?: number | undefined
  ok?: boolean | undefined
  error?: string | undefined
  retry_after_s?: number | undefined
  latency_ms?: number | undefined
}

export type Attempt = {
  event: RetryEvent
  /** Position in the caller's list. */
  index: number
  at: number
  number: number
  failed: boolean
  operation: Operation
  /** The attempt before it in the same operation. */
  before: Attempt | null
  /** Milliseconds between the end of the one before and this one; null for the first. */
  gapMs: number | null
}

/** One thing a caller wanted done, with all the attempts at it. */
export type Operation = { target: string; op: string | undefined; client: string | undefined; attempts: Attempt[] }

/**
 * Orders events by time and tells operations apart, per target, operation and client. Where attempts are numbered,
 * number n goes on with an operation whose last was n-1 (interleaved ones stay apart). Where they are not, a success or
 * a gap over `newAfterMs` ends an operation.
 */
export function attemptLog(events: readonly RetryEvent[], newAfterMs: number): Attempt[] {
  const ordered = events
    .map((event, index) => ({ event, index, at: instantOf(event.ts) ?? 0 }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
  /** By group and number of the last attempt, the last attempts of operations that may go on. */
  const open = new Map<string, Attempt[]>()
  const latest = new Map<string, Attempt>()
  return ordered.map(({ event, index, at }) => {
    const group = JSON.stringify([event.target, event.op ?? null, event.client ?? null])
    const before = predecessor()
    const operation = before?.operation ?? {
      target: event.target,
      op: event.op,
      client: event.client,
      attempts: [],
    }
    const number = event.attempt ?? (before === null ? 1 : before.number + 1)
    const attempt = { event, index, at, number, failed: hasFailed(event), operation, before, gapMs: gap(before, at) }
    operation.attempts.push(attempt)
    latest.set(group, attempt)
    const slot = `${group}${number}`
    open.set(slot, [...(open.get(slot)?.slice(-20) ?? []), attempt])
    return attempt

    function predecessor(): Attempt | null {
      const last = latest.get(group) ?? null
      if (event.attempt === 1) return null
      if (event.attempt !== undefined) return open.get(`${group}${event.attempt - 1}`)?.shift() ?? null
      if (last === null || !last.failed || at - last.at > newAfterMs) return null
      open.get(`${group}${last.number}`)?.pop()
      return last
    }
  })
}

/** A failure by its own word, else by status, else because an error is named. */
function hasFailed({ ok, status, error }: RetryEvent): boolean {
  if (ok !== undefined) return !ok
  return status === undefined ? error !== undefined && error !== '' : status >= 400
}

/** A log that writes `ts` at the end of an attempt would give a negative gap; there the latency is not taken off. */
function gap(before: Attempt | null, at: number): number | null {
  if (before === null) return null
  const sinceAnswer = at - before.at - (before.event.latency_ms ?? 0)
  return sinceAnswer < 0 ? at - before.at : sinceAnswer
}

import type { DimensionId } from './scorecard-dimensions.ts'

/** One line of an agent's log; what it leaves out is not measured. */
export type LoggedEvent = {
  ts?: string | number | undefined
  kind?: string | undefined
  ok?: boolean | undefined
  /** 1 for the first try. */
  attempt?: number | undefined
  destructive?: boolean | undefined
  confirmed?: boolean | undefined
  key?: string | undefined
}

export type Measured = {
  success_rate: number | null
  retry_ratio: number | null
  duplicate_keys: number
  unconfirmed_destructive: number
}

/** A dimension's score from 0 to 100 as the log shows it, and what was counted. */
export type Measurement = { score: number; evidence: string }

const readingKinds = /^(?:read|get|list|search|fetch|query|lookup|head|observe|think|plan|verify|readback)\b/i

/** The four plain counts; a rate is null where no event tells it. */
export function measure(events: readonly LoggedEvent[]): Measured {
  const told = events.filter(({ ok }) => ok !== undefined)
  const counted = events.filter(({ attempt }) => attempt !== undefined)
  return {
    success_rate: share(told.filter(({ ok }) => ok === true).length, told.length),
    retry_ratio: share(counted.filter(({ attempt = 1 }) => attempt > 1).length, counted.length),
    duplicate_keys: duplicateKeys(events),
    unconfirmed_destructive: events.filter(({ destructive, confirmed }) => destructive === true && confirmed !== true)
      .length,
  }
}

/** The dimensions that a log can tell; one is absent where the log has nothing to judge it by. */
export function measureDimensions(events: readonly LoggedEvent[]): Partial<Record<DimensionId, Measurement>> {
  const found: [DimensionId, Measurement | null][] = [
    ['idempotency', measureIdempotency(events)],
    ['retries', measureRetries(events)],
    ['destructive control', measureDestructive(events)],
    ['observability', measureObservability(events)],
    ['recovery', measureRecovery(events)],
  ]
  return Object.fromEntries(found.filter(([, measurement]) => measurement !== null))
}

/** Keys under which more than one call succeeded: effects that happened twice. */
function duplicateKeys(events: readonly LoggedEvent[]): number {
  const successes = Map.groupBy(
    events.filter(({ key, ok, kind }) => key !== undefined && ok === true && !readingKinds.test(kind ?? '')),
    ({ key }) => key,
  )
  return [...successes.values()].filter((group) => group.length > 1).length
}

function measureIdempotency(events: readonly LoggedEvent[]): Measurement | null {
  const writes = events.filter(({ kind }) => !readingKinds.test(kind ?? ''))
  const keyed = writes.filter(({ key }) => key !== undefined && key !== '')
  // A log without a single key does not record keys, which is not the same as not using them.
  if (keyed.length === 0) return null
  const keys = new Set(keyed.map(({ key }) => key)).size
  const twice = duplicateKeys(events)
  const score = Math.round(100 * (keyed.length / writes.length) * (1 - twice / keys))
  return {
    score,
    evidence: `${keyed.length} of ${writes.length} writes have a key; ${twice} of ${keys} keys succeeded more than once`,
  }
}

/** Full marks up to one retry in ten calls, none from one in two; more than five attempts at one thing cost half. */
function measureRetries(events: readonly LoggedEvent[]): Measurement | null {
  const attempts = events.flatMap(({ attempt }) => (attempt === undefined ? [] : [attempt]))
  const ratio = measure(events).retry_ratio
  if (ratio === null) return null
  const most = attempts.reduce((highest, attempt) => Math.max(highest, attempt), 0)
  const byRatio = 100 * Math.min(1, Math.max(0, (0.5 - ratio) / 0.4))
  const score = Math.round(most > 5 ? Math.min(50, byRatio) : byRatio)
  return {
    score,
    evidence: `${Math.round(ratio * 100)}% of ${attempts.length} calls are retries; the most attempts at one thing: ${most}`,
  }
}

function measureDestructive(events: readonly LoggedEvent[]): Measurement | null {
  const destructive = events.filter((event) => event.destructive === true)
  if (destructive.length === 0) return null
  const confirmed = destructive.filter((event) => event.confirmed === true).length
  const score = Math.round((100 * confirmed) / destructive.length)
  return { score, evidence: `${confirmed} of ${destructive.length} destructive actions were confirmed` }
}

function measureObservability(events: readonly LoggedEvent[]): Measurement | null {
  if (events.length === 0) return null
  const complete = events.filter(
    ({ ts, kind, ok }) => ts !== undefined && kind !== undefined && ok !== undefined,
  ).length
  return {
    score: Math.round((100 * complete) / events.length),
    evidence: `${complete} of ${events.length} events tell time, kind and result`,
  }
}

/** Of the things that failed at first, how many came right under the same key. */
function measureRecovery(events: readonly LoggedEvent[]): Measurement | null {
  const keyed = events.filter(({ key }) => key !== undefined)
  const failed = new Set(keyed.filter(({ ok }) => ok === false).map(({ key }) => key))
  if (failed.size === 0) return null
  const recovered = new Set(keyed.filter(({ ok, key }) => ok === true && failed.has(key)).map(({ key }) => key)).size
  return {
    score: Math.round((100 * recovered) / failed.size),
    evidence: `${recovered} of ${failed.size} failed things succeeded later`,
  }
}

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 1000)

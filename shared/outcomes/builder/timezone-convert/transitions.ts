import { DAY_MS } from './zone-clock.ts'
import type { ZoneClock } from './zone-clock.ts'

/** A change of a zone's offset: `at` is the first instant of the new one. */
export type Transition = { at: number; before: number; after: number }

const WEEK_MS = 7 * DAY_MS
/** Before it the database has local mean times only, which never change. */
const FIRST_TRANSITION_MS = Date.UTC(1840, 0, 1)
/** Rules that repeat every year show in three years; single changes are known to about this date. */
const KNOWN_UNTIL_MS = Date.UTC(2038, 0, 1)

/** The first change of the offset behind an instant, or null when none is known. */
export function nextTransition(clock: ZoneClock, instantMs: number): Transition | null {
  const until = Math.max(instantMs + 3 * 366 * DAY_MS, KNOWN_UNTIL_MS)
  return clock.fixed ? null : firstTransition(clock, Math.max(instantMs, FIRST_TRANSITION_MS), until)
}

/** The first change in (from, until], looked for week by week: no zone ever changed back and forth within one. */
export function firstTransition(clock: ZoneClock, from: number, until: number): Transition | null {
  let before = clock.offsetAt(from)
  for (let low = from; low < until; low += WEEK_MS) {
    const high = Math.min(low + WEEK_MS, until)
    const after = clock.offsetAt(high)
    if (after !== before) return { at: boundary(clock, low, high), before, after }
    before = after
  }
  return null
}

function boundary(clock: ZoneClock, from: number, to: number): number {
  const before = clock.offsetAt(from)
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (clock.offsetAt(middle) === before) low = middle
    else high = middle
  }
  return high
}

/** Longest summer time; a longer spell between two changes is no summer. */
const SUMMER_MS = 300 * DAY_MS

/**
 * Whether an instant lies in summer time: the zone's own English name says so, or its clock was put forward and will be
 * put back within 300 days. Irish Standard Time counts as summer time, as its clocks do.
 */
export function isSummerTime(clock: ZoneClock, instantMs: number, longName: string): boolean {
  if (clock.fixed) return false
  if (/Daylight|Summer|^Irish Standard/.test(longName)) return true
  if (/Standard/.test(longName)) return false
  const next = firstTransition(clock, instantMs, instantMs + SUMMER_MS)
  if (next === null || next.after >= next.before) return false
  const start = next.at - SUMMER_MS
  const previous = lastTransition(clock, start, instantMs)
  return previous !== null && previous.before < previous.after
}

function lastTransition(clock: ZoneClock, from: number, until: number): Transition | null {
  let found: Transition | null = null
  for (let at = from; ;) {
    const next = firstTransition(clock, at, until)
    if (next === null) return found
    found = next
    at = next.at
  }
}

import { isSummerTime, nextTransition } from './transitions.ts'
import type { Zone } from './read-zone.ts'
import { resolveLocal } from './resolve-local.ts'
import type { LocalInstants } from './resolve-local.ts'
import { abbreviationOf, longName, offsetLabel, wallLabel } from './zone-labels.ts'
import { DAY_MS, MINUTE_MS, zoneClock } from './zone-clock.ts'
import type { ZoneClock } from './zone-clock.ts'

export type Disambiguation = 'compatible' | 'earlier' | 'later'

/** A moment: an instant, or a wall time in the zone it is converted from. */
export type Moment = { instantMs: number } | { localMs: number; disambiguation: Disambiguation }

/** Finds the instants of a wall time in a zone. */
export const instantsOf = (zone: Zone, localMs: number): LocalInstants => resolveLocal(zoneClock(zone), localMs)

/** Converts a moment from one zone to another and tells what happened to it on the way. */
export function convertTime(moment: Moment, from: Zone, to: Zone) {
  const [fromClock, toClock] = [zoneClock(from), zoneClock(to)]
  const found: LocalInstants =
    'instantMs' in moment ? { ambiguity: 'none', instantMs: moment.instantMs } : resolveLocal(fromClock, moment.localMs)
  const instantMs = choose(found, 'disambiguation' in moment ? moment.disambiguation : 'compatible')
  const fromOffset = fromClock.offsetAt(instantMs)
  const toOffset = toClock.offsetAt(instantMs)
  const fromLocal = 'localMs' in moment ? moment.localMs : instantMs + fromOffset * MINUTE_MS
  const toLocal = instantMs + toOffset * MINUTE_MS
  return {
    input: { datetime: wallLabel(fromLocal), tz: from.name, offset: offsetLabel(fromOffset) },
    output: describe(toClock, instantMs, toLocal, toOffset),
    utc: `${wallLabel(instantMs)}Z`,
    epoch_ms: instantMs,
    offset_difference_minutes: Math.round(toOffset - fromOffset),
    day_shift: Math.floor(toLocal / DAY_MS) - Math.floor(fromLocal / DAY_MS),
    ambiguity: found.ambiguity,
    alternatives: alternatives(found).map((ms) => `${wallLabel(ms)}Z`),
    next_transition: transition(toClock, instantMs),
  }
}

/** `compatible` is what clocks do: the earlier of two, and behind a gap the time that would have been shown. */
function choose(found: LocalInstants, disambiguation: Disambiguation): number {
  if (found.ambiguity === 'none') return found.instantMs
  if (disambiguation === 'compatible') return found.ambiguity === 'gap' ? found.laterMs : found.earlierMs
  return disambiguation === 'earlier' ? found.earlierMs : found.laterMs
}

function alternatives(found: LocalInstants): number[] {
  if (found.ambiguity === 'none') return []
  return found.ambiguity === 'gap' ? [found.laterMs] : [found.earlierMs, found.laterMs]
}

function describe(clock: ZoneClock, instantMs: number, localMs: number, offset: number) {
  const wall = wallLabel(localMs)
  const at = wall.indexOf('T')
  return {
    datetime: `${wall}${offsetLabel(offset)}`,
    date: wall.slice(0, at),
    time: wall.slice(at + 1),
    tz: clock.name,
    offset: offsetLabel(offset),
    abbreviation: abbreviationOf(clock, instantMs),
    weekday: WEEKDAYS[new Date(localMs).getUTCDay()] ?? '',
    is_dst: isSummerTime(clock, instantMs, clock.fixed ? '' : longName(clock, instantMs)),
  }
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function transition(clock: ZoneClock, instantMs: number) {
  const next = nextTransition(clock, instantMs)
  if (next === null) return null
  return {
    at: `${wallLabel(next.at)}Z`,
    offset_before: offsetLabel(next.before),
    offset_after: offsetLabel(next.after),
  }
}

import { firstTransition } from './transitions.ts'
import { DAY_MS, MINUTE_MS } from './zone-clock.ts'
import type { ZoneClock } from './zone-clock.ts'

/** Every instant at which a wall clock shows a time: one, two when it was put back, none when it was put forward. */
export type LocalInstants =
  | { ambiguity: 'none'; instantMs: number }
  | { ambiguity: 'overlap'; earlierMs: number; laterMs: number }
  /** `earlierMs` reads the wall time by the new offset, `laterMs` by the old one, which lands behind the gap. */
  | { ambiguity: 'gap'; earlierMs: number; laterMs: number }

/** Clocks differ from UTC by less than 16 hours, so what matters to a wall time happens within a day of it. */
const SPAN_MS = DAY_MS
const STEP_MS = 4 * 60 * MINUTE_MS

/** Finds the instants of a wall time, given in milliseconds as if it were UTC. */
export function resolveLocal(clock: ZoneClock, localMs: number): LocalInstants {
  const offsets = new Set<number>()
  for (let at = localMs - SPAN_MS; at <= localMs + SPAN_MS; at += STEP_MS) offsets.add(clock.offsetAt(at))
  const instants = [...offsets]
    .filter((offset) => clock.offsetAt(localMs - offset * MINUTE_MS) === offset)
    .map((offset) => localMs - offset * MINUTE_MS)
    .toSorted((one, other) => one - other)
  const [first, last] = [instants[0], instants.at(-1)]
  if (first === undefined || last === undefined) return gapAround(clock, localMs)
  return first === last
    ? { ambiguity: 'none', instantMs: first }
    : { ambiguity: 'overlap', earlierMs: first, laterMs: last }
}

function gapAround(clock: ZoneClock, localMs: number): LocalInstants {
  const until = localMs + SPAN_MS
  for (let from = localMs - SPAN_MS; ;) {
    const change = firstTransition(clock, from, until)
    if (change === null) throw new Error(`no gap in ${clock.name} around ${localMs}, and no instant either`)
    const { at, before, after } = change
    if (at + before * MINUTE_MS <= localMs && localMs < at + after * MINUTE_MS) {
      return { ambiguity: 'gap', earlierMs: localMs - after * MINUTE_MS, laterMs: localMs - before * MINUTE_MS }
    }
    from = at
  }
}

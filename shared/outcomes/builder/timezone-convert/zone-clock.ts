import { FixedOffsetZone, IANAZone } from 'luxon'

import type { Zone } from './read-zone.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** A zone as a clock: minutes ahead of UTC at an instant, with fractions for the local mean times of old. */
export type ZoneClock = { name: string; fixed: boolean; offsetAt: (instantMs: number) => number }

export function zoneClock({ name, fixedMinutes }: Zone): ZoneClock {
  const zone = fixedMinutes === null ? IANAZone.create(name) : FixedOffsetZone.instance(fixedMinutes)
  return { name, fixed: fixedMinutes !== null, offsetAt: (instantMs) => zone.offset(instantMs) }
}

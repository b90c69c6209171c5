import { invalidFields } from '#shared/errors.ts'

import type { Disambiguation, Moment } from './convert-time.ts'
import { instantsOf } from './convert-time.ts'
import { readDatetime } from './read-datetime.ts'
import type { Zone } from './read-zone.ts'
import { offsetLabel, wallLabel } from './zone-labels.ts'
import { MINUTE_MS } from './zone-clock.ts'

/**
 * Reads `datetime` in a zone. An offset in it wins over the zone, with a note when the zone would have said otherwise.
 * Refuses what is no ISO 8601 and, under `reject`, wall times that occur twice or never.
 */
export function readMoment(
  datetime: string,
  zone: Zone,
  disambiguation: Disambiguation | 'reject',
  now: Date,
): { moment: Moment; from: Zone; notes: string[] } {
  if (/^\s*now\s*$/i.test(datetime)) return { moment: { instantMs: now.getTime() }, from: zone, notes: [] }
  const read = readDatetime(datetime)
  if (typeof read === 'string')
    throw invalidFields({ path: ['datetime'], msg: `Value error, ${read}`, input: datetime })
  const { localMs, offsetMinutes, notes } = read

  if (offsetMinutes !== null) {
    const instantMs = localMs - offsetMinutes * MINUTE_MS
    const own: Zone = { name: offsetMinutes === 0 ? 'UTC' : offsetLabel(offsetMinutes), fixedMinutes: offsetMinutes }
    if (own.name === zone.name) return { moment: { instantMs }, from: zone, notes }
    return {
      moment: { instantMs },
      from: own,
      notes: [
        ...notes,
        `datetime has the offset ${offsetLabel(offsetMinutes)}; it was used and from_tz (${zone.name}) was not.`,
      ],
    }
  }
  if (disambiguation !== 'reject') return { moment: { localMs, disambiguation }, from: zone, notes }
  const { ambiguity } = instantsOf(zone, localMs)
  if (ambiguity === 'none') return { moment: { localMs, disambiguation: 'compatible' }, from: zone, notes }
  const why =
    ambiguity === 'gap' ? 'does not exist: clocks were put forward over it' : 'occurs twice: clocks were put back'
  throw invalidFields({
    path: ['datetime'],
    msg: `Value error, ${wallLabel(localMs)} in ${zone.name} ${why}`,
    input: datetime,
  })
}

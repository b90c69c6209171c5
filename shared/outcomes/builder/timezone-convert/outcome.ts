import { z } from 'zod'

import { readZone } from './read-zone.ts'
import type { NoZone, Zone } from './read-zone.ts'
import { Refusal } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

export const timezoneConvert = defineOutcome({
  slug: 'timezone-convert',
  title: 'Timezone convert',
  description: 'Converts a moment between IANA zones, with DST gaps and overlaps made explicit.',
  cents: 1,
  types: {
    takes: { datetime: 'iso-datetime', from_tz: 'source-timezone', to_tz: 'timezone' },
    gives: { 'output.datetime': 'iso-datetime', utc: 'iso-datetime' },
    also: { 'output.date': 'iso-date' },
  },
  input: () =>
    z.object({
      datetime: z.string().min(1).max(100).describe('ISO 8601 or now'),
      from_tz: z.string().max(100).default('UTC').describe('IANA zone of datetime when it has no offset'),
      to_tz: z.string().max(100).describe('IANA zone'),
      disambiguation: z
        .enum(['compatible', 'earlier', 'later', 'reject'])
        .default('compatible')
        .describe('for local times that occur twice or never'),
    }),
  output: () =>
    z.object({
      input: z.object({ datetime: z.string(), tz: z.string(), offset: z.string() }),
      output: z.object({
        datetime: z.string().describe('ISO 8601 with offset'),
        date: z.string(),
        time: z.string(),
        tz: z.string(),
        offset: z.string(),
        abbreviation: z.string(),
        weekday: z.string(),
        is_dst: z.boolean(),
      }),
      utc: z.string(),
      epoch_ms: z.int(),
      offset_difference_minutes: z.int().describe('to minus from'),
      day_shift: z.int().describe('calendar days from input to output'),
      ambiguity: z.enum(['none', 'gap', 'overlap']),
      alternatives: z.array(z.string()).describe('both instants of an overlap, or the shifted one for a gap'),
      next_transition: z.object({ at: z.string(), offset_before: z.string(), offset_after: z.string() }).nullable(),
      tzdb_version: z.string(),
      notes: z.array(z.string()),
    }),
  example: {
    input: { datetime: '2024-01-01T00:00:00', to_tz: 'Asia/Tokyo' },
    output: {
      input: { datetime: '2024-01-01T00:00:00', tz: 'UTC', offset: '+00:00' },
      output: {
        datetime: '2024-01-01T09:00:00+09:00',
        date: '2024-01-01',
        time: '09:00:00',
        tz: 'Asia/Tokyo',
        offset: '+09:00',
        abbreviation: 'JST',
        weekday: 'Monday',
        is_dst: false,
      },
      utc: '2024-01-01T00:00:00Z',
      epoch_ms: 1_704_067_200_000,
      offset_difference_minutes: 540,
      day_shift: 0,
      ambiguity: 'none',
      alternatives: [],
      next_transition: null,
      tzdb_version: process.versions['tz'] ?? 'unknown',
      notes: [],
    },
  },
  check({ from_tz, to_tz }) {
    zonesOf(from_tz, to_tz)
  },
  async run({ datetime, from_tz, to_tz, disambiguation }, { now }) {
    const zones = zonesOf(from_tz, to_tz)
    const { readMoment } = await import('./read-moment.ts')
    const { convertTime } = await import('./convert-time.ts')
    const { moment, from, notes } = readMoment(datetime, zones.from, disambiguation, now())
    return { ...convertTime(moment, from, zones.to), tzdb_version: process.versions['tz'] ?? 'unknown', notes }
  },
})

/** Reads both zones; refused before any charge, with what may have been meant. */
function zonesOf(fromTz: string, toTz: string): { from: Zone; to: Zone } {
  const from = readZone(fromTz)
  const to = readZone(toTz)
  if ('name' in from && 'name' in to) return { from, to }
  const detail = [
    ...('name' in from ? [] : [fieldError('from_tz', fromTz, from)]),
    ...('name' in to ? [] : [fieldError('to_tz', toTz, to)]),
  ]
  const error = detail.length === 1 ? 'One field is wrong.' : 'Two fields are wrong.'
  throw new Refusal('validation_error', error, { detail })
}

function fieldError(field: string, sent: string, { problem, suggestions }: NoZone) {
  const hint = suggestions.length > 0 ? `; try ${suggestions.join(', ')}` : ''
  return {
    type: 'value_error',
    loc: ['body', field],
    msg: `Value error, ${problem}${hint}`,
    input: sent,
    ctx: { suggestions },
  }
}

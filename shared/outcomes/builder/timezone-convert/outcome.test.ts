import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { ZONE_NAMES } from './iana-zones.rules.ts'
import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { timezoneConvert } from './outcome.ts'

const run = (input: Record<string, unknown>) => timezoneConvert.run(input, fakeContext())

const refused = async (input: Record<string, unknown>) => {
  const answer = await run(input).catch((error: unknown) => error)
  return answer instanceof Refusal ? answer.toWire() : null
}

describe('timezone-convert: converting', () => {
  test('answers its own example', async () => {
    expect(await run(timezoneConvert.example.input)).toEqual(timezoneConvert.example.output)
  })

  test('from UTC to Tokyo', async () => {
    expect(await run({ datetime: '2024-01-01T00:00:00', to_tz: 'Asia/Tokyo' })).toMatchObject({
      output: { datetime: '2024-01-01T09:00:00+09:00', abbreviation: 'JST', weekday: 'Monday', is_dst: false },
      offset_difference_minutes: 540,
      next_transition: null,
    })
  })

  test('an offset in datetime wins over from_tz, and the answer says so', async () => {
    expect(await run({ datetime: '2024-06-01T12:00:00+02:00', to_tz: 'UTC' })).toMatchObject({
      utc: '2024-06-01T10:00:00Z',
    })
    expect(await run({ datetime: '2024-06-01T12:00+0200', from_tz: 'America/New_York', to_tz: 'UTC' })).toMatchObject({
      utc: '2024-06-01T10:00:00Z',
      input: { tz: '+02:00', offset: '+02:00' },
      notes: [expect.stringContaining('America/New_York')],
    })
    expect(await run({ datetime: '2024-06-01T12:00Z', to_tz: 'UTC' })).toMatchObject({ notes: [] })
  })

  test.each(['+25:00', '+02:60', '-99'])('an offset that no clock has is refused: %s', async (offset) => {
    expect(await refused({ datetime: `2024-06-01T12:00:00${offset}`, to_tz: 'UTC' })).not.toBeNull()
  })

  test('now is the time of the call', async () => {
    expect(await run({ datetime: 'now', to_tz: 'Europe/Berlin' })).toMatchObject({
      utc: '2026-11-20T12:00:00Z',
      output: { datetime: '2026-11-20T13:00:00+01:00', abbreviation: 'CET' },
    })
  })

  test.each([
    ['2024-02-29', '2024-02-29T00:00:00Z'],
    ['20240229T010203Z', '2024-02-29T01:02:03Z'],
    ['2024-W09-4T10:00', '2024-02-29T10:00:00Z'],
    ['2024-060T10:00:00,5', '2024-02-29T10:00:00.500Z'],
    ['2024-02-29 10:00', '2024-02-29T10:00:00Z'],
    ['2024-02-29t10:00:00z', '2024-02-29T10:00:00Z'],
    ['2024-02-28T24:00:00', '2024-02-29T00:00:00Z'],
    ['2024-02-29T23:59:59.123456789-05', '2024-03-01T04:59:59.123Z'],
  ])('reads %s', async (datetime, utc) => {
    expect(await run({ datetime, to_tz: 'UTC' })).toMatchObject({ utc })
  })

  test('tells the day apart, two days across the date line at the most', async () => {
    const shift = async (datetime: string, from_tz: string, to_tz: string) => run({ datetime, from_tz, to_tz })
    expect(await shift('2024-01-01T23:00', 'UTC', 'Asia/Tokyo')).toMatchObject({ day_shift: 1 })
    expect(await shift('2024-01-01T01:00', 'UTC', 'America/New_York')).toMatchObject({ day_shift: -1 })
    expect(await shift('2024-01-01T23:00', 'Etc/GMT+12', 'Pacific/Kiritimati')).toMatchObject({ day_shift: 2 })
  })

  test.each([
    ['Asia/Kathmandu', '+05:45', '+0545'],
    ['Asia/Kolkata', '+05:30', 'IST'],
    ['America/St_Johns', '-02:30', 'NDT'],
    ['Europe/London', '+01:00', 'BST'],
    ['Europe/Dublin', '+01:00', 'IST'],
    ['Australia/Sydney', '+10:00', 'AEST'],
    ['America/Sao_Paulo', '-03:00', '-03'],
    ['Pacific/Honolulu', '-10:00', 'HST'],
    ['Etc/GMT+5', '-05:00', '-05'],
    ['+09:30', '+09:30', '+0930'],
    ['Z', '+00:00', 'UTC'],
  ])('%s in July is %s, %s', async (to_tz, offset, abbreviation) => {
    expect(await run({ datetime: '2024-07-01T00:00Z', to_tz })).toMatchObject({ output: { offset, abbreviation } })
  })

  test('keeps the seconds of local mean time', async () => {
    expect(await run({ datetime: '1850-01-01T00:00Z', to_tz: 'America/New_York' })).toMatchObject({
      output: { datetime: '1849-12-31T19:03:58-04:56:02' },
      next_transition: { offset_before: '-04:56:02', offset_after: '-05:00' },
    })
  })

  test('knows summer time north, south, in Ireland, before 1970, and where there is none', async () => {
    const isDst = async (datetime: string, to_tz: string) => run({ datetime, to_tz })
    expect(await isDst('2024-07-01T00:00Z', 'America/New_York')).toMatchObject({ output: { is_dst: true } })
    expect(await isDst('2024-01-01T00:00Z', 'Australia/Sydney')).toMatchObject({ output: { is_dst: true } })
    expect(await isDst('2024-07-01T00:00Z', 'Europe/Dublin')).toMatchObject({ output: { is_dst: true } })
    expect(await isDst('1950-07-01T00:00Z', 'America/New_York')).toMatchObject({ output: { is_dst: true } })
    expect(await isDst('1950-01-01T00:00Z', 'America/New_York')).toMatchObject({ output: { is_dst: false } })
    expect(await isDst('2024-01-15T00:00Z', 'Asia/Almaty')).toMatchObject({ output: { is_dst: false } })
    expect(await isDst('2024-07-01T00:00Z', 'Africa/Casablanca')).toMatchObject({ output: { is_dst: false } })
  })

  test('tells the next change of the clocks', async () => {
    expect(await run({ datetime: '2024-01-01', to_tz: 'Europe/Berlin' })).toMatchObject({
      next_transition: { at: '2024-03-31T01:00:00Z', offset_before: '+01:00', offset_after: '+02:00' },
    })
    expect(await run({ datetime: '2024-03-31T01:00:00Z', to_tz: 'Europe/Berlin' })).toMatchObject({
      next_transition: { at: '2024-10-27T01:00:00Z' },
    })
  })
})

describe('timezone-convert: gaps and overlaps', () => {
  const overlap = { datetime: '2024-11-03T01:30:00', from_tz: 'America/New_York', to_tz: 'UTC' }
  const gap = { datetime: '2024-03-10T02:30:00', from_tz: 'America/New_York', to_tz: 'UTC' }

  test('a time that occurs twice is the earlier one unless asked otherwise', async () => {
    const alternatives = ['2024-11-03T05:30:00Z', '2024-11-03T06:30:00Z']
    expect(await run(overlap)).toMatchObject({ ambiguity: 'overlap', utc: '2024-11-03T05:30:00Z', alternatives })
    expect(await run({ ...overlap, disambiguation: 'earlier' })).toMatchObject({ utc: '2024-11-03T05:30:00Z' })
    expect(await run({ ...overlap, disambiguation: 'later' })).toMatchObject({ utc: '2024-11-03T06:30:00Z' })
  })

  test('a time that never was moves forward unless asked otherwise', async () => {
    expect(await run(gap)).toMatchObject({
      ambiguity: 'gap',
      utc: '2024-03-10T07:30:00Z',
      alternatives: ['2024-03-10T07:30:00Z'],
    })
    expect(await run({ ...gap, disambiguation: 'later' })).toMatchObject({ utc: '2024-03-10T07:30:00Z' })
    expect(await run({ ...gap, disambiguation: 'earlier' })).toMatchObject({ utc: '2024-03-10T06:30:00Z' })
  })

  test('reject refuses both and takes everything else', async () => {
    expect(await refused({ ...overlap, disambiguation: 'reject' })).toMatchObject({ code: 'validation_error' })
    expect(await refused({ ...gap, disambiguation: 'reject' })).toMatchObject({ code: 'validation_error' })
    expect(await run({ ...gap, datetime: '2024-03-10T03:00:00', disambiguation: 'reject' })).toMatchObject({
      ambiguity: 'none',
    })
  })

  test('the edges of a gap and of an overlap are outside and inside', async () => {
    const at = (datetime: string) => run({ datetime, from_tz: 'Europe/Berlin', to_tz: 'UTC' })
    expect(await at('2024-03-31T01:59:59.999')).toMatchObject({ ambiguity: 'none' })
    expect(await at('2024-03-31T02:00:00')).toMatchObject({ ambiguity: 'gap' })
    expect(await at('2024-03-31T03:00:00')).toMatchObject({ ambiguity: 'none' })
    expect(await at('2024-10-27T02:00:00')).toMatchObject({ ambiguity: 'overlap' })
    expect(await at('2024-10-27T03:00:00')).toMatchObject({ ambiguity: 'none' })
  })

  test('half an hour on Lord Howe Island and a whole day in Samoa', async () => {
    expect(await run({ datetime: '2024-10-06T02:15', from_tz: 'Australia/Lord_Howe', to_tz: 'UTC' })).toMatchObject({
      ambiguity: 'gap',
      utc: '2024-10-05T15:45:00Z',
    })
    expect(await run({ datetime: '2011-12-30T12:00', from_tz: 'Pacific/Apia', to_tz: 'Pacific/Apia' })).toMatchObject({
      ambiguity: 'gap',
      output: { datetime: '2011-12-31T12:00:00+14:00' },
    })
  })
})

describe('timezone-convert: zone names', () => {
  test.each([
    ['asia/kolkata', 'Asia/Kolkata'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
    ['us/eastern', 'US/Eastern'],
    [' utc ', 'UTC'],
    ['est5edt', 'EST5EDT'],
    ['-0330', '-03:30'],
  ])('%j is %s', async (to_tz, name) => {
    expect(await run({ datetime: '2024-01-01', to_tz })).toMatchObject({ output: { tz: name } })
  })

  test.each([
    ['EST', 'America/New_York'],
    ['ist', 'Asia/Kolkata'],
    ['CET', 'Europe/Berlin'],
    ['AST', 'America/Halifax'],
    ['Pacific Standard Time', 'America/Los_Angeles'],
    ['Tokyo', 'Asia/Tokyo'],
    ['New York', 'America/New_York'],
    ['Europe/Berln', 'Europe/Berlin'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['UTC+2', '+02:00'],
  ])('%s is refused before any charge, and %s suggested', (to_tz, suggestion) => {
    const input = { datetime: 'now', from_tz: 'UTC', to_tz, disambiguation: 'compatible' }
    expect(() => timezoneConvert.check?.(input)).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        detail: {
          detail: [
            expect.objectContaining({
              loc: ['body', 'to_tz'],
              ctx: { suggestions: expect.arrayContaining([suggestion]) },
            }),
          ],
        },
      }),
    )
  })

  test('every name of the database is one the runtime knows', () => {
    const unknown = ZONE_NAMES.filter((timeZone) => {
      try {
        return new Intl.DateTimeFormat('en-US', { timeZone }).format(0) === ''
      } catch {
        return true
      }
    })
    expect(unknown).toEqual([])
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !ZONE_NAMES.includes(name))).toEqual([])
  })
})

test.each([
  '2024-13-01',
  '2023-02-29T00:00',
  '12:00',
  '2024',
  'tomorrow',
  '1700000000',
  '0000-01-01',
  '2024-01-01T25:00',
  '2016-12-31T23:59:60Z',
  '2024-01-01T00:00[Europe/Paris]',
])('timezone-convert: refuses %s', async (datetime) => {
  expect(await refused({ datetime, to_tz: 'UTC' })).toMatchObject({ code: 'validation_error' })
})

test('timezone-convert: a wall time is found again in any zone, unless it never was', { timeout: 60_000 }, async () => {
  const zone = fc.constantFrom(...ZONE_NAMES.filter((name) => name.includes('/')))
  await fc.assert(
    fc.asyncProperty(
      zone,
      fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      async (tz, date) => {
        const there = await run({ datetime: date.toISOString(), to_tz: tz })
        // Safe: the outcome's own output schema was applied.
        const { output } = there as { output: { date: string; time: string } }
        const back = await run({ datetime: `${output.date}T${output.time}`, from_tz: tz, to_tz: 'UTC' })
        // Safe: as above.
        const { utc, alternatives } = back as { utc: string; alternatives: string[] }
        expect([utc, ...alternatives]).toContain(date.toISOString().replace('.000', ''))
      },
    ),
    { numRuns: 60 },
  )
})

test('timezone-convert: refuses or answers whatever is sent', async () => {
  const datetime = fc.oneof(
    fc.string({ minLength: 1, maxLength: 30 }),
    fc.stringMatching(/^[0-9]{4}-?[0-9W]{2,3}-?[0-9]{1,2}(T[0-9:.]{1,12}(Z|[+-][0-9:]{2,5})?)?$/),
  )
  const zone = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom('UTC', 'Europe/Paris', '+14:00', 'Pacific/Apia', '-23:59'),
  )
  await fc.assert(
    fc.asyncProperty(datetime, zone, zone, async (moment, from_tz, to_tz) => {
      const answer = await run({ datetime: moment, from_tz, to_tz }).catch((error: unknown) => error)
      expect(answer instanceof Refusal || typeof Object(answer).epoch_ms === 'number', String(answer)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

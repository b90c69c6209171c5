import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readMetNorway } from './read-met-norway.ts'
import { readOpenMeteo } from './read-open-meteo.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { weather } from './outcome.ts'

const openMeteo = (days: number, code = 61): Record<string, unknown> => ({
  latitude: 52.52,
  longitude: 13.42,
  utc_offset_seconds: 3_600,
  timezone: 'Europe/Berlin',
  elevation: 38,
  current: {
    time: '2026-11-20T12:45',
    interval: 900,
    temperature_2m: 10,
    wind_speed_10m: 16.09344,
    precipitation: 2.54,
    weather_code: code,
  },
  daily: {
    time: Array.from({ length: days }, (_, day) => `2026-11-${String(20 + day).padStart(2, '0')}`),
    weather_code: Array.from({ length: days }, () => code),
    temperature_2m_max: Array.from({ length: days }, () => 12),
    temperature_2m_min: Array.from({ length: days }, () => null),
  },
})
/** Hours from noon on, in Berlin. */
const metNorway = (hours: number) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [13.4, 52.52, 38] },
  properties: {
    meta: { updated_at: '2026-11-20T10:30:00Z' },
    timeseries: Array.from({ length: hours }, (_, hour) => ({
      time: new Date(Date.parse('2026-11-20T11:00:00Z') + hour * 3_600_000).toISOString(),
      data: {
        instant: {
          details: { air_temperature: 5 + (hour % 3), wind_speed: 10, relative_humidity: 80, wind_from_direction: 240 },
        },
        next_1_hours: { summary: { symbol_code: 'lightrainshowers_day' }, details: { precipitation_amount: 0.5 } },
      },
    })),
  },
})
const run = async (input: Record<string, unknown>, told: Partial<Record<string, Told>>) => {
  const upstreams = fakeUpstreams(({ upstream }) => told[upstream] ?? 'unreachable')
  // Safe: the outcome's answer is an object.
  const answer = (await weather.run(input, fakeContext({ upstreams }))) as Record<string, unknown>
  return { answer, asked: upstreams.asked }
}
const BERLIN = { lat: 52.52, lon: 13.4 }

describe('weather: a forecast', () => {
  test('has three days unless asked otherwise, and the time zone of the place', async () => {
    const { answer } = await run(BERLIN, { 'open-meteo': { body: openMeteo(3) } })
    expect(answer).toMatchObject({
      location: { timezone: 'Europe/Berlin', elevation_m: 38 },
      as_of: '2026-11-20T11:45:00.000Z',
      current: { temp: 10, feels_like: null, text: 'slight rain' },
      units: { temp: '°C' },
      alerts: [],
      source: { name: 'open-meteo' },
    })
    expect(answer['daily']).toHaveLength(3)
    expect(answer['daily']).toEqual(
      expect.arrayContaining([expect.objectContaining({ date: '2026-11-21', max: 12, min: null, sunrise: null })]),
    )
  })

  test('in imperial units is the same, converted', async () => {
    const { answer } = await run({ ...BERLIN, days: 1, units: 'imperial' }, { 'open-meteo': { body: openMeteo(1) } })
    expect(answer).toMatchObject({
      current: { temp: 50, wind_speed: 10, precipitation: 0.1 },
      daily: [{ max: 53.6, min: null }],
      units: { temp: '°F', wind: 'mph', precipitation: 'inch' },
    })
  })

  test('a code nobody knows has no text', async () => {
    const { answer } = await run({ lat: 1, lon: 1, days: 1 }, { 'open-meteo': { body: openMeteo(1, 42) } })
    expect(answer).toMatchObject({ current: { code: 42, text: null } })
  })

  test('comes from MET Norway when Open-Meteo fails, in days of the place', async () => {
    const { answer } = await run(
      { ...BERLIN, days: 2 },
      {
        'open-meteo': { body: { error: true, reason: 'Minutely API request limit exceeded.' } },
        'met-norway': { body: metNorway(60) },
      },
    )
    expect(answer).toMatchObject({
      source: { name: 'met-norway', tried: [{ source: 'open-meteo', problem: 'rate_limited' }] },
      location: { lat: 52.52, lon: 13.4, timezone: 'Europe/Berlin' },
      current: { time: '2026-11-20T12:00', temp: 5, wind_speed: 36, code: 80, text: 'slight rain showers' },
      daily: [
        { date: '2026-11-20', min: 5, max: 7, precipitation_sum: 6 },
        { date: '2026-11-21', precipitation_sum: 12, sunrise: null },
      ],
    })
  })

  test('of more days than MET Norway has is not asked there', async () => {
    await expect(run({ ...BERLIN, days: 16 }, {})).rejects.toMatchObject({
      detail: { extra: { tried: [{ source: 'open-meteo' }] } },
    })
  })

  test.each([
    ['fewer days than asked', openMeteo(2)],
    ['no days', { ...openMeteo(3), daily: undefined }],
    ['a page', '<html>'],
  ])('with %s is no answer', async (_, body) => {
    await expect(run(BERLIN, { 'open-meteo': { body } })).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

test.each([
  [{ lat: 0, lon: 0, days: 17 }],
  [{ lat: 91, lon: 0 }],
  [{ lat: 0, lon: -181 }],
  [{ lon: 0 }],
  [{ lat: '52', lon: 13 }],
  [{ lat: 1, lon: 1, units: 'kelvin' }],
])('%j is refused', (input) => expect(weather.input.safeParse(input).success).toBe(false))

test('weather: whatever a source answers, it is a forecast or an error of theirs', () => {
  const body = fc.oneof(
    fc.jsonValue(),
    fc
      .record({ current: fc.jsonValue(), offset: fc.double() })
      .map(({ current, offset }) => ({ ...openMeteo(1), current, utc_offset_seconds: offset })),
    fc.double().map((offset) => ({ ...openMeteo(1), utc_offset_seconds: offset })),
    fc
      .record({ lon: fc.double(), lat: fc.double() })
      .map(({ lon, lat }) => ({ ...metNorway(2), geometry: { coordinates: [lon, lat] } })),
  )
  fc.assert(
    fc.property(body, (value) => {
      const reply = { status: 200, text: () => '', json: () => value }
      for (const read of [readOpenMeteo, readMetNorway]) {
        try {
          read(reply, 1)
        } catch (error) {
          if (!(error instanceof UpstreamError) && Object(error).name !== 'ZodError') throw error
        }
      }
    }),
  )
})

import { z } from 'zod'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import { type Forecast, textOfCode } from './forecast.ts'

const number = z.number().nullish()
const numbers = z.array(z.number().nullable()).nullish()
const texts = z.array(z.string().nullable()).nullish()
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** https://open-meteo.com/en/docs: columns of one entry a day; errors are `{"error":true,"reason":"..."}`. */
const Reply = z.object({
  latitude: z.number(),
  longitude: z.number(),
  elevation: number,
  timezone: z.string(),
  utc_offset_seconds: z.number(),
  current: z.object({
    time: z.string().regex(TIME),
    temperature_2m: number,
    apparent_temperature: number,
    relative_humidity_2m: number,
    wind_speed_10m: number,
    wind_direction_10m: number,
    precipitation: number,
    weather_code: number,
  }),
  daily: z.object({
    time: z.array(z.string().regex(/^\d{4}-\d{2}-\d{2}$/)),
    temperature_2m_min: numbers,
    temperature_2m_max: numbers,
    precipitation_sum: numbers,
    precipitation_probability_max: numbers,
    wind_speed_10m_max: numbers,
    weather_code: numbers,
    sunrise: texts,
    sunset: texts,
  }),
})

/** Reads the answer of Open-Meteo; fewer days than were asked for is no answer. */
export function readOpenMeteo(reply: UpstreamReply, days: number): Forecast {
  const body = reply.json()
  const failed = z.object({ error: z.literal(true), reason: z.string().nullish() }).safeParse(body)
  if (failed.success) {
    const isLimit = /limit/i.test(failed.data.reason ?? '')
    throw new UpstreamError(isLimit ? 'rate_limited' : 'refused', 'it answered with an error')
  }
  const { current, daily, ...place } = Reply.parse(body)
  if (daily.time.length < days) throw new UpstreamError('bad_response', 'it answered with fewer days than asked')
  const at = <Value>(column: readonly (Value | null)[] | null | undefined, index: number) => column?.[index] ?? null
  return {
    location: {
      lat: place.latitude,
      lon: place.longitude,
      elevation_m: place.elevation ?? null,
      timezone: place.timezone,
    },
    asOf: inUtc(current.time, place.utc_offset_seconds),
    current: {
      time: current.time,
      temp: current.temperature_2m ?? null,
      feels_like: current.apparent_temperature ?? null,
      humidity_pct: current.relative_humidity_2m ?? null,
      wind_speed: current.wind_speed_10m ?? null,
      wind_dir_deg: current.wind_direction_10m ?? null,
      precipitation: current.precipitation ?? null,
      code: current.weather_code ?? null,
      text: textOfCode(current.weather_code ?? null),
    },
    daily: daily.time.slice(0, days).map((date, index) => ({
      date,
      min: at(daily.temperature_2m_min, index),
      max: at(daily.temperature_2m_max, index),
      precipitation_sum: at(daily.precipitation_sum, index),
      precipitation_prob_pct: at(daily.precipitation_probability_max, index),
      wind_max: at(daily.wind_speed_10m_max, index),
      code: at(daily.weather_code, index),
      text: textOfCode(at(daily.weather_code, index)),
      sunrise: at(daily.sunrise, index),
      sunset: at(daily.sunset, index),
    })),
  }
}

/** Converts a time to UTC. Open-Meteo's times are local and have no offset. */
function inUtc(local: string, offsetS: number): string | null {
  const ms = Date.parse(`${local.slice(0, 16)}:00Z`) - offsetS * 1_000
  return Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString()
}

import tzLookup from 'tz-lookup'
import { z } from 'zod'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import { type Day, type Forecast, textOfCode } from './forecast.ts'
import { SYMBOL_CODES } from './weather-codes.rules.ts'

const KMH_PER_MS = 3.6
const number = z.number().nullish()
const Summary = z
  .object({
    summary: z.object({ symbol_code: z.string().nullish() }).nullish(),
    details: z.object({ precipitation_amount: number }).nullish(),
  })
  .nullish()

/** https://api.met.no/weatherapi/locationforecast/2.0/documentation: hours first, then steps of six hours, all in UTC. */
const Reply = z.object({
  geometry: z.object({ coordinates: z.array(z.number()).min(2) }),
  properties: z.object({
    meta: z.object({ updated_at: z.string().nullish() }).nullish(),
    timeseries: z
      .array(
        z.object({
          time: z.iso.datetime(),
          data: z.object({
            instant: z.object({
              details: z.object({
                air_temperature: number,
                relative_humidity: number,
                wind_speed: number,
                wind_from_direction: number,
              }),
            }),
            next_1_hours: Summary,
            next_6_hours: Summary,
          }),
        }),
      )
      .min(1),
  }),
})

type Step = z.output<typeof Reply>['properties']['timeseries'][number]

/** Reads the answer of MET Norway; days are those of the place, made of its hours. */
export function readMetNorway(reply: UpstreamReply, days: number): Forecast {
  const { geometry, properties } = Reply.parse(reply.json())
  const [lon = 0, lat = 0, elevation = null] = geometry.coordinates
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180)
    throw new UpstreamError('bad_response', 'it answered for no place on earth')
  const timezone = tzLookup(lat, lon)
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })
  const localOf = ({ time }: Step) => local.format(new Date(time)).replace(' ', 'T')
  const steps = properties.timeseries
  const byDay = Map.groupBy(steps, (step) => localOf(step).slice(0, 10))
  if (byDay.size < days) throw new UpstreamError('bad_response', 'it answered with fewer days than asked')
  // Safe: the schema demands one.
  const now = steps[0] as Step
  const { details } = now.data.instant
  const symbol = (now.data.next_1_hours ?? now.data.next_6_hours)?.summary?.symbol_code ?? null
  return {
    location: { lat, lon, elevation_m: elevation, timezone },
    asOf: isoOf(properties.meta?.updated_at),
    current: {
      time: localOf(now),
      temp: details.air_temperature ?? null,
      feels_like: null,
      humidity_pct: details.relative_humidity ?? null,
      wind_speed: kmh(details.wind_speed),
      wind_dir_deg: details.wind_from_direction ?? null,
      precipitation: now.data.next_1_hours?.details?.precipitation_amount ?? null,
      ...weatherOf(symbol),
    },
    daily: [...byDay].slice(0, days).map(([date, hours]) => dayOf(date, hours)),
  }
}

function dayOf(date: string, steps: readonly Step[]): Day {
  const values = (pick: (step: Step) => number | null | undefined) =>
    steps.flatMap((step) => pick(step) ?? []).toSorted((one, other) => one - other)
  const temperatures = values(({ data }) => data.instant.details.air_temperature)
  const winds = values(({ data }) => data.instant.details.wind_speed)
  // Every step says what falls until the next one: an hour at first, six later.
  const rain = values(({ data }) => (data.next_1_hours ?? data.next_6_hours)?.details?.precipitation_amount)
  const symbols = steps.flatMap(({ data }) => (data.next_6_hours ?? data.next_1_hours)?.summary?.symbol_code ?? [])
  return {
    date,
    min: temperatures[0] ?? null,
    max: temperatures.at(-1) ?? null,
    precipitation_sum: rain.length === 0 ? null : Math.round(rain.reduce((sum, mm) => sum + mm, 0) * 10) / 10,
    precipitation_prob_pct: null,
    wind_max: kmh(winds.at(-1)),
    ...weatherOf(symbols[Math.floor(symbols.length / 2)] ?? null),
    sunrise: null,
    sunset: null,
  }
}

/** `lightrainshowers_day` is code 80; thunder of any kind is 95; sleet has a text and no code. */
function weatherOf(symbol: string | null): { code: number | null; text: string | null } {
  if (symbol === null) return { code: null, text: null }
  const name = symbol.replace(/_.*$/, '')
  const code = name.includes('thunder') ? 95 : (SYMBOL_CODES.get(name) ?? null)
  return { code, text: textOfCode(code) ?? name.replace(/(light|heavy)/, '$1 ').replace(/showers$/, ' showers') }
}

const kmh = (metersPerS: number | null | undefined) =>
  typeof metersPerS === 'number' ? Math.round(metersPerS * KMH_PER_MS * 10) / 10 : null

function isoOf(text: string | null | undefined): string | null {
  const at = new Date(text ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

import { z } from 'zod'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { Source, sourceOf } from '#shared/outcomes/lib/source.ts'
import example from './example.json' with { type: 'json' }

const number = z.number().nullable()
const text = z.string().nullable()
const units = z.object({
  temp: z.string(),
  wind: z.string(),
  precipitation: z.string(),
  humidity: z.string(),
  wind_dir: z.string(),
  elevation: z.string(),
})

export const weather = defineOutcome({
  slug: 'weather',
  title: 'Weather forecast',
  description:
    'Current conditions and a daily forecast of up to 16 days for coordinates, in metric or imperial units, with dates local to the place and the grid point that was forecast.',
  cents: 1,
  types: {
    takes: { lat: 'latitude', lon: 'longitude', days: 'day-count', units: 'units' },
    gives: { daily: 'forecast', current: 'json' },
    also: {
      'location.timezone': 'timezone',
      'current.text': 'text',
      'daily.0.sunrise': 'iso-datetime',
      'daily.0.sunset': 'iso-datetime',
    },
  },
  input: () =>
    z.object({
      lat: z.number().min(-90).max(90).describe('latitude'),
      lon: z.number().min(-180).max(180).describe('longitude'),
      days: z.int().min(1).max(16).default(3).describe('forecast days'),
      units: z.enum(['metric', 'imperial']).default('metric'),
    }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable().describe('when the current conditions are of, ISO 8601'),
      location: z
        .object({ lat: z.number(), lon: z.number(), elevation_m: number, timezone: z.string() })
        .describe('of the grid point'),
      current: z.object({
        time: z.string().describe('local to the place'),
        temp: number,
        feels_like: number,
        humidity_pct: number,
        wind_speed: number,
        wind_dir_deg: number,
        precipitation: number,
        code: number.describe('WMO code table 4677'),
        text,
      }),
      daily: z.array(
        z.object({
          date: z.string(),
          min: number,
          max: number,
          precipitation_sum: number,
          precipitation_prob_pct: number,
          wind_max: number,
          code: number,
          text,
          sunrise: text,
          sunset: text,
        }),
      ),
      units,
      alerts: z.array(z.object({ title: z.string() })).describe('only where the source has them; none of ours does'),
      license: z.string(),
    }),
  example: exampleFrom(example),
  async run({ lat, lon, days, units: wanted }, { upstreams, signal }) {
    const { weatherSources } = await import('./weather-sources.ts')
    const { imperial, IMPERIAL, METRIC } = await import('./forecast.ts')
    const answer = await upstreams.ask(weatherSources(lat, lon, days), { signal })
    const { location, asOf, current, daily } = wanted === 'metric' ? answer.value : imperial(answer.value)
    return {
      source: sourceOf(answer),
      as_of: asOf,
      location,
      current,
      daily,
      units: wanted === 'metric' ? METRIC : IMPERIAL,
      alerts: [],
      license: 'Weather data by Open-Meteo.com or MET Norway, CC BY 4.0.',
    }
  },
})

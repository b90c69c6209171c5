import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import type { Forecast } from './forecast.ts'
import { readMetNorway } from './read-met-norway.ts'
import { readOpenMeteo } from './read-open-meteo.ts'

const TTL_S = 900
/** MET Norway forecasts nine whole days. */
const MET_DAYS = 9

/** Who forecasts for a place, in order. The grid is coarser than four decimals, so near places share answers. */
export function weatherSources(lat: number, lon: number, days: number): UpstreamQuestion<Forecast>[] {
  const place = { lat: lat.toFixed(4), lon: lon.toFixed(4) }
  return [
    {
      upstream: 'open-meteo',
      path: '/v1/forecast',
      query: {
        latitude: place.lat,
        longitude: place.lon,
        current:
          'temperature_2m,relative_humidity_2m,apparent_temperature,precipitation,weather_code,wind_speed_10m,wind_direction_10m',
        daily:
          'weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,wind_speed_10m_max,sunrise,sunset',
        timezone: 'auto',
        forecast_days: days,
      },
      ttlS: TTL_S,
      read: (reply) => readOpenMeteo(reply, days),
    },
    ...(days > MET_DAYS
      ? []
      : [
          {
            upstream: 'met-norway',
            path: '/weatherapi/locationforecast/2.0/compact',
            query: place,
            ttlS: TTL_S,
            read: (reply) => readMetNorway(reply, days),
          } satisfies UpstreamQuestion<Forecast>,
        ]),
  ]
}

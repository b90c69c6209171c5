import { WEATHER_TEXTS } from './weather-codes.rules.ts'

/** What a source forecasts, in metric units; null what it does not say. */
export type Forecast = {
  location: { lat: number; lon: number; elevation_m: number | null; timezone: string }
  /** When the current conditions are of, ISO 8601 in UTC. */
  asOf: string | null
  current: Conditions & { time: string }
  daily: Day[]
}

export type Conditions = {
  temp: number | null
  feels_like: number | null
  humidity_pct: number | null
  wind_speed: number | null
  wind_dir_deg: number | null
  precipitation: number | null
  code: number | null
  text: string | null
}

export type Day = {
  /** Local to the place. */
  date: string
  min: number | null
  max: number | null
  precipitation_sum: number | null
  precipitation_prob_pct: number | null
  wind_max: number | null
  code: number | null
  text: string | null
  sunrise: string | null
  sunset: string | null
}

export const METRIC = { temp: '°C', wind: 'km/h', precipitation: 'mm', humidity: '%', wind_dir: '°', elevation: 'm' }
export const IMPERIAL = { temp: '°F', wind: 'mph', precipitation: 'inch', humidity: '%', wind_dir: '°', elevation: 'm' }

export const textOfCode = (code: number | null): string | null =>
  code === null ? null : (WEATHER_TEXTS.get(code) ?? null)

/** Converts a forecast to Fahrenheit, miles an hour and inches. */
export function imperial({ location, asOf, current, daily }: Forecast): Forecast {
  return {
    location,
    asOf,
    current: {
      ...current,
      temp: fahrenheit(current.temp),
      feels_like: fahrenheit(current.feels_like),
      wind_speed: miles(current.wind_speed),
      precipitation: inches(current.precipitation),
    },
    daily: daily.map((day) => ({
      ...day,
      min: fahrenheit(day.min),
      max: fahrenheit(day.max),
      wind_max: miles(day.wind_max),
      precipitation_sum: inches(day.precipitation_sum),
    })),
  }
}

const fahrenheit = (celsius: number | null) => scaled(celsius, (value) => value * 1.8 + 32, 10)
const miles = (kilometers: number | null) => scaled(kilometers, (value) => value / 1.609344, 10)
const inches = (millimeters: number | null) => scaled(millimeters, (value) => value / 25.4, 1_000)

const scaled = (value: number | null, change: (value: number) => number, steps: number) =>
  value === null ? null : Math.round(change(value) * steps) / steps

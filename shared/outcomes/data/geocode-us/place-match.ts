/** One place that an address may be. */
export type PlaceMatch = {
  normalized_address: string
  lat: number
  lon: number
  /** `exact`: the address itself; `non_exact`: a similar one; `interpolated`: between others; `centroid`: of its area. */
  match_type: 'exact' | 'non_exact' | 'interpolated' | 'centroid'
  components: {
    number: string | null
    street: string | null
    city: string | null
    state: string | null
    zip: string | null
  }
  /** Side of the street, seen in the direction of its numbers. */
  side: 'L' | 'R' | null
  fips: { state: string | null; county: string | null; tract: string | null; block: string | null } | null
}

const EARTH_M = 6_371_000

/** Meters between two places, along the surface. */
export function metersBetween(one: Pick<PlaceMatch, 'lat' | 'lon'>, other: Pick<PlaceMatch, 'lat' | 'lon'>): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const rise = Math.sin(radians(other.lat - one.lat) / 2) ** 2
  const run = Math.sin(radians(other.lon - one.lon) / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.sqrt(rise + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * run))
}

export const sixDigits = (degrees: number) => Math.round(degrees * 1e6) / 1e6

import { type PlaceMatch, sixDigits } from './place-match.ts'
import type { UsAddress } from './read-us-address.ts'
import { type Centroid, cityCentroid, zipCentroid, zipTable } from './zip-table.ts'

/** Where the area of an address is: its ZIP code, else its city. Null: neither is in the data. */
export function areaMatch({ zip, city, state }: UsAddress): { match: PlaceMatch; source: string } | null {
  const centroid = (zip === null ? null : zipCentroid(zip)) ?? (state === null ? null : cityOf(city, state))
  const table = zipTable()
  if (centroid === null || table === null) return null
  return {
    source: table.name,
    match: {
      normalized_address: [centroid.city, [centroid.state, centroid.zip].filter(Boolean).join(' ')].join(', '),
      lat: sixDigits(centroid.lat),
      lon: sixDigits(centroid.lon),
      match_type: 'centroid',
      components: { number: null, street: null, city: centroid.city, state: centroid.state, zip: centroid.zip },
      side: null,
      fips: null,
    },
  }
}

/** Without a comma before it the city may be any of the last words: `1 Main St New York`. The longest name wins. */
function cityOf(text: string | null, state: string): Centroid | null {
  const words = (text ?? '').split(' ').slice(-4)
  for (let start = 0; start < words.length; start += 1) {
    const found = cityCentroid(words.slice(start).join(' '), state)
    if (found !== null) return found
  }
  return null
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { findPackage } from '#shared/engines/embedded/find-package.ts'

/** The middle of a ZIP code, or of a city's ZIP codes. */
export type Centroid = { lat: number; lon: number; city: string; state: string; zip: string | null }

/** Packed: numbers in typed arrays, each place's name once. */
type Table = {
  zips: Uint32Array
  lats: Float64Array
  lons: Float64Array
  placeOfRow: Uint16Array
  places: readonly { city: string; state: string }[]
  /** Rows by `CITY|ST`. */
  rowsOf: ReadonlyMap<string, readonly number[]>
  name: string
}

const PACKAGE = 'zipcodes'

let table: Table | undefined

/** The ZIP codes of the package `zipcodes`, loaded by the first call (about 100 ms). Null: it is not installed. */
export function zipTable(): Table | null {
  const found = findPackage(PACKAGE)
  if (found === null) return null
  table ??= load(join(found.folder, 'lib/codes.js'), `${PACKAGE} ${found.version}`)
  return table
}

/** One row as the package writes it: `"10001":{"zip":"10001","latitude":40.7484,"longitude":-73.9967,...}`. */
type Row = { zip: string; latitude: number; longitude: number; city: string; state: string }

// The package's own code would keep every row as an object, those of Canada too: 40 MB.
function load(path: string, name: string): Table {
  const rows = rowsIn(readFileSync(path, 'latin1'))
  const places: { city: string; state: string }[] = []
  const rowsOf = new Map<string, number[]>()
  const known = new Map<string, { id: number; rows: number[] }>()
  const placeOfRow = new Uint16Array(rows.length)
  for (const [index, { city, state }] of rows.entries()) {
    const written = `${city}|${state}`
    const place = known.get(written) ?? { id: places.push({ city, state }) - 1, rows: [] }
    if (place.rows.push(index) === 1) known.set(written, place)
    placeOfRow[index] = place.id
  }
  for (const [written, place] of known) {
    const [city = '', state = ''] = written.split('|')
    rowsOf.set(keyOf(city, state), place.rows)
  }
  return {
    zips: Uint32Array.from(rows, ({ zip }) => Number(zip)),
    lats: Float64Array.from(rows, ({ latitude }) => latitude),
    lons: Float64Array.from(rows, ({ longitude }) => longitude),
    placeOfRow,
    places,
    rowsOf,
    name,
  }
}

/** The rows of the United States in the order of their codes. Throws when the file is another than the one we know. */
function rowsIn(text: string): Row[] {
  const start = text.indexOf('{')
  // Safe: the package is pinned to a version, and a test reads it.
  const rows = JSON.parse(text.slice(start, text.indexOf('};', start) + 1)) as Record<string, Row>
  return (
    Object.values(rows)
      // Military post offices have no place.
      .filter(({ latitude, longitude }) => latitude !== 0 || longitude !== 0)
      .toSorted((one, other) => Number(one.zip) - Number(other.zip))
  )
}

const keyOf = (city: string, state: string) =>
  `${city
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()}|${state}`

/** The middle of a ZIP code of five digits. Null: no such code, or the package is missing. */
export function zipCentroid(zip: string): Centroid | null {
  const known = zipTable()
  if (known === null) return null
  const index = rowOf(known.zips, Number(zip))
  return index === -1 ? null : centroidAt(known, index, zip)
}

/** The middle of all ZIP codes of a city. Null: there is none of this name in the state. */
export function cityCentroid(city: string, state: string): Centroid | null {
  const known = zipTable()
  const rows = known?.rowsOf.get(keyOf(city, state)) ?? []
  const [first] = rows
  if (known === null || first === undefined) return null
  const mean = (values: Float64Array) => rows.reduce((sum, index) => sum + (values[index] ?? 0), 0) / rows.length
  return { ...centroidAt(known, first, null), lat: mean(known.lats), lon: mean(known.lons) }
}

function centroidAt(known: Table, index: number, zip: string | null): Centroid {
  const { city = '', state = '' } = known.places[known.placeOfRow[index] ?? 0] ?? {}
  return { lat: known.lats[index] ?? 0, lon: known.lons[index] ?? 0, city, state, zip }
}

function rowOf(sorted: Uint32Array, wanted: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = sorted[middle] ?? 0
    if (value === wanted) return middle
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

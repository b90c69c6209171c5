import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import type { PlaceMatch } from './place-match.ts'
import { readCensus } from './read-census.ts'
import { readNominatim } from './read-nominatim.ts'

/** Addresses stay where they are. */
const TTL_S = 30 * 86_400

/** Who is asked where an address is, in order. No match is an empty list. */
export const geocodeSources = (address: string): UpstreamQuestion<PlaceMatch[]>[] => [
  {
    upstream: 'census',
    path: '/geocoder/geographies/onelineaddress',
    query: { address, benchmark: 'Public_AR_Current', vintage: 'Current_Current', format: 'json' },
    answers: [400],
    ttlS: TTL_S,
    read: (reply) => readCensus(reply, address),
  },
  {
    upstream: 'nominatim',
    path: '/search',
    query: { q: address, format: 'jsonv2', countrycodes: 'us', limit: 5, addressdetails: 1 },
    ttlS: TTL_S,
    read: readNominatim,
  },
]

import { z } from 'zod'

import type { UpstreamReply } from '#shared/doors/upstreams.ts'

import { type PlaceMatch, sixDigits } from './place-match.ts'

const text = z.string().nullish()
const degrees = (most: number) => z.coerce.number().min(-most).max(most)

/** https://nominatim.org/release-docs/latest/api/Output/#jsonv2: coordinates are texts. */
const Reply = z.array(
  z.object({
    lat: degrees(90),
    lon: degrees(180),
    display_name: z.string(),
    category: text,
    type: text,
    address: z
      .object({
        house_number: text,
        road: text,
        city: text,
        town: text,
        village: text,
        hamlet: text,
        'ISO3166-2-lvl4': text,
        postcode: text,
      })
      .nullish(),
  }),
)

/** Reads /search?format=jsonv2; an empty list is no match. */
export function readNominatim(reply: UpstreamReply): PlaceMatch[] {
  return Reply.parse(reply.json()).map(({ lat, lon, display_name, address }) => {
    const number = address?.house_number || null
    return {
      normalized_address: display_name,
      lat: sixDigits(lat),
      lon: sixDigits(lon),
      match_type: number === null ? 'centroid' : 'non_exact',
      components: {
        number,
        street: address?.road || null,
        city: address?.city || address?.town || address?.village || address?.hamlet || null,
        state: /^US-([A-Z]{2})$/.exec(address?.['ISO3166-2-lvl4'] ?? '')?.[1] ?? null,
        zip: address?.postcode || null,
      },
      side: null,
      fips: null,
    }
  })
}

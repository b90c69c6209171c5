import { z } from 'zod'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

import { type PlaceMatch, sixDigits } from './place-match.ts'

const text = z.string().nullish()
const Components = z.object({
  zip: text,
  streetName: text,
  preType: text,
  preDirection: text,
  preQualifier: text,
  suffixDirection: text,
  suffixType: text,
  suffixQualifier: text,
  city: text,
  state: text,
})

/** https://geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html: x is the longitude, y the latitude. */
const Reply = z.object({
  result: z.object({
    addressMatches: z.array(
      z.object({
        matchedAddress: z.string(),
        coordinates: z.object({ x: z.number().min(-180).max(180), y: z.number().min(-90).max(90) }),
        tigerLine: z.object({ side: text }).nullish(),
        addressComponents: Components.nullish(),
        geographies: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).nullish(),
      }),
    ),
  }),
})

/** Reads /geographies/onelineaddress. An address it cannot take apart is a 400 that says so: no match. */
export function readCensus(reply: UpstreamReply, asked: string): PlaceMatch[] {
  const body = reply.json()
  if (reply.status === 400) {
    const { errors } = z.object({ errors: z.array(z.string()) }).parse(body)
    if (errors.some((error) => /address|street|house/i.test(error))) return []
    throw new UpstreamError('refused', 'it did not take the question')
  }
  return Reply.parse(body).result.addressMatches.map((match) => {
    const components = match.addressComponents
    const [number = null] = /^\d[\dA-Z-]*/i.exec(match.matchedAddress) ?? []
    const { side } = match.tigerLine ?? {}
    return {
      normalized_address: match.matchedAddress,
      lat: sixDigits(match.coordinates.y),
      lon: sixDigits(match.coordinates.x),
      match_type: isSame(asked, match.matchedAddress) ? 'exact' : 'non_exact',
      components: {
        number,
        street: streetOf(components ?? {}),
        city: components?.city || null,
        state: components?.state || null,
        zip: components?.zip || null,
      },
      side: side === 'L' || side === 'R' ? side : null,
      fips: fipsOf(match.geographies ?? {}),
    }
  })
}

const streetOf = (parts: z.output<typeof Components>): string | null =>
  [
    parts.preQualifier,
    parts.preDirection,
    parts.preType,
    parts.streetName,
    parts.suffixType,
    parts.suffixDirection,
    parts.suffixQualifier,
  ]
    .filter(Boolean)
    .join(' ') || null

/** Blocks have the year of their census in their name: `2020 Census Blocks`. */
function fipsOf(geographies: Record<string, Record<string, unknown>[]>): PlaceMatch['fips'] {
  const row = (name: RegExp) => Object.entries(geographies).find(([layer]) => name.test(layer))?.[1][0] ?? {}
  const digits = (value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? value : null)
  const county = row(/^Counties$/)
  const tract = row(/^Census Tracts$/)
  const block = row(/Census Blocks$/)
  const fips = {
    state: digits(block['STATE'] ?? tract['STATE'] ?? county['STATE']),
    county: digits(block['COUNTY'] ?? tract['COUNTY'] ?? county['COUNTY']),
    tract: digits(block['TRACT'] ?? tract['TRACT']),
    block: digits(block['BLOCK']),
  }
  return Object.values(fips).every((value) => value === null) ? null : fips
}

/**
 * Whether two addresses have the same words, apart from commas, dots and the usual long forms of street types and
 * directions.
 */
function isSame(asked: string, matched: string): boolean {
  const words = (text: string) =>
    text
      .toUpperCase()
      .replaceAll(/[.,#]/g, ' ')
      .trim()
      .split(/\s+/)
      .map((word) => SHORT[word] ?? word)
      .filter((word) => word !== 'USA')
      .join(' ')
  return words(asked) === words(matched)
}

const SHORT: Readonly<Record<string, string>> = {
  AVENUE: 'AVE',
  BOULEVARD: 'BLVD',
  CIRCLE: 'CIR',
  COURT: 'CT',
  DRIVE: 'DR',
  HIGHWAY: 'HWY',
  LANE: 'LN',
  PARKWAY: 'PKWY',
  PLACE: 'PL',
  ROAD: 'RD',
  SQUARE: 'SQ',
  STREET: 'ST',
  TERRACE: 'TER',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
}

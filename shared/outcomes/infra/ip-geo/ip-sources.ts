import { z } from 'zod'

import { UpstreamError, type UpstreamQuestion, type UpstreamReply } from '#shared/doors/upstreams.ts'

import type { Place } from './find-place.ts'

/** What a service says of an address. */
export type IpFacts = { place: Place; timezone: string | null; network: { number: number; org: string } | null }

const DAY_S = 86_400
const text = z.string().nullish()
const number = z.number().nullish()

/** https://ipwho.is/8.8.8.8: errors are 200 with `success: false`. */
const IpWhoIs = z.object({
  success: z.literal(true),
  country_code: text,
  region: text,
  city: text,
  latitude: number,
  longitude: number,
  connection: z.object({ asn: number, org: text, isp: text }).nullish(),
  timezone: z.object({ id: text }).nullish(),
})

/** https://ip-api.com/docs/api:json: errors are 200 with `status: "fail"`. */
const IpApi = z.object({
  status: z.literal('success'),
  countryCode: text,
  regionName: text,
  city: text,
  lat: number,
  lon: number,
  timezone: text,
  as: text,
  org: text,
})

/** Who is asked about a public address where the embedded data has none. Values are null for an address they do not know. */
export const ipSources = (ip: string): UpstreamQuestion<IpFacts | null>[] => [
  { upstream: 'ipwhois', path: '/{ip}', fill: { ip }, ttlS: DAY_S, read: readIpWhoIs },
  { upstream: 'ip-api', path: '/json/{ip}', fill: { ip }, ttlS: DAY_S, read: readIpApi },
]

const Failed = z.object({ message: z.string().nullish() })

export function readIpWhoIs(reply: UpstreamReply): IpFacts | null {
  const body = reply.json()
  if (Object(body).success === false) return noneOrError(body)
  const facts = IpWhoIs.parse(body)
  return {
    place: placeOf(facts.country_code, facts.region, facts.city, facts.latitude, facts.longitude),
    timezone: facts.timezone?.id ?? null,
    network: facts.connection?.asn ? { number: facts.connection.asn, org: facts.connection.org ?? '' } : null,
  }
}

export function readIpApi(reply: UpstreamReply): IpFacts | null {
  const body = reply.json()
  if (Object(body).status === 'fail') return noneOrError(body)
  const facts = IpApi.parse(body)
  const [, asn, org] = /^AS(\d+)\s*(.*)$/.exec(facts.as ?? '') ?? []
  return {
    place: placeOf(facts.countryCode, facts.regionName, facts.city, facts.lat, facts.lon),
    timezone: facts.timezone ?? null,
    network: asn === undefined ? null : { number: Number(asn), org: org || facts.org || '' },
  }
}

/** "private range", "reserved range": they do not know it. Anything else is an error in a 200. */
function noneOrError(body: unknown): null {
  const message = Failed.safeParse(body).data?.message ?? ''
  if (/range|bogon|not found/i.test(message)) return null
  const isLimit = /limit|quota|usage/i.test(message)
  throw new UpstreamError(isLimit ? 'rate_limited' : 'bad_response', 'it answered 200 with an error')
}

function placeOf(
  code: string | null | undefined,
  region: string | null | undefined,
  city: string | null | undefined,
  lat: number | null | undefined,
  lon: number | null | undefined,
): Place {
  const hasCity = Boolean(city)
  return {
    countryCode: code || null,
    region: region || null,
    city: city || null,
    lat: hasCity ? (lat ?? null) : null,
    lon: hasCity ? (lon ?? null) : null,
  }
}

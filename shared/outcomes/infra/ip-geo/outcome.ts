import { z } from 'zod'

import { readIp } from './read-ip.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import { reverseName } from '#shared/lib/network/dns-name.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { DataSource, embeddedSource, upstreamSource } from '#shared/outcomes/lib/data-source.ts'

const REGISTRY = embeddedSource(
  'IANA special-purpose address registries',
  'https://www.iana.org/assignments/iana-ipv4-special-registry/',
)
const CREDIT = 'IP geolocation by DB-IP (https://db-ip.com), CC BY 4.0; networks by RouteViews and DB-IP.'
const ASK_MS = 4_000
const NAME_MS = 2_500

const NOWHERE = {
  as_of: null,
  country: null,
  region: null,
  city: null,
  lat: null,
  lon: null,
  accuracy_km: null,
  timezone: null,
  asn: null,
  network_type: 'unknown',
  reverse_dns: null,
} as const

export const ipGeo = defineOutcome({
  slug: 'ip-geo',
  title: 'IP geolocation',
  description:
    'Country, region, city, time zone, autonomous system and network type of an IP address from data that is part of the product, with special ranges and IPv4 inside IPv6 recognised. What is not known is null.',
  cents: 1,
  types: {
    takes: { ip: 'ip' },
    gives: { country: 'json', lat: 'latitude', lon: 'longitude', timezone: 'timezone' },
    also: { reverse_dns: 'domain', 'asn.org': 'company' },
  },
  input: () =>
    z.object({
      ip: z.string().min(2).max(60).describe('IPv4 or IPv6'),
      reverse_dns: z
        .boolean()
        .default(false)
        .describe('also ask the DNS for the name of the address, which takes longer'),
    }),
  output: () =>
    z.object({
      source: DataSource,
      as_of: z.string().nullable().describe('the day the location data is of, ISO 8601'),
      ip: z.string().describe('canonical text (RFC 5952)'),
      version: z.int().describe('4 or 6'),
      scope: z.enum([
        'public',
        'private',
        'loopback',
        'link_local',
        'cgnat',
        'multicast',
        'documentation',
        'reserved',
        'unspecified',
      ]),
      country: z.object({ code: z.string(), name: z.string() }).nullable(),
      region: z.string().nullable().describe('first-level division'),
      city: z.string().nullable(),
      lat: z.number().nullable().describe('of the city; null rather than the middle of a country'),
      lon: z.number().nullable(),
      accuracy_km: z.number().nullable().describe('radius, where the data says one'),
      timezone: z.string().nullable().describe('IANA zone at lat, lon'),
      asn: z.object({ number: z.int(), org: z.string(), prefix: z.string().nullable() }).nullable(),
      network_type: z.enum(['residential', 'hosting', 'mobile', 'education', 'unknown']),
      reverse_dns: z.string().nullable().describe('name of the address (PTR), where it was asked for and has one'),
      embedded_ipv4: z
        .string()
        .nullable()
        .describe('for mapped, NAT64, 6to4 and Teredo addresses; it is what is located'),
      license: z.string(),
      notes: z.array(z.string()),
    }),
  example: {
    input: { ip: '192.168.0.1' },
    output: {
      source: REGISTRY,
      ...NOWHERE,
      ip: '192.168.0.1',
      version: 4,
      scope: 'private',
      embedded_ipv4: null,
      license: CREDIT,
      notes: ['A private address is nowhere in particular: it is used in many networks at once.'],
    },
  },
  check({ ip }) {
    if (readIp(ip) === null) {
      throw invalidFields({ path: ['ip'], msg: 'Value error, this is no IPv4 or IPv6 address', input: ip })
    }
  },
  async run({ ip, reverse_dns: wantsName }, ctx) {
    const address = readIp(ip)
    if (address === null)
      throw invalidFields({ path: ['ip'], msg: 'Value error, this is no IPv4 or IPv6 address', input: ip })
    const { text, version, scope, embedded } = address
    const base = { ...NOWHERE, ip: text, version, scope, embedded_ipv4: embedded, license: CREDIT }
    if (scope !== 'public') return { ...base, source: REGISTRY, notes: [whyNowhere(scope)] }

    const { countryName, locateIp, networkType, zoneAt } = await import('./locate-ip.ts')
    const shown = embedded ?? text
    const bytes = (embedded === null ? address : readIp(embedded))?.bytes ?? address.bytes
    const here = locateIp(bytes)
    const [asked, reverse] = await Promise.all([
      here.place === null ? askOthers(shown, here.placeData !== null, ctx) : null,
      wantsName ? nameOf(shown, ctx) : null,
    ])
    const place = here.place ?? asked?.value?.place ?? null
    const network = here.network ?? asked?.value?.network ?? null
    const { placeData, networkData } = here
    const code = place?.countryCode ?? null
    return {
      ...base,
      source:
        asked === null
          ? embeddedSource(
              [placeData, networkData]
                .flatMap((data) => (data === null ? [] : [`${data.name} ${data.version}`]))
                .join(', '),
            )
          : upstreamSource(asked),
      as_of: asked === null ? (placeData?.builtAt.toISOString() ?? null) : null,
      country: code === null ? null : { code, name: countryName(code) },
      region: place?.region ?? null,
      city: place?.city ?? null,
      lat: rounded(place?.lat),
      lon: rounded(place?.lon),
      timezone: asked?.value?.timezone ?? zoneAt(place?.lat ?? null, place?.lon ?? null),
      asn: network === null ? null : { number: network.number, org: network.org, prefix: here.network?.prefix ?? null },
      network_type: networkType(network),
      reverse_dns: reverse?.name ?? null,
      notes: [
        ...(reverse?.failed === true ? ['The DNS could not be asked for the name of the address.'] : []),
        ...(place === null ? ['Nobody who was asked knows where this address is.'] : []),
        ...(place !== null && place.city === null ? ['No city is known, so no coordinates are given.'] : []),
        ...(networkData === null ? ['The network data is not installed here.'] : []),
        ...(networkData !== null && network === null
          ? ['No network announces this address, so hardly anybody uses it.']
          : []),
      ],
    }
  },
})

/** Services, where the data has no place. Without the data somebody has to answer; with it, "not known" is the answer. */
async function askOthers(ip: string, hasData: boolean, { upstreams, signal }: OutcomeContext) {
  const { ipSources } = await import('./ip-sources.ts')
  try {
    return await upstreams.ask(ipSources(ip), { signal, withinMs: ASK_MS })
  } catch (error) {
    if (!(error instanceof Refusal) || !hasData) throw error
    return null
  }
}

/** A name is a help: without the DNS the rest stands. */
async function nameOf(ip: string, { dns, signal }: OutcomeContext): Promise<{ name: string | null; failed: boolean }> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(NAME_MS)])
  try {
    const { answers } = await dns.ask({ name: reverseName(ip) ?? '', type: 'PTR' }, within)
    return { name: answers.find(({ type }) => type === 'PTR')?.value ?? null, failed: false }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Refusal) && !within.aborted) throw error
    return { name: null, failed: true }
  }
}

const rounded = (value: number | null | undefined) =>
  typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : null

function whyNowhere(scope: string): string {
  switch (scope) {
    case 'private':
      return 'A private address is nowhere in particular: it is used in many networks at once.'
    case 'cgnat':
      return 'Carriers share these addresses inside their own networks (RFC 6598); they are nowhere in particular.'
    case 'documentation':
      return 'This address stands for an example in documents and is used by nobody.'
    default:
      return `A ${scope.replace('_', '-')} address has no place.`
  }
}

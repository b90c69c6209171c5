import { z } from 'zod'

import type { UpstreamQuestion, UpstreamReply } from '#shared/doors/upstreams.ts'

/** Base URLs of RDAP servers by top-level domain (or longer suffix), without a trailing slash. */
export type Bootstrap = ReadonlyMap<string, string>

const File = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())]).rest(z.unknown())) })
const DAY_S = 86_400

/** Where IANA's list is (RFC 9224). */
export const bootstrapQuestion = (): UpstreamQuestion<Bootstrap> => ({
  upstream: 'rdap-bootstrap',
  path: '/rdap/dns.json',
  ttlS: DAY_S,
  staleS: 60 * DAY_S,
  read: readBootstrap,
})

/** Reads it; of several URLs of a service the first over https stands. */
export function readBootstrap(reply: UpstreamReply): Bootstrap {
  const { services } = File.parse(reply.json())
  const bases = new Map<string, string>()
  for (const [suffixes, urls] of services) {
    const usable = urls.flatMap((url) => baseOf(url) ?? [])
    const base = usable.find((url) => url.startsWith('https:')) ?? usable[0]
    if (base === undefined) continue
    for (const suffix of suffixes) bases.set(suffix.toLowerCase(), base)
  }
  if (bases.size === 0) throw new Error('it lists no server')
  return bases
}

function baseOf(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    return null
  }
  return url.href.replace(/\/+$/, '')
}

/** The server of the longest suffix of a domain that is listed; null for none. */
export function serverFor(domain: string, bootstrap: Bootstrap): string | null {
  const labels = domain.split('.')
  for (let from = 1; from < labels.length; from += 1) {
    const base = bootstrap.get(labels.slice(from).join('.'))
    if (base !== undefined) return base
  }
  return null
}

/** Servers of the largest registries, for when the list cannot be had and none is kept. */
export const COLD_START: Bootstrap = new Map(
  Object.entries({
    com: 'https://rdap.verisign.com/com/v1',
    net: 'https://rdap.verisign.com/net/v1',
    org: 'https://rdap.publicinterestregistry.org/rdap',
    info: 'https://rdap.identitydigital.services/rdap',
    dev: 'https://pubapi.registry.google/rdap',
    app: 'https://pubapi.registry.google/rdap',
    page: 'https://pubapi.registry.google/rdap',
    xyz: 'https://rdap.centralnic.com/xyz',
    cz: 'https://rdap.nic.cz',
  }),
)

import { isIP } from 'node:net'

/**
 * One way to reach a resolver: DNS over HTTPS (RFC 8484), or UDP with TCP for large answers. Endpoints are tried in
 * order.
 */
export type DnsEndpoint = { kind: 'https'; url: string } | { kind: 'udp'; address: string; port: number }
export type DnsResolver = { name: string; endpoints: readonly DnsEndpoint[] }

/**
 * The default resolvers. HTTPS comes first because its certificate authenticates the resolver; anyone on the path can
 * answer on port 53.
 */
export const USUAL_RESOLVERS =
  'cloudflare=https://1.1.1.1/dns-query|1.1.1.1,google=https://8.8.8.8/dns-query|8.8.8.8,quad9=https://9.9.9.9/dns-query|9.9.9.9'

const MOST_RESOLVERS = 8

/**
 * Parses DNS_RESOLVERS: comma-separated `name=endpoint|endpoint`. An endpoint is an https URL, an address, or
 * `address:port` (IPv6 in brackets with a port). Throws one Error that names every invalid entry.
 */
export function parseResolvers(text: string): readonly DnsResolver[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const read = words.map((word) => ({ word, resolver: parseOne(word) }))
  const wrong = read.filter(({ resolver }) => resolver === null).map(({ word }) => `"${word}"`)
  if (wrong.length > 0) throw new Error(`not name=https://…|address: ${wrong.join(', ')}`)
  const resolvers = read.flatMap(({ resolver }) => resolver ?? [])
  const names = new Set(resolvers.map(({ name }) => name))
  if (resolvers.length === 0 || resolvers.length > MOST_RESOLVERS) throw new Error('needs 1 to 8 resolvers')
  if (names.size < resolvers.length) throw new Error('names a resolver twice')
  return resolvers
}

function parseOne(word: string): DnsResolver | null {
  const [, name = '', list = ''] = /^([a-z0-9][a-z0-9-]{0,31})=(.+)$/.exec(word) ?? []
  const endpoints = list.split('|').map((one) => endpointOf(one.trim()))
  if (name === '' || endpoints.some((endpoint) => endpoint === null)) return null
  return { name, endpoints: endpoints.flatMap((endpoint) => endpoint ?? []) }
}

function endpointOf(text: string): DnsEndpoint | null {
  if (/^https?:/i.test(text)) {
    const url = URL.parse(text)
    return url === null || url.hash !== '' ? null : { kind: 'https', url: url.href }
  }
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const address = bracketed ?? plain ?? (isIP(text) === 6 ? text : '')
  if (isIP(address) === 0 || Number(port ?? 53) < 1 || Number(port ?? 53) > 65_535) return null
  return { kind: 'udp', address, port: Number(port ?? 53) }
}

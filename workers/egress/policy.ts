import { isIP } from 'node:net'

import { type EgressException, withoutTrailingDot } from '#shared/lib/network/egress-allow.ts'

import { Denied } from './denied.ts'
import { canonicalAddress, judgeAddress } from './judge-address.ts'
import { isPublicName } from './public-name.ts'

/**
 * Resolves all addresses of a name, both families. Empty if it has none. Throws Unreachable when DNS does not answer.
 */
export type ResolveName = (name: string) => Promise<readonly string[]>

/** The destination of a URL: only these addresses may be dialled, at this port. */
export type Destination = { hostname: string; port: number; addresses: readonly string[] }

/** Decides where URLs, redirects and tunnels may lead. Shared by the fetch client and the proxy. */
export type EgressPolicy = {
  /** Checks a URL without DNS. Returns it parsed and normalised. Throws Denied. */
  admit: (url: string) => URL
  /** Resolves a host and judges every address. Throws Denied, or Unreachable when DNS does not answer. */
  resolve: (hostname: string, port: number) => Promise<Destination>
}

const PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443])
const MAX_URL_CHARS = 2_048

/** Creates the egress policy: public addresses on common web ports, plus the exceptions in `allow`. */
export function createPolicy(options: {
  allow: readonly EgressException[]
  resolveName: ResolveName
  /** Names by which this installation is reached. */
  ownNames: readonly string[]
  /** Addresses of this machine. */
  ownAddresses: () => ReadonlySet<string>
  ports?: ReadonlySet<number>
}): EgressPolicy {
  const { resolveName, ownAddresses, ports = PORTS } = options
  const ownNames = new Set(options.ownNames.map((name) => withoutTrailingDot(name.toLowerCase())))
  const exceptions = new Map(options.allow.map((entry) => [`${entry.host}:${entry.port}`, entry]))
  const exceptionFor = (host: string, port: number) => exceptions.get(`${host}:${port}`)

  const judge = (address: string, excepted: boolean) => {
    const kind = judgeAddress(address)
    if (kind !== 'public' && !(excepted && kind === 'private')) throw new Denied('address')
    if (ownAddresses().has(canonicalAddress(address))) throw new Denied('own_address')
  }

  return {
    admit(text) {
      const url = URL.parse(text)
      if (url === null) throw new Denied('not_a_url')
      if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Denied('scheme')
      if (url.username !== '' || url.password !== '') throw new Denied('userinfo')
      if (url.href.length > MAX_URL_CHARS) throw new Denied('length')
      url.hostname = withoutTrailingDot(url.hostname)
      const port = portOf(url)
      const exception = exceptionFor(url.hostname, port)
      if (exception?.ip !== undefined && exception.ip !== null) return url
      if (exception === undefined && !ports.has(port)) throw new Denied('port')
      const literal = literalOf(url.hostname)
      if (literal !== null) judge(literal, exception !== undefined)
      else if (ownNames.has(url.hostname)) throw new Denied('own_name')
      else if (exception === undefined && !isPublicName(url.hostname)) throw new Denied('name')
      return url
    },
    async resolve(hostname, port) {
      const exception = exceptionFor(isIP(hostname) === 6 ? `[${hostname}]` : hostname, port)
      if (exception?.ip !== undefined && exception.ip !== null)
        return { hostname, port: exception.dialledPort ?? port, addresses: [exception.ip] }
      const addresses = isIP(hostname) === 0 ? await resolveName(hostname) : [hostname]
      if (addresses.length === 0) throw new Denied('no_address')
      for (const address of addresses) judge(address, exception !== undefined)
      return { hostname, port, addresses }
    },
  }
}

/** The port of a URL, or the default port of its scheme. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** Host name without IPv6 brackets, as sockets and undici expect it. */
export const hostnameOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1')

function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? null : bare
}

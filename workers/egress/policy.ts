import { isIP } from 'node:net'

import { type PublicRules, urlRules } from '#shared/lib/network/public/admit-url.ts'

import { Denied } from './denied.ts'

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

/** Creates the egress policy: public addresses on common web ports, plus the exceptions in `allow`. */
export function createPolicy({ resolveName, ...rules }: PublicRules & { resolveName: ResolveName }): EgressPolicy {
  const { admit, judge, exceptionFor } = urlRules(rules)
  return {
    admit(text) {
      const url = admit(text)
      if (typeof url === 'string') throw new Denied(url)
      return url
    },
    async resolve(hostname, port) {
      const exception = exceptionFor(isIP(hostname) === 6 ? `[${hostname}]` : hostname, port)
      if (exception?.ip !== undefined && exception.ip !== null)
        return { hostname, port: exception.dialledPort ?? port, addresses: [exception.ip] }
      const addresses = isIP(hostname) === 0 ? await resolveName(hostname) : [hostname]
      if (addresses.length === 0) throw new Denied('no_address')
      for (const address of addresses) {
        const reason = judge(address, exception !== undefined)
        if (reason !== null) throw new Denied(reason)
      }
      return { hostname, port, addresses }
    },
  }
}

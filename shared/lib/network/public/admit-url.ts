import { isIP } from 'node:net'

import { type EgressException, withoutTrailingDot } from '../egress-allow.ts'
import { canonicalAddress, judgeAddress } from './judge-address.ts'
import { isPublicName } from './public-name.ts'

/** Why a URL or an address was denied. For our logs and metrics only, never for callers. */
export type DenialReason =
  | 'not_a_url'
  | 'scheme'
  | 'userinfo'
  | 'length'
  | 'port'
  | 'name'
  | 'own_name'
  | 'address'
  | 'own_address'
  | 'no_address'
  | 'peer'

/** Which URLs are public, and what is allowed beside them. */
export type PublicRules = {
  allow: readonly EgressException[]
  /** Names by which this installation is reached. */
  ownNames: readonly string[]
  /** Addresses of this machine. */
  ownAddresses: () => ReadonlySet<string>
  ports?: ReadonlySet<number>
}

/** What the text of a URL and a single address show, without DNS. */
export type UrlRules = {
  /** Returns the URL parsed and normalised, or why it is denied. */
  admit: (text: string) => URL | DenialReason
  /** Why an address is denied; null for one that may be dialled. `excepted`: an exception names its host and port. */
  judge: (address: string, excepted: boolean) => DenialReason | null
  exceptionFor: (host: string, port: number) => EgressException | undefined
}

const PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443])
const MAX_URL_CHARS = 2_048

/** Returns the rules for URLs that strangers name: public addresses on common web ports, plus the exceptions. */
export function urlRules({ allow, ownAddresses, ports = PORTS, ...own }: PublicRules): UrlRules {
  const ownNames = new Set(own.ownNames.map((name) => withoutTrailingDot(name.toLowerCase())))
  const exceptions = new Map(allow.map((entry) => [`${entry.host}:${entry.port}`, entry]))
  const exceptionFor: UrlRules['exceptionFor'] = (host, port) => exceptions.get(`${host}:${port}`)
  const judge: UrlRules['judge'] = (address, excepted) => {
    const kind = judgeAddress(address)
    if (kind !== 'public' && !(excepted && kind === 'private')) return 'address'
    return ownAddresses().has(canonicalAddress(address)) ? 'own_address' : null
  }
  const admit: UrlRules['admit'] = (text) => {
    const url = URL.parse(text)
    if (url === null) return 'not_a_url'
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme'
    if (url.username !== '' || url.password !== '') return 'userinfo'
    if (url.href.length > MAX_URL_CHARS) return 'length'
    url.hostname = withoutTrailingDot(url.hostname)
    const port = portOf(url)
    const exception = exceptionFor(url.hostname, port)
    if (exception?.ip !== undefined && exception.ip !== null) return url
    if (exception === undefined && !ports.has(port)) return 'port'
    const host = hostnameOf(url)
    if (isIP(host) !== 0) return judge(host, exception !== undefined) ?? url
    if (ownNames.has(url.hostname)) return 'own_name'
    return exception === undefined && !isPublicName(url.hostname) ? 'name' : url
  }
  return { admit, judge, exceptionFor }
}

/** The port of a URL, or the default port of its scheme. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** Host name without IPv6 brackets, as sockets and undici expect it. */
export const hostnameOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1')

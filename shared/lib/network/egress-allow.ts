import { isIPv4, isIPv6 } from 'node:net'

/** One exception to the rules of guarded egress. */
export type EgressException = {
  /** As a URL writes it: lower case, punycode, IPv6 in brackets, no trailing dot. */
  host: string
  port: number
  /**
   * The address to connect to instead of looking the host up; null to use DNS. Only an exception with an address may
   * reach the machine itself.
   */
  ip: string | null
  /** The port to connect to at that address, where it is another one than the URL names. */
  dialledPort?: number
}

const ENTRY = /^(?<host>\[[^\]]*\]|[^:=[\]]+):(?<port>\d{1,5})(?:=(?<ip>[^=]+))?$/

/**
 * Parses EGRESS_ALLOW: comma-separated `host:port` or `host:port=ip`, each exact. Throws one Error that names every
 * invalid entry, so that a typo never silently opens or closes anything.
 */
export function parseEgressAllow(text: string): readonly EgressException[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const read = words.map((word) => ({ word, entry: parseEntry(word) }))
  const wrong = read.filter(({ entry }) => entry === null).map(({ word }) => `"${word}"`)
  if (wrong.length > 0) throw new Error(`not host:port or host:port=ip: ${wrong.join(', ')}`)
  return read.flatMap(({ entry }) => entry ?? [])
}

function parseEntry(word: string): EgressException | null {
  const { host = '', port = '', ip } = ENTRY.exec(word)?.groups ?? {}
  const url = URL.parse(`http://${host}/`)
  // Only a host: no pattern, path or credentials.
  if (url === null || /[?#]/.test(host) || url.href !== `http://${url.hostname}/`) return null
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(url.hostname)) return null
  if (Number(port) < 1 || Number(port) > 65_535) return null
  const address = ip === undefined ? null : parseIp(ip)
  if (ip !== undefined && address === null) return null
  return { host: withoutTrailingDot(url.hostname), port: Number(port), ip: address }
}

/** Returns an IP literal in its shortest form, without brackets; null for anything else. */
function parseIp(text: string): string | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare) || bare.includes('%')) return null
  return new URL(`http://[${bare}]/`).hostname.slice(1, -1)
}

export const withoutTrailingDot = (host: string) => (host.endsWith('.') ? host.slice(0, -1) : host)

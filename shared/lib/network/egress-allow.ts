import { isIPv4, isIPv6 } from 'node:net'

/** One exception to what guarded egress refuses. */
export type EgressException = {
  /** As a URL writes it: lower case, punycode, IPv6 in brackets, no trailing dot. */
  host: string
  port: number
  /** The address that is dialled instead of asking DNS; only with it may an exception reach the machine itself. */
  ip: string | null
}

const ENTRY = /^(?<host>\[[^\]]*\]|[^:=[\]]+):(?<port>\d{1,5})(?:=(?<ip>[^=]+))?$/

/**
 * Reads EGRESS_ALLOW: comma-separated `host:port` or `host:port=ip`, each exact. Throws one Error that names every entry
 * it cannot read, so that a mistake never opens or closes anything in silence.
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
  // No pattern, no path, no credentials: a host and nothing else.
  if (url === null || /[?#]/.test(host) || url.href !== `http://${url.hostname}/`) return null
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(url.hostname)) return null
  if (Number(port) < 1 || Number(port) > 65_535) return null
  const address = ip === undefined ? null : parseIp(ip)
  if (ip !== undefined && address === null) return null
  return { host: withoutTrailingDot(url.hostname), port: Number(port), ip: address }
}

/** An IP literal in its shortest form, without brackets; null for anything else. */
function parseIp(text: string): string | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare) || bare.includes('%')) return null
  return new URL(`http://[${bare}]/`).hostname.slice(1, -1)
}

export const withoutTrailingDot = (host: string) => (host.endsWith('.') ? host.slice(0, -1) : host)

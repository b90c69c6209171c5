/** Hop-by-hop headers (RFC 9110, 7.6.1), and headers that would reveal us or our credentials. */
const NOT_FORWARDED = new Set(
  `connection proxy-connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade
  host via forwarded`.split(/\s+/),
)

/** Headers of a message for the next hop, in order and with duplicates. With `url` its authority becomes Host. */
export function forwardedHeaders(rawHeaders: readonly string[], url?: URL): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase()))
  const kept = pairs.filter(([name]) => {
    const lower = name.toLowerCase()
    return !NOT_FORWARDED.has(lower) && !named.includes(lower)
  })
  return url === undefined ? kept : [['Host', url.host], ...kept]
}

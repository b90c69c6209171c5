/** Between two hops only (RFC 9110, 7.6.1), and what would make us name ourselves or lend credentials of our own. */
const NOT_FORWARDED = new Set(
  `connection proxy-connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade
  host via forwarded`.split(/\s+/),
)

/** A message's headers for its next hop, in order, duplicates kept. The authority of the URL becomes Host. */
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

import ipaddr from 'ipaddr.js'

export type Scope =
  | 'public'
  | 'private'
  | 'loopback'
  | 'link_local'
  | 'cgnat'
  | 'multicast'
  | 'documentation'
  | 'reserved'
  | 'unspecified'

export type Address = {
  /** RFC 5952 text; a mapped IPv4 address in dotted form. */
  text: string
  version: 4 | 6
  scope: Scope
  /** The IPv4 address that an IPv6 one carries: mapped, NAT64, 6to4, Teredo. */
  embedded: string | null
  bytes: number[]
}

/** Ranges of ipaddr.js, by the words of ours. What is not here is reserved. */
const SCOPES: Readonly<Record<string, Scope>> = {
  unicast: 'public',
  private: 'private',
  uniqueLocal: 'private',
  loopback: 'loopback',
  linkLocal: 'link_local',
  carrierGradeNat: 'cgnat',
  multicast: 'multicast',
  unspecified: 'unspecified',
  broadcast: 'reserved',
}

/** IANA special-purpose registries: for documentation only, IPv4 and IPv6. */
const DOCUMENTATION = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'].map((range) =>
  ipaddr.parseCIDR(range),
)
/** Assigned, but never the place of anybody: protocol assignments, AS112, benchmarks, 6to4 relays, discard-only. */
const RESERVED = [
  '192.0.0.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '100::/64',
  '2001:2::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2620:4f:8000::/48',
  '5f00::/16',
].map((range) => ipaddr.parseCIDR(range))

/** Reads an IPv4 address of four decimal parts, or an IPv6 address without a zone. Null: it is neither. */
export function readIp(text: string): Address | null {
  const trimmed = text.trim().replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.IPv4.isValidFourPartDecimal(trimmed)) return describeV4(ipaddr.IPv4.parse(trimmed))
  if (!trimmed.includes(':') || trimmed.includes('%') || !ipaddr.IPv6.isValid(trimmed)) return null
  const address = ipaddr.IPv6.parse(trimmed)
  const embedded = embeddedIn(address)
  const isMapped = address.isIPv4MappedAddress()
  return {
    text: isMapped ? `::ffff:${embedded}` : address.toString(),
    version: 6,
    scope: embedded === null ? scopeOf(address) : describeV4(ipaddr.IPv4.parse(embedded)).scope,
    embedded,
    bytes: address.toByteArray(),
  }
}

const describeV4 = (address: ipaddr.IPv4): Address => ({
  text: address.toString(),
  version: 4,
  scope: scopeOf(address),
  embedded: null,
  bytes: address.toByteArray(),
})

function scopeOf(address: ipaddr.IPv4 | ipaddr.IPv6): Scope {
  const within = (ranges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][]) =>
    ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
  if (within(DOCUMENTATION)) return 'documentation'
  if (within(RESERVED)) return 'reserved'
  const scope = SCOPES[address.range()] ?? 'reserved'
  // Outside of 2000::/3 nothing is assigned to be routed (RFC 4291).
  const isUnrouted =
    scope === 'public' && address.kind() === 'ipv6' && ((address.toByteArray()[0] ?? 0) & 0xe0) !== 0x20
  return isUnrouted ? 'reserved' : scope
}

/** RFC 4291 (mapped), 6052 (64:ff9b::/96), 3056 (2002::/16), 4380 (2001::/32, the client's address inverted). */
function embeddedIn(address: ipaddr.IPv6): string | null {
  const bytes = address.toByteArray()
  if (address.isIPv4MappedAddress()) return bytes.slice(12).join('.')
  switch (address.range()) {
    case 'rfc6052':
      // 64:ff9b:1::/48 is for local use, and may put the address elsewhere (RFC 8215).
      return bytes[5] === 0 ? bytes.slice(12).join('.') : null
    case '6to4':
      return bytes.slice(2, 6).join('.')
    case 'teredo':
      return bytes
        .slice(12)
        .map((byte) => byte ^ 0xff)
        .join('.')
    default:
      return null
  }
}

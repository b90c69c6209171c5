import { isIPv4 } from 'node:net'

import ipaddr from 'ipaddr.js'

/** The network an address is of, as far as one customer of a provider usually has it: a /24 of IPv4, a /48 of IPv6. */
export function networkBlock(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  const [kind, bits] = parsed instanceof ipaddr.IPv6 ? [ipaddr.IPv6, 48] : [ipaddr.IPv4, 24]
  return `${kind.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`
}

/** The block an address is counted by: an IPv4 address itself, the /64 of an IPv6 address. */
export function ipBlock(address: string): string {
  // Every request has one, and nearly all are written this way.
  if (isIPv4(address)) return address
  return within(address, 32, 64)
}

/** The network an address is part of, which one party has to itself: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export const ipNetwork = (address: string): string => within(address, 24, 48)

function within(address: string, v4Bits: number, v6Bits: number): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6)
    return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${v6Bits}`).toString()}/${v6Bits}`
  if (v4Bits === 32) return parsed.toString()
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${v4Bits}`).toString()}/${v4Bits}`
}

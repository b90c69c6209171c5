import { isIPv4 } from 'node:net'

import ipaddr from 'ipaddr.js'

/** Returns the block an address is counted by: the IPv4 address itself, or the /64 of an IPv6 address. */
export function ipBlock(address: string): string {
  // Fast path: every request has an address, and nearly all are plain IPv4.
  if (isIPv4(address)) return address
  return within(address, 32, 64)
}

/**
 * Returns the network that one party usually controls: the /24 of an IPv4 address, the /48 of an IPv6 address;
 * "unknown" when the text is not an address.
 */
export const ipNetwork = (address: string): string => within(address, 24, 48)

function within(address: string, v4Bits: number, v6Bits: number): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6)
    return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${v6Bits}`).toString()}/${v6Bits}`
  if (v4Bits === 32) return parsed.toString()
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${v4Bits}`).toString()}/${v4Bits}`
}

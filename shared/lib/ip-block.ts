import { isIPv4 } from 'node:net'

import ipaddr from 'ipaddr.js'

/** The block an address is counted by: an IPv4 address itself, the /64 of an IPv6 address. */
export function ipBlock(address: string): string {
  // Every request has one, and nearly all are written this way.
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

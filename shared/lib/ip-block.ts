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
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

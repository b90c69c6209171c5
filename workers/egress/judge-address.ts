import { BlockList, isIPv4, isIPv6 } from 'node:net'

import ipaddr from 'ipaddr.js'

import { GLOBAL_V6, METADATA, NOT_PUBLIC_V4, NOT_PUBLIC_V6, PRIVATE_USE } from './address-ranges.rules.ts'

/** `private` may be opened by an exception; `never` only by one that names the address. */
export type AddressKind = 'public' | 'private' | 'never'

const notPublicV4 = listOf(NOT_PUBLIC_V4)
const notPublicV6 = listOf(NOT_PUBLIC_V6)
const globalV6 = listOf([GLOBAL_V6])
const privateUse = listOf(PRIVATE_USE)
const metadata = listOf(METADATA)

/**
 * What kind of network an address belongs to. Text that is no address, or one with a zone, is `never`. An IPv4 address
 * inside an IPv6 one (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) is never public, whatever it holds.
 */
export function judgeAddress(address: string): AddressKind {
  if (isIPv4(address)) {
    if (!notPublicV4.check(address, 'ipv4')) return 'public'
    return privateUse.check(address, 'ipv4') && !metadata.check(address, 'ipv4') ? 'private' : 'never'
  }
  if (!isIPv6(address) || address.includes('%')) return 'never'
  // A BlockList matches IPv4 rules against mapped IPv6; these lists must see them as the IPv6 they are.
  if (isMapped(address)) return 'never'
  if (isIsatap(address)) return 'never'
  if (globalV6.check(address, 'ipv6')) return notPublicV6.check(address, 'ipv6') ? 'never' : 'public'
  return privateUse.check(address, 'ipv6') && !metadata.check(address, 'ipv6') ? 'private' : 'never'
}

/** One spelling for each address, so that two can be compared: mapped IPv6 becomes the IPv4 it is. */
export function canonicalAddress(address: string): string {
  const [bare = ''] = address.split('%')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare
}

function isMapped(address: string): boolean {
  return ipaddr.IPv6.parse(address).isIPv4MappedAddress()
}

/** RFC 5214, 6.1: an interface identifier of 0000:5efe or 0200:5efe, then the IPv4 address. */
function isIsatap(address: string): boolean {
  const [, , , , high = 0, low = 0] = ipaddr.IPv6.parse(address).parts
  return (high & 0xfdff) === 0 && low === 0x5efe
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

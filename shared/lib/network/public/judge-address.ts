import { BlockList, isIPv4, isIPv6 } from 'node:net'

import ipaddr from 'ipaddr.js'

import { GLOBAL_V6, METADATA, NOT_PUBLIC_V4, NOT_PUBLIC_V6, PRIVATE_USE } from './address-ranges.rules.ts'

/** `private` addresses can be allowed by an exception, `never` ones only by an exception that names the address. */
export type AddressKind = 'public' | 'private' | 'never'

const notPublicV4 = listOf(NOT_PUBLIC_V4)
const notPublicV6 = listOf(NOT_PUBLIC_V6)
const globalV6 = listOf([GLOBAL_V6])
const privateUse = listOf(PRIVATE_USE)
const metadata = listOf(METADATA)

/**
 * Classifies an address. Invalid text and addresses with a zone are `never`. IPv6 addresses that embed IPv4 (mapped,
 * compatible, NAT64, 6to4, Teredo, ISATAP) are never public.
 */
export function judgeAddress(address: string): AddressKind {
  if (isIPv4(address)) {
    if (!notPublicV4.check(address, 'ipv4')) return 'public'
    return privateUse.check(address, 'ipv4') && !metadata.check(address, 'ipv4') ? 'private' : 'never'
  }
  if (!isIPv6(address) || address.includes('%')) return 'never'
  // A BlockList applies IPv4 rules to mapped IPv6 addresses: handle those first.
  if (isMapped(address)) return 'never'
  if (isIsatap(address)) return 'never'
  if (globalV6.check(address, 'ipv6')) return notPublicV6.check(address, 'ipv6') ? 'never' : 'public'
  return privateUse.check(address, 'ipv6') && !metadata.check(address, 'ipv6') ? 'private' : 'never'
}

/** Canonical form of an address, for comparison. Mapped IPv6 becomes IPv4. */
export function canonicalAddress(address: string): string {
  const [bare = ''] = address.split('%')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare
}

function isMapped(address: string): boolean {
  return ipaddr.IPv6.parse(address).isIPv4MappedAddress()
}

/** ISATAP (RFC 5214, 6.1): the interface identifier is 0000:5efe or 0200:5efe plus the IPv4 address. */
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

import ipaddr from 'ipaddr.js'

import { metadataHosts } from './target.rules.ts'

export type NetworkPlace = 'metadata' | 'loopback' | 'private' | 'public' | 'name'

/** Names whose owner answers with the address that is written in them. */
const addressInName =
  /(?:^|[.-])(?:(\d{1,3}(?:[.-]\d{1,3}){3})|([\da-f]{8}))\.(?:nip\.io|sslip\.io|xip\.io|traefik\.me|ip6\.name)$/

const PRIVATE_RANGES = new Set(['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat', 'unspecified'])

/** Where a host stands. Takes every way of writing an address that a URL parser takes (hex, octal, one number). */
export function networkPlace(host: string): NetworkPlace {
  const plain = canonicalHost(host)
  if (metadataHosts.has(plain)) return 'metadata'
  if (plain === 'localhost' || plain.endsWith('.localhost')) return 'loopback'
  const [, dotted, hex] = addressInName.exec(plain) ?? []
  if (dotted !== undefined) return networkPlace(dotted.replaceAll('-', '.'))
  if (hex !== undefined) return networkPlace(`0x${hex}`)
  if (!ipaddr.isValid(plain)) return 'name'
  const address = ipaddr.process(plain)
  if (metadataHosts.has(address.toString())) return 'metadata'
  const range = address.range()
  if (range === 'loopback') return 'loopback'
  return PRIVATE_RANGES.has(range) ? 'private' : 'public'
}

/** A host as a browser would dial it, without brackets, a last dot and capital letters. */
export function canonicalHost(host: string): string {
  const dialled = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : host
  return dialled
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

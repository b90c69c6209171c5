import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

import { ipBlock } from '#shared/lib/network/ip-block.ts'

/**
 * Hashes the address a payment is sent from, under a key derived from the server secret, so that nothing stored says who
 * sent it. An IPv4 address counts by itself, an IPv6 address by its /64.
 */
export function clientHasher(serverSecret: string): (ip: string) => Buffer {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', 'payment-client-v1', 32)))
  return (ip) => createHmac('sha256', key).update(ipBlock(ip)).digest()
}

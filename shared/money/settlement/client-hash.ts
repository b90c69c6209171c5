import { createHmac } from 'node:crypto'

import { deriveKey } from '#shared/lib/crypto/derive-key.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'

/**
 * Returns a function that hashes the IP address of a payment's sender, under a key derived from the server secret, so
 * that nothing stored identifies the sender. An IPv4 address counts by itself, an IPv6 address by its /64.
 */
export function clientHasher(serverSecret: string): (ip: string) => Buffer {
  const key = deriveKey(serverSecret, 'payment-client-v1')
  return (ip) => createHmac('sha256', key).update(ipBlock(ip)).digest()
}

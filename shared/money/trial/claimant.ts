import { createHmac } from 'node:crypto'

import { deriveKey } from '#shared/lib/crypto/derive-key.ts'
import { ipBlock, ipNetwork } from '#shared/lib/network/ip-block.ts'

/** Identifies the sender of a request without a credential. */
export type Client = { ip: string; userAgent: string | undefined; acceptLanguage: string | undefined }

/** A claimant as the database stores it: keyed hashes only. */
export type Claimant = { agentHash: Buffer | null; fingerprint: Buffer; ipHash: Buffer; blockHash: Buffer }

/**
 * Returns a function that hashes claimants under a key derived from the server secret, so that nothing stored
 * identifies a claimant. Addresses count by /32 (IPv4) or /64 (IPv6), networks by /24 or /48. The fingerprint combines
 * address block, User-Agent, Accept-Language and agent_id.
 */
export function claimantHasher(serverSecret: string) {
  const key = deriveKey(serverSecret, 'trial-claimant-v1')
  const hmac = (kind: string, facts: readonly (string | null)[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, ...facts]))
      .digest()

  return ({ ip, userAgent, acceptLanguage }: Client, agentId: string | null): Claimant => {
    const block = ipBlock(ip)
    return {
      agentHash: agentId === null ? null : hmac('agent', [agentId]),
      fingerprint: hmac('fingerprint', [block, userAgent ?? null, acceptLanguage ?? null, agentId]),
      ipHash: hmac('address', [block]),
      blockHash: hmac('network', [ipNetwork(ip)]),
    }
  }
}

import type { EntityManager } from '@mikro-orm/sql'

import { ipNetwork } from '#shared/lib/network/ip-block.ts'
import type { AccountHashes } from '#shared/market/users/account-hashes.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { type Storer, takeBytes } from '#shared/market/quotas/take-bytes.ts'

/** Whose storage quota a request uses: its account's and its network's. */
export const storerOf = (hashes: AccountHashes, { actor, ip }: { actor: Actor; ip: string }): Storer => ({
  accountId: actor.accountId,
  account: hashes.who(`storage:${actor.accountId}`),
  network: networkOf(hashes, ip),
})

/**
 * Counts the bytes of a registration against the network it comes from, in its transaction. Throws 429 `byte_budget`.
 */
export async function countOpening(
  em: EntityManager,
  hashes: AccountHashes,
  { ip, body }: { ip: string; body: unknown },
): Promise<void> {
  const writer = { account: null, network: networkOf(hashes, ip) }
  await takeBytes(em, writer, { bytes: Buffer.byteLength(JSON.stringify(body)), isYoung: true })
}

const networkOf = (hashes: AccountHashes, ip: string) => hashes.who(`storage-network:${ipNetwork(ip)}`)

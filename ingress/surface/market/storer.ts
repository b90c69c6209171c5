import { ipNetwork } from '#shared/lib/ip-block.ts'
import type { AccountHashes } from '#shared/market/accounts/account-hashes.ts'
import type { Actor } from '#shared/market/accounts/actor.ts'
import type { Storer } from '#shared/market/quotas/take-bytes.ts'

/** Whose room a request takes: its account's, and that of the network it comes from. */
export const storerOf = (hashes: AccountHashes, { actor, ip }: { actor: Actor; ip: string }): Storer => ({
  accountId: actor.accountId,
  account: hashes.who(`storage:${actor.accountId}`),
  network: hashes.who(`storage-network:${ipNetwork(ip)}`),
})

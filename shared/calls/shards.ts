import { crc32 } from 'node:zlib'

/** Where there are several shards, that of calls that move no money, and of calls whose account is not known. */
export const NO_SHARD = -1

/**
 * The shard of a ledger account. A batch of paid calls holds accounts of one shard, so that shards can be put on servers of
 * their own. Ids of accounts are consecutive, so the remainder spreads them evenly.
 */
export const shardOf = (accountId: string | null, shards: number): number =>
  shards === 1 ? 0 : accountId === null ? NO_SHARD : Number(BigInt(accountId) % BigInt(shards))

/** The shard of a pass. */
export const shardOfPass = (passId: string, shards: number): number => (shards === 1 ? 0 : crc32(passId) % shards)

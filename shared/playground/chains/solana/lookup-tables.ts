import type { SolanaTransaction } from '#shared/chains/solana-transaction.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'

import type { ChainAccount } from './virtual-machine.ts'

/** Addresses that lookup tables add to a transaction, in the order of the runtime. */
export type LoadedAddresses = { writable: string[]; readonly: string[] }

/** Bytes before the addresses of a lookup table. */
const HEADER_BYTES = 56
const ADDRESS_BYTES = 32

/** Reads the addresses that a transaction takes of its lookup tables; null when a table or an entry is missing. */
export function loadAddresses(
  { lookups }: SolanaTransaction,
  accountOf: (address: string) => ChainAccount | undefined,
): LoadedAddresses | null {
  const take = (table: string, indices: readonly number[]) =>
    indices.map((index) => {
      const start = HEADER_BYTES + index * ADDRESS_BYTES
      const bytes = accountOf(table)?.data.subarray(start, start + ADDRESS_BYTES)
      return bytes?.length === ADDRESS_BYTES ? toBase58(bytes) : null
    })
  const writable = lookups.flatMap(({ table, writable: indices }) => take(table, indices))
  const readonly = lookups.flatMap(({ table, readonly: indices }) => take(table, indices))
  const isWhole = [...writable, ...readonly].every((address) => address !== null)
  // Safe: none of them is null.
  return isWhole ? { writable: writable as string[], readonly: readonly as string[] } : null
}

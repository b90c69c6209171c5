import type { SolanaTransaction } from '#shared/chains/solana-transaction.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'

/** Returns the signature of the fee payer, which identifies a transaction, in base58. */
export const signatureOf = ({ signatures: [first = Buffer.alloc(64)] }: SolanaTransaction): string => toBase58(first)

/** Returns the fee in lamports: 5,000 per signature plus the offered price for its compute units. */
export function feeOf({ signatures, instructions }: SolanaTransaction): number {
  let limit = 200_000 * instructions.length
  let price = 0n
  for (const { program, data } of instructions) {
    if (program !== 'ComputeBudget111111111111111111111111111111') continue
    if (data[0] === 2 && data.length >= 5) limit = data.readUInt32LE(1)
    if (data[0] === 3 && data.length >= 9) price = data.readBigUInt64LE(1)
  }
  return 5_000 * signatures.length + Number((price * BigInt(limit) + 999_999n) / 1_000_000n)
}

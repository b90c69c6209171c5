import { z } from 'zod'

/** Answers of the settlement process about orders on Solana. Amounts are decimal strings in the smallest unit. */
export const FreshBlockhash = z.object({ blockhash: z.string(), last_valid_block_height: z.int() })

export const OfferedPayment = z.object({
  transaction: z.string(),
  blockhash: z.string(),
  last_valid_block_height: z.int(),
  network_fee_lamports: z.int(),
  opens: z.array(z.object({ wallet: z.string(), token_account: z.string(), rent_lamports: z.int() })),
  splits: z.array(
    z.object({
      role: z.enum(['seller', 'platform', 'royalty', 'buyer']),
      address: z.string(),
      token_account: z.string().nullable(),
      mint: z.string().nullable(),
      amount: z.string(),
    }),
  ),
  quote: z.object({ micro_usd_per_sol: z.string(), valid_until: z.string() }).nullable(),
})
export type OfferedPayment = z.output<typeof OfferedPayment>

/** What became of a transaction: `pending` while not every node has it. */
export const LookedAtPayment = z.object({
  state: z.enum(['paid', 'pending', 'refund', 'rejected']),
  reason: z.string().nullable(),
  legs: z.array(z.object({ role: z.string(), address: z.string(), owed: z.string(), received: z.string() })),
})
export type LookedAtPayment = z.output<typeof LookedAtPayment>
